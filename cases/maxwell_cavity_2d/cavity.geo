// The square [-1, 1] x [-1, 1].
SetFactory("OpenCASCADE");
DefineConstant[h = 0.25];  // size of the cells

Rectangle(1) = {-1, -1, 0, 2, 2};
Physical Surface("vacuum") = {1};
Physical Curve("walls") = Boundary{ Surface{1}; };

MeshSize{ PointsOf{ Surface{1}; } } = h;
