// A sphere of diameter 1 in a round field, with finer cells around it and in its wake.
SetFactory("OpenCASCADE");
DefineConstant[
  h = {0.2, Name "Size of the cells at the sphere"},
  wake = {0.6, Name "Size of the cells in the wake"},
  far = {20, Name "Radius of the field"}
];
Sphere(1) = {0, 0, 0, far};
Sphere(2) = {0, 0, 0, 0.5};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
Physical Volume("fluid") = {3};
body() = Surface In BoundingBox {-0.6, -0.6, -0.6, 0.6, 0.6, 0.6};
all() = Boundary{ Volume{3}; };
all() -= body();
Physical Surface("body") = body();
Physical Surface("far") = all();

Field[1] = MathEval;
Field[1].F = Sprintf("%g + 0.3*(sqrt(x^2 + y^2 + z^2) - 0.5)", h);
Field[2] = Cylinder;
Field[2].VIn = wake;
Field[2].VOut = 1000;
Field[2].XCenter = 3.5;
Field[2].XAxis = 3.5;
Field[2].YAxis = 0;
Field[2].ZAxis = 0;
Field[2].Radius = 1.2;
Field[3] = Min;
Field[3].FieldsList = {1, 2};
Background Field = 3;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
