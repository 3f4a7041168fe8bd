// A channel between two walls, y = 0 and y = 1, periodic along x.
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.25, Name "Size of the cells"} ];
Rectangle(1) = {0, 0, 0, 1, 1};
Physical Surface("fluid") = {1};
Physical Curve("lower") = {1};
Physical Curve("x_max") = {2};
Physical Curve("upper") = {3};
Physical Curve("x_min") = {4};
Periodic Curve {2} = {-4} Translate {1, 0, 0};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
