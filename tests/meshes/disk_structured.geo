// The unit disk in five four-sided blocks of n × n cells, each cut in two triangles: n and 2n are nested families.
DefineConstant[ n = {2, Min 1, Max 100, Name "Mesh/n"} ];
Point(1) = {0, 0, 0};
For i In {0:3}
  Point(10 + i) = {0.5 * Cos(i * Pi / 2), 0.5 * Sin(i * Pi / 2), 0};
  Point(20 + i) = {Cos(i * Pi / 2), Sin(i * Pi / 2), 0};
EndFor
For i In {0:3}
  Line(10 + i) = {10 + i, 10 + (i + 1) % 4};
  Circle(20 + i) = {20 + i, 1, 20 + (i + 1) % 4};
  Line(30 + i) = {10 + i, 20 + i};
EndFor
Curve Loop(1) = {10:13};
Plane Surface(1) = {1};
For i In {0:3}
  Curve Loop(2 + i) = {30 + i, 20 + i, -(30 + (i + 1) % 4), -(10 + i)};
  Plane Surface(2 + i) = {2 + i};
EndFor
Transfinite Curve {10:13, 20:23, 30:33} = n + 1;
Transfinite Surface {1:5};
Physical Surface("disk") = {1:5};
Physical Curve("rim") = {20:23};
