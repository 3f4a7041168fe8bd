// A strip across layers of two kinds, one after the other, that begin and end with the first. Lengths in nanometres.
DefineConstant[pairs = 6];      // of layers; one more of the first kind ends the stack
DefineConstant[high = 52.5];    // thickness of a layer of the first kind
DefineConstant[low = 94];       // and of the second
DefineConstant[h = 100];        // size of the cells in air, and in a layer at most
height = 50;                    // of the strip

x() = {-200, -100, 0};  // where one part ends and the next begins
For i In {1:pairs}
  x() += {x(#x() - 1) + high, x(#x() - 1) + high + low};
EndFor
end = x(#x() - 1) + high;
x() += {end, end + 100, end + 200};
last = #x() - 1;

For i In {0:last}
  Point(1000 + i) = {x(i), 0, 0, h};
  Point(2000 + i) = {x(i), height, 0, h};
  Line(3000 + i) = {1000 + i, 2000 + i};  // across
EndFor
For i In {0:last - 1}
  Line(1000 + i) = {1000 + i, 1001 + i};  // below
  Line(2000 + i) = {2000 + i, 2001 + i};  // above
  Periodic Curve{2000 + i} = {1000 + i} Translate{0, height, 0};
  Curve Loop(i + 1) = {1000 + i, 3001 + i, -(2000 + i), -(3000 + i)};
  Plane Surface(i + 1) = {i + 1};
EndFor

first() = {};
second() = {};
For i In {0:pairs}
  first() += {3 + 2*i};
EndFor
For i In {1:pairs}
  second() += {2 + 2*i};
EndFor
Physical Surface("scattered") = {1, last};
Physical Surface("air") = {2, last - 1};
Physical Surface("high") = first();
Physical Surface("low") = second();
Physical Curve("ends") = {3000, 3000 + last};
Physical Curve("below") = {1000:999 + last};
Physical Curve("above") = {2000:1999 + last};
Physical Curve("front") = {3001};        // where the wave enters
Physical Curve("back") = {2999 + last};  // and where it leaves
