// Three rectangular guides WR-90, 22.86 mm wide, that meet in an H-plane T: one along x, and one along y from its middle.
// Lengths in millimetres.
DefineConstant[h = 10];       // size of the cells
DefineConstant[edge = 2];     // … at the two edges of the junction, where fields are singular
DefineConstant[length = 20];  // from the junction to each port
a = 22.86;
DefineConstant[b = 5];        // half the height of the guide: S does not depend on it

Point(1) = {-length, 0, 0, h};
Point(2) = {a + length, 0, 0, h};
Point(3) = {a + length, a, 0, h};
Point(4) = {a, a, 0, edge};
Point(5) = {a, a + length, 0, h};
Point(6) = {0, a + length, 0, h};
Point(7) = {0, a, 0, edge};
Point(8) = {-length, a, 0, h};
For i In {1:8}
  Line(i) = {i, i % 8 + 1};
EndFor
Curve Loop(1) = {1:8};
Plane Surface(1) = {1};

// One layer of prisms, each cut into three tetrahedra. Extrude lists the new end, the volume, and the sides.
guide() = Extrude {0, 0, b} { Surface{1}; Layers{1}; };
Physical Volume("air") = {guide(1)};
Physical Surface("right") = {guide(3)};
Physical Surface("side") = {guide(6)};
Physical Surface("left") = {guide(9)};
Physical Surface("walls") = {1, guide(0), guide(2), guide(4), guide(5), guide(7), guide(8)};
