// The unit cube in two parts.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.25];     // size of the cells
DefineConstant[share = 0.1];  // of the cube

Box(1) = {0, 0, 0, 1 - share, 1, 1};
Box(2) = {1 - share, 0, 0, share, 1, 1};
BooleanFragments{ Volume{1, 2}; Delete; }{}
Physical Volume("rest") = {1};
Physical Volume("share") = {2};
Physical Surface("walls") = CombinedBoundary{ Volume{1, 2}; };

MeshSize{ PointsOf{ Volume{1, 2}; } } = h;
