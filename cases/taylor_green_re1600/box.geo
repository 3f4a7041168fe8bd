// A cube of 2π, whose opposite faces meet, in units of the vortices' length.
SetFactory("OpenCASCADE");
DefineConstant[n = {5, Name "Cells along an edge"}];
DefineConstant[structured = {0, Name "1: six tetrahedra in each of n^3 cubes, which take larger steps"}];
Box(1) = {0, 0, 0, 2*Pi, 2*Pi, 2*Pi};
If (structured)
  Transfinite Curve{:} = n + 1;
  Transfinite Surface{:};
  Transfinite Volume{1};
Else
  Periodic Surface{2} = {1} Translate{2*Pi, 0, 0};
  Periodic Surface{4} = {3} Translate{0, 2*Pi, 0};
  Periodic Surface{6} = {5} Translate{0, 0, 2*Pi};
EndIf
Physical Volume("gas") = {1};
Physical Surface("left") = {1};
Physical Surface("right") = {2};
Physical Surface("front") = {3};
Physical Surface("back") = {4};
Physical Surface("bottom") = {5};
Physical Surface("top") = {6};
MeshSize{:} = 2*Pi/n;
