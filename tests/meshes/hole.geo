// A cube with a hole: a ball is cut out of it.
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.5 ];
Box(1) = {-1, -1, -1, 2, 2, 2};
Sphere(2) = {0, 0, 0, 0.5};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Physical Volume("box") = {3};
walls() = Boundary{ Volume{3}; };
Physical Surface("walls") = {walls()};
MeshSize{ PointsOf{ Volume{3}; } } = h;
