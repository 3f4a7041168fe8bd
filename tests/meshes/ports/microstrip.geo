// A microstrip line along z: a strip of width w without thickness on a substrate of height t, in a box a × b. Edges
// grow away from the strip's edges from h·fine to h.
DefineConstant[a = 0.006, b = 0.005, t = 0.000635, w = 0.0006, h = 0.0012, fine = 0.02];
Point(1) = {-a/2, 0, 0, h};
Point(2) = { a/2, 0, 0, h};
Point(3) = { a/2, t, 0, h};
Point(4) = { w/2, t, 0, h*fine};
Point(5) = {0, t, 0, h/3};
Point(6) = {-w/2, t, 0, h*fine};
Point(7) = {-a/2, t, 0, h};
Point(8) = { a/2, b, 0, h};
Point(9) = {-a/2, b, 0, h};
For i In {1:6}
  Line(i) = {i, i + 1};
EndFor
Line(7) = {7, 1};
Line(8) = {3, 8};
Line(9) = {8, 9};
Line(10) = {9, 7};
Curve Loop(1) = {1:7};
Curve Loop(2) = {-6, -5, -4, -3, 8, 9, 10};
Plane Surface(1) = {1};
Plane Surface(2) = {2};
below[] = Extrude {0, 0, h/4} { Surface{1}; Layers{1}; };
above[] = Extrude {0, 0, h/4} { Surface{2}; Layers{1}; };
Physical Volume("substrate") = {below[1]};
Physical Volume("air") = {above[1]};
Physical Surface("feed") = {1, 2};
Physical Surface("strip") = {below[{5, 6}]};
Physical Surface("wall") = {below[{2, 3, 8}], above[{6, 7, 8}]};
Physical Surface("end") = {below[0], above[0]};
