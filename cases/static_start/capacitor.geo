// Two plates 2 mm wide and 2 mm apart; the lower half is filled with glass. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 1];  // size of the cells
Rectangle(1) = {0, 0, 0, 2, 1};
Rectangle(2) = {0, 1, 0, 2, 1};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }  // one curve between the two, not two
Physical Surface("glass") = {1};
Physical Surface("air") = {2};

e = 1e-3;
Physical Curve("lower") = Curve In BoundingBox{-e, -e, -e, 2 + e, e, e};
Physical Curve("upper") = Curve In BoundingBox{-e, 2 - e, -e, 2 + e, 2 + e, e};
Physical Curve("sides") = {Curve In BoundingBox{-e, -e, -e, e, 2 + e, e},
                           Curve In BoundingBox{2 - e, -e, -e, 2 + e, 2 + e, e}};

MeshSize{ PointsOf{ Surface{:}; } } = h;
