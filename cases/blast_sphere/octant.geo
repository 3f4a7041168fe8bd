// An eighth of a ball's surroundings: x = 0, y = 0 and z = 0 are planes of symmetry.
SetFactory("OpenCASCADE");
DefineConstant[ h = {0.07, Name "Size of the cells"} ];
Box(1) = {0, 0, 0, 1, 1, 1};
Physical Volume("gas") = {1};
Physical Surface("symmetry") = {1, 3, 5};
Physical Surface("outside") = {2, 4, 6};
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
