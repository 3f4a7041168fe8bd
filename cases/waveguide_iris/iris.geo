// A rectangular guide along y, 22.86 mm by 10.16 mm, with an inductive iris: two plates of full height leave an
// opening of width d. The iris stands between y = 0 and y = t. Lengths in millimetres.
DefineConstant[h = 12];       // size of the cells
DefineConstant[edge = 2];     // … at the iris' edges, where fields are singular
DefineConstant[growth = 0];   // … for each millimetre further away from them; 0: from edge to h along the outline
DefineConstant[d = 12];       // opening
DefineConstant[t = 1];        // thickness
DefineConstant[length = 15];  // from the iris to each port
a = 22.86;
DefineConstant[b = 10.16];    // height, on which S does not depend

// One half of the outline, and the other mirrored.
Point(1) = {0, -length, 0, h};
Point(2) = {a, -length, 0, h};
Point(3) = {a, 0, 0, h};
Point(4) = {(a + d)/2, 0, 0, edge};
Point(5) = {(a + d)/2, t, 0, edge};
Point(6) = {a, t, 0, h};
Point(7) = {a, t + length, 0, h};
Point(8) = {0, t + length, 0, h};
Point(9) = {0, t, 0, h};
Point(10) = {(a - d)/2, t, 0, edge};
Point(11) = {(a - d)/2, 0, 0, edge};
Point(12) = {0, 0, 0, h};
For i In {1:12}
  Line(i) = {i, i % 12 + 1};
EndFor
Curve Loop(1) = {1:12};
Plane Surface(1) = {1};
If (growth > 0)
  Field[1] = Distance;
  Field[1].PointsList = {4, 5, 10, 11};
  Field[2] = MathEval;
  Field[2].F = Sprintf("min(%g, %g + %g*F1)", h, edge, growth);
  Background Field = 2;
  Mesh.MeshSizeExtendFromBoundary = 0;
  Mesh.MeshSizeFromPoints = 0;
EndIf

// One layer of prisms, each cut into three tetrahedra. Extrude lists the new end, the volume, and the sides.
guide() = Extrude {0, 0, b} { Surface{1}; Layers{1}; };
Physical Volume("air") = {guide(1)};
Physical Surface("left") = {guide(2)};
Physical Surface("right") = {guide(8)};
Physical Surface("walls") = {1, guide(0), guide({3:7}), guide({9:13})};
