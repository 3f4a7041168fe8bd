// A square with equal meshes on opposite sides, so that it can be periodic.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.75];  // size of the cells

Rectangle(1) = {-6, -6, 0, 12, 12};
// OpenCASCADE numbers the sides of a rectangle: 1 y min, 2 x max, 3 y max, 4 x min.
Periodic Curve{2} = {4} Translate{12, 0, 0};
Periodic Curve{3} = {1} Translate{0, 12, 0};

Physical Surface("air") = {1};
Physical Curve("x_min") = {4};
Physical Curve("x_max") = {2};
Physical Curve("y_min") = {1};
Physical Curve("y_max") = {3};

MeshSize{ PointsOf{ Surface{1}; } } = h;
