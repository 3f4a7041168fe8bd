// The unit cube.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.25];  // size of the cells

Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("cube") = {1};
Physical Surface("left") = {1};
Physical Surface("walls") = {2:6};

MeshSize{ PointsOf{ Volume{1}; } } = h;
