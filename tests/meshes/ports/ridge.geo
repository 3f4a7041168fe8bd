// A double-ridged guide along z, WRD750D24: a × b, ridges of width s that leave the gap d. Edges grow away from the
// ridges' corners from h·fine to h.
DefineConstant[a = 0.017551, b = 0.008153, s = 0.004394, d = 0.003454, h = 0.002, fine = 0.1];
Point(1) = {-a/2, -b/2, 0, h};
Point(2) = {-s/2, -b/2, 0, h};
Point(3) = {-s/2, -d/2, 0, h*fine};
Point(4) = {0, -d/2, 0, h};
Point(5) = { s/2, -d/2, 0, h*fine};
Point(6) = { s/2, -b/2, 0, h};
Point(7) = { a/2, -b/2, 0, h};
Point(8) = { a/2,  b/2, 0, h};
Point(9) = { s/2,  b/2, 0, h};
Point(10) = { s/2,  d/2, 0, h*fine};
Point(11) = {0,  d/2, 0, h};
Point(12) = {-s/2,  d/2, 0, h*fine};
Point(13) = {-s/2,  b/2, 0, h};
Point(14) = {-a/2,  b/2, 0, h};
For i In {1:14}
  Line(i) = {i, i % 14 + 1};
EndFor
Curve Loop(1) = {1:14};
Plane Surface(1) = {1};
out[] = Extrude {0, 0, h} { Surface{1}; Layers{1}; };
Physical Volume("air") = {out[1]};
Physical Surface("feed") = {1};
Physical Surface("wall") = {out[{2:15}]};
Physical Surface("end") = {out[0]};
