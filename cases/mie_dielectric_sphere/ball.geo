// The mesh of the case mie_pec_sphere, and cells inside the sphere: blocks from its surface to a small body with flat faces,
// and cells made freely in that. Lengths in millimetres.
Include "../mie_pec_sphere/quarter.geo";
core = 32;  // half the width of the small body along the axes

For i In {0:10}
  square = x(i)^2 + y(i)^2 + z(i)^2;
  s = core / (1 + (Sqrt(2) - 1)*(square - 1));
  Point(70 + i) = {s*x(i), s*y(i), s*z(i), h};
  Line(30 + i) = {70 + i, 10 + i};
EndFor
For e In {0:15}
  Line(300 + e) = {70 + from(e), 70 + to(e)};
  Curve Loop(400 + e) = {300 + e, 30 + to(e), -(100 + e), -(30 + from(e))};
  Plane Surface(400 + e) = {400 + e};
EndFor
For q In {0:5}
  Curve Loop(500 + q) = {300 + a(q), 300 + b(q), -(300 + c(q)), -(300 + d(q))};
  Plane Surface(500 + q) = {500 + q};
  Surface Loop(11 + q) = {500 + q, 200 + q, 400 + a(q), 400 + b(q), 400 + c(q), 400 + d(q)};
  Volume(11 + q) = {11 + q};
EndFor
Line(41) = {73, 72};
Curve Loop(600) = {303, -302, 306, -307, 41};
Plane Surface(600) = {600};
Curve Loop(601) = {305, -304, 308, -309, 41};
Plane Surface(601) = {601};
Surface Loop(8) = {500:505, 600, 601};
Volume(8) = {8};
Transfinite Curve{30:40} = 2;
Transfinite Curve{300:315} = n + 1;
Transfinite Surface{400:415, 500:505};
Transfinite Volume{11:16};

Physical Volume("ball") = {8, 11:16};
Physical Surface("y") += {402, 403, 406, 407, 600};
Physical Surface("x") += {404, 405, 408, 409, 601};
