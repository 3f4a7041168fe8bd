// A half of a filter of four cavities in a guide WR-90 along y: five inductive irises of full height between the plane of
// symmetry, x = 0, and the wall. Lengths in millimetres.
DefineConstant[h = 12];       // size of the cells
DefineConstant[edge = 0.5];   // … at the irises' edges, where fields are singular
DefineConstant[growth = 0.7]; // … for each millimetre further away from them
DefineConstant[length = 15];  // from the outer irises to the ports
a = 22.86;
DefineConstant[b = 2];        // height of the guide, on which S does not depend
t = 2;                                    // thickness of the irises
w() = {10.27, 6.65, 6.18, 6.65, 10.27};   // openings
l() = {14.29, 15.73, 15.73, 14.29};       // cavities

// The outline: up along the wall with the irises, and back along the plane of symmetry.
y = 0;
outline[] = {};
edges[] = {};
p = newp; Point(p) = {a/2, -length, 0}; outline[] += p;
For i In {0:4}
  p = newp; Point(p) = {a/2, y, 0}; outline[] += p;
  p = newp; Point(p) = {w(i)/2, y, 0}; outline[] += p; edges[] += p;
  y += t;
  p = newp; Point(p) = {w(i)/2, y, 0}; outline[] += p; edges[] += p;
  p = newp; Point(p) = {a/2, y, 0}; outline[] += p;
  If (i < 4)
    y += l(i);
  EndIf
EndFor
p = newp; Point(p) = {a/2, y + length, 0}; outline[] += p;
p = newp; Point(p) = {0, y + length, 0}; outline[] += p;
p = newp; Point(p) = {0, -length, 0}; outline[] += p;
n = #outline[];
sides[] = {};
For i In {0:n - 1}
  s = newl; Line(s) = {outline[i], outline[(i + 1) % n]}; sides[] += s;
EndFor
Curve Loop(1) = {sides[]};
Plane Surface(1) = {1};
Field[1] = Distance;
Field[1].PointsList = {edges[]};
Field[2] = MathEval;
Field[2].F = Sprintf("min(%g, %g + %g*F1)", h, edge, growth);
Background Field = 2;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;

// One layer of prisms, each cut into three tetrahedra. Extrude lists the new end, the volume, and the sides.
guide() = Extrude {0, 0, b} { Surface{1}; Layers{1}; };
Physical Volume("air") = {guide(1)};
Physical Surface("output") = {guide(n - 1)};
Physical Surface("symmetry") = {guide(n)};
Physical Surface("input") = {guide(n + 1)};
Physical Surface("walls") = {1, guide(0), guide({2:n - 2})};
