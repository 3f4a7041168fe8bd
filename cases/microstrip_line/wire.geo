// A half of a shielded line along z: a round wire, half sunk into a substrate, in a box. The plane of symmetry is x = 0.
// Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.15];        // size of the cells where the wire leaves the substrate
DefineConstant[growth = 0.7];    // … for each millimetre further away from there
DefineConstant[length = 1.2];
DefineConstant[layers = 3];      // of cells along it
radius = 0.3;
height = 0.635;                  // of the substrate
half_box = 1.5;
box = 2;                         // height of the box

Rectangle(1) = {0, 0, 0, half_box, height};
Rectangle(2) = {0, height, 0, half_box, box - height};
Disk(3) = {0, height, 0, radius};
BooleanDifference(4) = { Surface{1}; Delete; }{ Surface{3}; };
BooleanDifference(5) = { Surface{2}; Delete; }{ Surface{3}; Delete; };
BooleanFragments{ Surface{4, 5}; Delete; }{}  // neighbours share the edges between them
near() = Surface{:};
e = 1e-3;
top = height + radius + e;
leaves() = Point In BoundingBox{radius - e, height - e, -e, radius + e, height + e, e};
Extrude {0, 0, length} { Surface{near()}; Layers{layers}; }

Physical Volume("substrate") = Volume In BoundingBox{-e, -e, -e, half_box + e, height + e, length + e};
Physical Volume("air") = Volume In BoundingBox{-e, height - radius - e, -e, half_box + e, box + e, length + e};
far() = Surface In BoundingBox{-e, -e, length - e, half_box + e, box + e, length + e};
symmetry() = Surface In BoundingBox{-e, -e, -e, e, box + e, length + e};
wire() = Surface In BoundingBox{-e, height - radius - e, -e, radius + e, top, length + e};
wire() -= {near(), far(), symmetry()};
walls() = Abs(CombinedBoundary{ Volume{:}; });
walls() -= {near(), far(), symmetry(), wire()};
Physical Surface("near") = near();
Physical Surface("far") = far();
Physical Surface("symmetry") = symmetry();
Physical Surface("wire") = wire();
Physical Surface("box") = walls();

Field[1] = Distance;
Field[1].PointsList = {leaves()};
Field[2] = MathEval;
Field[2].F = Sprintf("min(0.6, %g + %g*F1)", h, growth);
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
