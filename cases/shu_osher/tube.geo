// A tube along x, three cells wide.
SetFactory("OpenCASCADE");
DefineConstant[ h = {1/7, Name "Size of the cells"} ];
Rectangle(1) = {-5, 0, 0, 10, 3*h};
Physical Surface("gas") = {1};
Physical Curve("sides") = {1, 3};
Physical Curve("right") = {2};
Physical Curve("left") = {4};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
