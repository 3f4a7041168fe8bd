// A half of a filter of four cavities in a guide WR-90 along y: five inductive irises of full height between the plane of
// symmetry, x = 0, and the wall. Lengths in millimetres.
DefineConstant[h = 10];       // size of the cells
DefineConstant[edge = 2];     // … at the irises' edges, where fields are singular
DefineConstant[length = 15];  // from the outer irises to the ports
a = 22.86;
DefineConstant[b = 5];        // half the height of the guide: S does not depend on it
t = 3.81;                                                // thickness of the irises
w() = {12.703302, 9.25068, 8.78332, 9.25068, 12.703302}; // openings
l() = {15.05712, 17.065752, 17.065752, 15.05712};        // cavities

// The outline: up along the wall with the irises, and back along the plane of symmetry.
y = 0;
outline[] = {};
p = newp; Point(p) = {a/2, -length, 0, h}; outline[] += p;
For i In {0:4}
  p = newp; Point(p) = {a/2, y, 0, h}; outline[] += p;
  p = newp; Point(p) = {w(i)/2, y, 0, edge}; outline[] += p;
  y += t;
  p = newp; Point(p) = {w(i)/2, y, 0, edge}; outline[] += p;
  p = newp; Point(p) = {a/2, y, 0, h}; outline[] += p;
  If (i < 4)
    y += l(i);
  EndIf
EndFor
p = newp; Point(p) = {a/2, y + length, 0, h}; outline[] += p;
p = newp; Point(p) = {0, y + length, 0, h}; outline[] += p;
p = newp; Point(p) = {0, -length, 0, h}; outline[] += p;
n = #outline[];
sides[] = {};
For i In {0:n - 1}
  s = newl; Line(s) = {outline[i], outline[(i + 1) % n]}; sides[] += s;
EndFor
Curve Loop(1) = {sides[]};
Plane Surface(1) = {1};

// One layer of prisms, each cut into three tetrahedra. Extrude lists the new end, the volume, and the sides.
guide() = Extrude {0, 0, b} { Surface{1}; Layers{1}; };
Physical Volume("air") = {guide(1)};
Physical Surface("output") = {guide(n - 1)};
Physical Surface("symmetry") = {guide(n)};
Physical Surface("input") = {guide(n + 1)};
Physical Surface("walls") = {1, guide(0), guide({2:n - 2})};
