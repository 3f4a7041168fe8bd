// The cross-section of a coaxial cable, in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.5];     // size of the cells
DefineConstant[a = 0.45];    // radius of the inner conductor
DefineConstant[b = 1.475];   // inner radius of the outer one

Disk(1) = {0, 0, 0, b};
Disk(2) = {0, 0, 0, a};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Physical Surface("dielectric") = {3};

e = 1e-3;
inner() = Curve In BoundingBox{-a - e, -a - e, -e, a + e, a + e, e};
outer() = Abs(Boundary{ Surface{3}; });
outer() -= inner();
Physical Curve("inner") = inner();
Physical Curve("outer") = outer();

MeshSize{ PointsOf{ Surface{3}; } } = h;
