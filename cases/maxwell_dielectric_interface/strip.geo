// A strip in two parts, air for x < 0 and glass for x > 0.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.1];  // size of the cells in air; half of it in glass, where waves are half as long

Rectangle(1) = {-2, 0, 0, 2, 0.2};
Rectangle(2) = {0, 0, 0, 1, 0.2};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }  // one curve between the two, not two

e = 1e-6;
air() = Surface In BoundingBox{-2 - e, -e, -e, e, 0.2 + e, e};
glass() = Surface In BoundingBox{-e, -e, -e, 1 + e, 0.2 + e, e};
Physical Surface("air") = air();
Physical Surface("glass") = glass();
Physical Curve("left") = Curve In BoundingBox{-2 - e, -e, -e, -2 + e, 0.2 + e, e};
Physical Curve("right") = Curve In BoundingBox{1 - e, -e, -e, 1 + e, 0.2 + e, e};
Physical Curve("bottom") = Curve In BoundingBox{-2 - e, -e, -e, 1 + e, e, e};
Physical Curve("top") = Curve In BoundingBox{-2 - e, 0.2 - e, -e, 1 + e, 0.2 + e, e};

MeshSize{ PointsOf{ Surface{air()}; } } = h;
MeshSize{ PointsOf{ Surface{glass()}; } } = h / 2;
