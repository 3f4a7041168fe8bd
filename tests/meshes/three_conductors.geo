// The space in a box around two wires that are not alike.
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.4 ];
Rectangle(1) = {-2, -1.5, 0, 4, 3};
Disk(2) = {-0.8, 0, 0, 0.4};
Disk(3) = {0.8, 0.1, 0, 0.3};
BooleanDifference(4) = { Surface{1}; Delete; }{ Surface{2, 3}; Delete; };
Physical Surface("oil") = {4};
e = 0.05;
Physical Curve("left") = Curve In BoundingBox{-1.2 - e, -0.4 - e, -1, -0.4 + e, 0.4 + e, 1};
Physical Curve("right") = Curve In BoundingBox{0.5 - e, -0.2 - e, -1, 1.1 + e, 0.4 + e, 1};
Physical Curve("box") = {Curve In BoundingBox{-2 - e, -2, -1, -2 + e, 2, 1},
                         Curve In BoundingBox{2 - e, -2, -1, 2 + e, 2, 1},
                         Curve In BoundingBox{-3, -1.5 - e, -1, 3, -1.5 + e, 1},
                         Curve In BoundingBox{-3, 1.5 - e, -1, 3, 1.5 + e, 1}};
MeshSize{ PointsOf{ Surface{:}; } } = h;
