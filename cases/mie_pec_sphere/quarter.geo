// A quarter, x > 0 and y > 0, of the space between a sphere and a body with 24 flat faces around it, and between that and
// a cube. Lengths in millimetres. Blocks of cells run from the sphere to the body: in cells made freely some angles at a
// curved surface become small, and with them the time step.
DefineConstant[n = 2];            // cells along an eighth of a great circle; one from the sphere to the body
DefineConstant[h = 48];           // size of the cells outside
DefineConstant[radius = 47.713];  // of the sphere
body = 80;                        // half its width along the axes
outer = 95;                       // half the side of the cube

// Directions of the blocks' edges: three axes and −z, five in between, two corners.
x() = {1, 0, 0, 0,   1, 1, 0, 1, 0,    1, 1};
y() = {0, 1, 0, 0,   1, 0, 1, 0, 1,    1, 1};
z() = {0, 0, 1, -1,  0, 1, 1, -1, -1,  1, -1};
Point(1) = {0, 0, 0};
For i In {0:10}
  square = x(i)^2 + y(i)^2 + z(i)^2;
  r = radius / Sqrt(square);
  s = body / (1 + (Sqrt(2) - 1)*(square - 1));  // four neighbours lie in a plane
  Point(10 + i) = {r*x(i), r*y(i), r*z(i)};
  Point(30 + i) = {s*x(i), s*y(i), s*z(i), h};
  Line(10 + i) = {10 + i, 30 + i};
EndFor

// Edges of the blocks on the sphere and on the body, from one direction to another, and the faces between them.
from() = {0, 1, 0, 2, 1, 2, 0, 3, 1, 3, 4, 5, 6, 4, 7, 8};
to() = {4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 10, 10};
For e In {0:15}
  Circle(100 + e) = {10 + from(e), 1, 10 + to(e)};
  Line(200 + e) = {30 + from(e), 30 + to(e)};
  Curve Loop(100 + e) = {100 + e, 10 + to(e), -(200 + e), -(10 + from(e))};
  Plane Surface(100 + e) = {100 + e};
EndFor

// Six blocks, each by its four edges: from an axis to one side, to the corner, and back by the other side.
a() = {0, 4, 3, 6, 1, 9};
b() = {10, 12, 11, 14, 13, 15};
c() = {11, 10, 12, 13, 15, 14};
d() = {2, 1, 5, 0, 8, 7};
For q In {0:5}
  Curve Loop(200 + q) = {100 + a(q), 100 + b(q), -(100 + c(q)), -(100 + d(q))};
  Surface(200 + q) = {200 + q} In Sphere{1};
  Curve Loop(300 + q) = {200 + a(q), 200 + b(q), -(200 + c(q)), -(200 + d(q))};
  Plane Surface(300 + q) = {300 + q};
  Surface Loop(1 + q) = {200 + q, 300 + q, 100 + a(q), 100 + b(q), 100 + c(q), 100 + d(q)};
  Volume(1 + q) = {1 + q};
EndFor
Transfinite Curve{10:20} = 2;
Transfinite Curve{100:115, 200:215} = n + 1;
Transfinite Surface{100:115, 200:205, 300:305};
Transfinite Volume{1:6};

// The cube: its corners below and above, its edges, its faces.
For i In {0:1}
  side = i == 0 ? -outer : outer;
  Point(50 + 4*i) = {0, 0, side, h};
  Point(51 + 4*i) = {outer, 0, side, h};
  Point(52 + 4*i) = {outer, outer, side, h};
  Point(53 + 4*i) = {0, outer, side, h};
  For j In {0:3}
    Line(50 + 4*i + j) = {50 + 4*i + j, 50 + 4*i + (j + 1)%4};
  EndFor
  Curve Loop(50 + i) = {50 + 4*i:53 + 4*i};
  Plane Surface(50 + i) = {50 + i};
EndFor
Line(60) = {33, 50};  // on the axis, below and above the body
Line(61) = {32, 54};
For j In {1:3}
  Line(61 + j) = {50 + j, 54 + j};
EndFor
Curve Loop(52) = {51, 63, -55, -62};
Plane Surface(52) = {52};
Curve Loop(53) = {52, 64, -56, -63};
Plane Surface(53) = {53};
Curve Loop(54) = {203, -202, 206, -207, 60, 50, 62, -54, -61};
Plane Surface(54) = {54};
Curve Loop(55) = {205, -204, 208, -209, 60, -53, 64, 57, -61};
Plane Surface(55) = {55};
Surface Loop(7) = {50:55, 300:305};
Volume(7) = {7};

Physical Volume("total") = {1:6};
Physical Volume("scattered") = {7};
Physical Surface("sphere") = {200:205};
Physical Surface("y") = {102, 103, 106, 107, 54};
Physical Surface("x") = {104, 105, 108, 109, 55};
Physical Surface("outer") = {50:53};
