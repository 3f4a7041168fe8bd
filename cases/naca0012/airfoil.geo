// The airfoil NACA 0012 with a closed trailing edge, chord 1, in a round field.
SetFactory("OpenCASCADE");
DefineConstant[
  h = {0.1, Name "Size of the cells along the airfoil"},
  far = {100, Name "Radius of the field"}
];
n = 60;  // points of each side, closer at both edges
For i In {0:n}
  x = 0.5*(1 - Cos(Pi*i/n));
  y = 0.6*(0.2969*Sqrt(x) - 0.126*x - 0.3516*x^2 + 0.2843*x^3 - 0.1036*x^4);
  Point(1 + i) = {x, (i == n) ? 0 : y, 0};
  If (i > 0 && i < n)
    Point(101 + i) = {x, -y, 0};
  EndIf
EndFor
Spline(1) = {1:n + 1};
Spline(2) = {1, 102:100 + n, n + 1};
Curve Loop(1) = {1, -2};
Circle(3) = {0.5, 0, 0, far};
Curve Loop(2) = {3};
Plane Surface(1) = {2, 1};
Physical Surface("air") = {1};
Physical Curve("airfoil") = {1, 2};
Physical Curve("far") = {3};

Field[1] = Distance;  // from both edges
Field[1].PointsList = {1, n + 1};
Field[2] = Distance;
Field[2].CurvesList = {1, 2};
Field[2].NumPointsPerCurve = 200;
Field[3] = MathEval;
Field[3].F = Sprintf("min(%g + 0.25*F2, %g + 0.3*F1)", h, h/10);
Background Field = 3;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
