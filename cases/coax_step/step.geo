// A quarter of a coaxial line along z, between planes of symmetry at x = 0 and y = 0. At z = 0 the inner conductor becomes
// thicker. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 2.5];      // size of the cells
DefineConstant[edge = 0.6];   // … at the edge of the step, where fields are singular
DefineConstant[length = 8];   // from the step to each port
thin = 1;
thick = 2;
outer = 4;

Cylinder(1) = {0, 0, -length, 0, 0, 2*length, outer, Pi/2};
Cylinder(2) = {0, 0, -length, 0, 0, length, thin};
Cylinder(3) = {0, 0, 0, 0, 0, length, thick};
BooleanDifference(4) = { Volume{1}; Delete; }{ Volume{2, 3}; Delete; };
Physical Volume("air") = {4};

e = 1e-3;
Physical Surface("left") = Surface In BoundingBox{-e, -e, -length - e, outer + e, outer + e, -length + e};
Physical Surface("right") = Surface In BoundingBox{-e, -e, length - e, outer + e, outer + e, length + e};
symmetry() = {Surface In BoundingBox{-e, -e, -length - e, e, outer + e, length + e},
              Surface In BoundingBox{-e, -e, -length - e, outer + e, e, length + e}};
Physical Surface("symmetry") = {symmetry()};
all() = Boundary{ Volume{4}; };
metal() = Abs(all());
metal() -= {Surface In BoundingBox{-e, -e, -length - e, outer + e, outer + e, -length + e}};
metal() -= {Surface In BoundingBox{-e, -e, length - e, outer + e, outer + e, length + e}};
metal() -= {symmetry()};
Physical Surface("metal") = {metal()};

// The edge is the arc of radius `thick` at z = 0.
arc() = Curve In BoundingBox{-e, -e, -e, thick + e, thick + e, e};
Field[1] = Distance;
Field[1].CurvesList = {arc()};
Field[2] = MathEval;
Field[2].F = Sprintf("min(min(%g, %g + 0.6*F1), Sqrt(x^2 + y^2))", h, edge);
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
