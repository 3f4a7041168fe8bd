// An eighth, x > 0, y > 0 and z > 0, of the space around a flat dipole along z in the plane y = 0, with faces in its gap.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.15];
width = 0.1;
gap = 0.08;
length = 0.44;

Box(1) = {0, 0, 0, 0.16, 0.16, length/2 + 0.14};
Box(2) = {0, 0, 0, 0.32, 0.32, length/2 + 0.3};
Rectangle(100) = {0, 0, 0, width/2, gap/2};
Rectangle(101) = {0, gap/2, 0, width/2, (length - gap)/2};
Rotate{ {1, 0, 0}, {0, 0, 0}, Pi/2 } { Surface{100, 101}; }  // into the plane y = 0
BooleanFragments{ Volume{1:2}; Delete; }{ Surface{100, 101}; Delete; }
Physical Volume("near") = {1};
Physical Volume("far") = {2};

e = 1e-3;
inner() = Surface In BoundingBox{-e, -e, -e, width/2 + e, e, gap/2 + e};
arm() = Surface In BoundingBox{-e, -e, gap/2 - e, width/2 + e, e, length/2 + e};
x() = Surface In BoundingBox{-e, -e, -e, e, 1, 1};
y() = Surface In BoundingBox{-e, -e, -e, 1, e, 1};
y() -= {inner(), arm()};
z() = Surface In BoundingBox{-e, -e, -e, 1, 1, e};
outer() = Abs(CombinedBoundary{ Volume{:}; });
outer() -= {inner(), arm(), x(), y(), z()};
Physical Surface("gap") = inner();
Physical Surface("arm") = arm();
Physical Surface("x") = x();
Physical Surface("y") = y();
Physical Surface("z") = z();
Physical Surface("outer") = outer();
MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Surface{inner(), arm()}; } } = 0.06;
