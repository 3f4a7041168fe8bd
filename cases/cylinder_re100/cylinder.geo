// A cylinder of diameter 1 in a round field, with finer cells around it and in its wake.
SetFactory("OpenCASCADE");
DefineConstant[
  h = {0.2, Name "Size of the cells at the cylinder"},
  far = {50, Name "Radius of the field"}
];
Disk(1) = {0, 0, 0, far};
Disk(2) = {0, 0, 0, 0.5};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Physical Surface("fluid") = {3};
body() = Curve In BoundingBox {-0.6, -0.6, -0.1, 0.6, 0.6, 0.1};
all() = Boundary{ Surface{3}; };
all() -= body();
Physical Curve("body") = body();
Physical Curve("far") = all();

Field[1] = Distance;
Field[1].CurvesList = {body()};
Field[1].NumPointsPerCurve = 100;
Field[2] = MathEval;
Field[2].F = Sprintf("%g + 0.15*F1", h);
Field[3] = Box;
Field[3].VIn = 3*h;
Field[3].VOut = 1000;
Field[3].XMin = 0;
Field[3].XMax = 12;
Field[3].YMin = -2;
Field[3].YMax = 2;
Field[3].Thickness = 12;
Field[4] = Min;
Field[4].FieldsList = {2, 3};
Background Field = 4;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
