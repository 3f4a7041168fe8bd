// The unit disk: a square core in a round shell; the core's edges are an interior boundary group.
DefineConstant[ h = {0.8, Min 0.01, Max 2, Name "Mesh/h"} ];
Point(1) = {0, 0, 0, h};
For i In {0:3}
  Point(10 + i) = {0.5 * Cos(i * Pi / 2), 0.5 * Sin(i * Pi / 2), 0, h};
  Point(20 + i) = {Cos(i * Pi / 2), Sin(i * Pi / 2), 0, h};
EndFor
For i In {0:3}
  Line(10 + i) = {10 + i, 10 + (i + 1) % 4};
  Circle(20 + i) = {20 + i, 1, 20 + (i + 1) % 4};
EndFor
Curve Loop(1) = {10:13};
Curve Loop(2) = {20:23};
Plane Surface(1) = {1};
Plane Surface(2) = {2, 1};
Physical Surface("core") = {1};
Physical Surface("shell") = {2};
Physical Curve("interface") = {10:13};
Physical Curve("rim") = {20:23};
