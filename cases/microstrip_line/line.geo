// A half of a shielded microstrip line along z: a strip without thickness on a substrate, in a box. The plane of symmetry
// is x = 0. Lengths in millimetres.
DefineConstant[h = 2];        // size of the cells
DefineConstant[edge = 0.3];   // … at the strip's edge, where fields are singular
DefineConstant[growth = 0];   // … for each millimetre further away from it; 0: from edge to h along the outline
DefineConstant[length = 3];
DefineConstant[layers = Ceil(length)];  // of cells along it
width = 0.6;                  // of the whole strip
height = 0.635;               // of the substrate
half_box = 3;
box = 5;                      // height of the box

Point(1) = {0, 0, 0, height};
Point(2) = {half_box, 0, 0, h};
Point(3) = {half_box, height, 0, h};
Point(4) = {width/2, height, 0, edge};
Point(5) = {0, height, 0, width/2};
Point(6) = {half_box, box, 0, h};
Point(7) = {0, box, 0, h};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 1};
Line(6) = {3, 6};
Line(7) = {6, 7};
Line(8) = {7, 5};
Curve Loop(1) = {1:5};
Curve Loop(2) = {-4, -3, 6, 7, 8};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
If (growth > 0)
  Field[1] = Distance;
  Field[1].PointsList = {4};
  Field[2] = MathEval;
  Field[2].F = Sprintf("min(%g, %g + %g*F1)", h, edge, growth);
  Background Field = 2;
  Mesh.MeshSizeExtendFromBoundary = 0;
  Mesh.MeshSizeFromPoints = 0;
EndIf

// Prisms, each cut into three tetrahedra. Extrude lists the new end, the volume, and the sides in the order of the loop.
below() = Extrude {0, 0, length} { Surface{1}; Layers{layers}; };
above() = Extrude {0, 0, length} { Surface{2}; Layers{layers}; };
Physical Volume("substrate") = {below(1)};
Physical Volume("air") = {above(1)};
Physical Surface("near") = {1, 2};
Physical Surface("far") = {below(0), above(0)};
Physical Surface("strip") = {below(5)};
Physical Surface("symmetry") = {below(6), above(6)};
Physical Surface("box") = {below(2), below(3), above(4), above(5)};
