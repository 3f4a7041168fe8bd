// An eighth, x > 0, y > 0 and z > 0, of the space around a flat strip along z with a gap in its middle. The strip lies in
// the plane y = 0. Around it are two nested boxes. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 50];         // size of the cells
DefineConstant[at_strip = 10];  // of those at the strip
DefineConstant[length = 100];   // of the strip
DefineConstant[width = 10];     // of the strip
gap = 8;
near = 40;                      // from the axis to the sides of the smaller box
outer = 90;                     // to those of the larger one

Box(1) = {0, 0, 0, near, near, length/2 + 25};
Box(2) = {0, 0, 0, outer, outer, length/2 + 75};
Rectangle(100) = {0, gap/2, 0, width/2, (length - gap)/2};
Rotate{ {1, 0, 0}, {0, 0, 0}, Pi/2 } { Surface{100}; }  // into the plane y = 0
BooleanFragments{ Volume{1:2}; Delete; }{ Surface{100}; Delete; }  // neighbours share the faces between them
Physical Volume("near") = {1};
Physical Volume("far") = {2};

e = 1e-3;
arm() = Surface In BoundingBox{-e, -e, gap/2 - e, width/2 + e, e, length/2 + e};
x() = Surface In BoundingBox{-e, -e, -e, e, outer + e, 1.5*length + e};
y() = Surface In BoundingBox{-e, -e, -e, outer + e, e, 1.5*length + e};
y() -= arm();
z() = Surface In BoundingBox{-e, -e, -e, outer + e, outer + e, e};
outer() = Abs(CombinedBoundary{ Volume{:}; });  // of all faces those that are left
outer() -= {arm(), x(), y(), z()};
Physical Surface("arm") = arm();
Physical Surface("x") = x();
Physical Surface("y") = y();
Physical Surface("z") = z();
Physical Surface("outer") = outer();

MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Volume{1}; } } = h/2;
MeshSize{ PointsOf{ Surface{arm()}; } } = at_strip;
