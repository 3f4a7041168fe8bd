// A strip across a film, in parts from left to right. Lengths in nanometres.
DefineConstant[d = 30];   // thickness of the film
DefineConstant[h = 60];   // size of the cells in air
DefineConstant[g = 4];    // times as small in the film
height = 60;              // of the strip
x() = {-240, -180, -120, 0, d, d + 120, d + 180, d + 240};  // where one part ends and the next begins
last = #x() - 1;

For i In {0:last}
  size = (x(i) == 0 || x(i) == d) ? h/g : h;
  Point(100 + i) = {x(i), 0, 0, size};
  Point(200 + i) = {x(i), height, 0, size};
  Line(300 + i) = {100 + i, 200 + i};  // across
EndFor
For i In {0:last - 1}
  Line(100 + i) = {100 + i, 101 + i};  // below
  Line(200 + i) = {200 + i, 201 + i};  // above
  Periodic Curve{200 + i} = {100 + i} Translate{0, height, 0};
  Curve Loop(i + 1) = {100 + i, 301 + i, -(200 + i), -(300 + i)};
  Plane Surface(i + 1) = {i + 1};
EndFor

Physical Surface("scattered") = {1, 2, 7};
Physical Surface("air") = {3, 5, 6};
Physical Surface("film") = {4};
Physical Curve("ends") = {300, 300 + last};
Physical Curve("below") = {100:99 + last};
Physical Curve("above") = {200:199 + last};
Physical Curve("front") = {302};  // where the wave enters
Physical Curve("back") = {306};   // and where it leaves
