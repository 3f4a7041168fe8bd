// The unit cube, with equal meshes on opposite sides, so that it can be periodic in all directions.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.2];  // size of the cells

Box(1) = {0, 0, 0, 1, 1, 1};
// OpenCASCADE numbers the sides of a box: 1 x min, 2 x max, 3 y min, 4 y max, 5 z min, 6 z max.
Periodic Surface{2} = {1} Translate{1, 0, 0};
Periodic Surface{4} = {3} Translate{0, 1, 0};
Periodic Surface{6} = {5} Translate{0, 0, 1};

Physical Volume("vacuum") = {1};
Physical Surface("x_min") = {1};
Physical Surface("x_max") = {2};
Physical Surface("y_min") = {3};
Physical Surface("y_max") = {4};
Physical Surface("z_min") = {5};
Physical Surface("z_max") = {6};

MeshSize{ PointsOf{ Volume{1}; } } = h;
