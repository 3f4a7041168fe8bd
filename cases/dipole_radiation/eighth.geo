// An eighth of a cube around the origin, x > 0, y > 0 and z > 0, and of a larger cube around it. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 40];     // size of the cells
DefineConstant[near = 20];  // of those in the smaller cube
inner = 40;                 // half the sides of the cubes
outer = 80;

Box(1) = {0, 0, 0, inner, inner, inner};
Box(2) = {0, 0, 0, outer, outer, outer};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }  // the two share the faces between them
Physical Volume("near") = {1};
Physical Volume("far") = {2};

e = 1e-3;
x() = Surface In BoundingBox{-e, -e, -e, e, outer + e, outer + e};
y() = Surface In BoundingBox{-e, -e, -e, outer + e, e, outer + e};
z() = Surface In BoundingBox{-e, -e, -e, outer + e, outer + e, e};
outer() = Abs(CombinedBoundary{ Volume{:}; });  // of all faces those that are left
outer() -= {x(), y(), z()};
Physical Surface("x") = x();
Physical Surface("y") = y();
Physical Surface("z") = z();
Physical Surface("outer") = outer();

MeshSize{ PointsOf{ Volume{2}; } } = h;
MeshSize{ PointsOf{ Volume{1}; } } = near;
