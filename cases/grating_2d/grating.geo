// One period of a row of dielectric bars, in micrometres. Light comes from the left.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.4];          // size of the cells; half of it in the bars, where waves are half as long
DefineConstant[period = 1.2];
DefineConstant[width = 0.6];      // of a bar, along y
DefineConstant[thickness = 0.3];  // of a bar, along x
room = 3;                         // on either side

Rectangle(1) = {-room, -period/2, 0, 2*room + thickness, period};
Rectangle(2) = {0, -width/2, 0, thickness, width};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }  // air and bar share the curves between them
Physical Surface("bar") = {2};
Physical Surface("air") = {3};

e = 1e-3;
right = room + thickness;
front() = Curve In BoundingBox{-room - e, -period, -e, -room + e, period, e};
back() = Curve In BoundingBox{right - e, -period, -e, right + e, period, e};
below() = Curve In BoundingBox{-room - e, -period/2 - e, -e, right + e, -period/2 + e, e};
above() = Curve In BoundingBox{-room - e, period/2 - e, -e, right + e, period/2 + e, e};
Physical Curve("front") = front();
Physical Curve("back") = back();
Physical Curve("below") = below();
Physical Curve("above") = above();
Periodic Curve{above()} = {below()} Translate{0, period, 0};

MeshSize{ PointsOf{ Surface{3}; } } = h;
MeshSize{ PointsOf{ Surface{2}; } } = h / 2;
