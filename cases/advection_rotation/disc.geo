// The unit disc.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.15];  // size of the cells

Disk(1) = {0, 0, 0, 1};
Physical Surface("disc") = {1};
Physical Curve("rim") = Boundary{ Surface{1}; };

MeshSize{ PointsOf{ Surface{1}; } } = h;
