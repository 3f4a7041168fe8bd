// The unit cube in a regular lattice of tetrahedra.
DefineConstant[n = 45];  // points along an edge

Point(1) = {0, 0, 0};
edge[] = Extrude {1, 0, 0} { Point{1}; };
square[] = Extrude {0, 1, 0} { Curve{edge[1]}; };
cube[] = Extrude {0, 0, 1} { Surface{square[1]}; };
Physical Volume("vacuum") = {cube[1]};
Physical Surface("walls") = Boundary{ Volume{cube[1]}; };

Transfinite Curve{:} = n;
Transfinite Surface{:};
Transfinite Volume{:};
