// The cross-section of a coaxial line.
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.5 ];
Disk(1) = {0, 0, 0, 2};
Disk(2) = {0, 0, 0, 1};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Physical Surface("dielectric") = {3};
e = 0.05;
inside() = Curve In BoundingBox{-1 - e, -1 - e, -1, 1 + e, 1 + e, 1};
Physical Curve("inner") = {inside()};
outside() = Boundary{ Surface{3}; };
outside() -= {inside(), -inside()};
Physical Curve("outer") = {outside()};
MeshSize{ PointsOf{ Surface{3}; } } = h;
