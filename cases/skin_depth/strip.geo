// A strip along x: air up to x = 0, then a conductor. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 4];       // size of the cells in air; half of it in the conductor
DefineConstant[air = 30];    // length
DefineConstant[depth = 40];  // of the conductor

Rectangle(1) = {-air, 0, 0, air, h};
Rectangle(2) = {0, 0, 0, depth, h};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }  // one curve between the two, not two
Physical Surface("air") = {1};
Physical Surface("conductor") = {2};

e = 1e-3;
Physical Curve("left") = Curve In BoundingBox{-air - e, -e, -e, -air + e, h + e, e};
Physical Curve("right") = Curve In BoundingBox{depth - e, -e, -e, depth + e, h + e, e};
Physical Curve("sides") = {Curve In BoundingBox{-air - e, -e, -e, depth + e, e, e},
                           Curve In BoundingBox{-air - e, h - e, -e, depth + e, h + e, e}};

MeshSize{ PointsOf{ Surface{1}; } } = h;
MeshSize{ PointsOf{ Surface{2}; } } = h / 2;
