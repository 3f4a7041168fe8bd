// The square (-1, 1) x (-1, 1) without its quarter x > 0, y < 0.
DefineConstant[h = 0.25];  // size of the cells

Point(1) = {0, 0, 0, h};
Point(2) = {1, 0, 0, h};
Point(3) = {1, 1, 0, h};
Point(4) = {-1, 1, 0, h};
Point(5) = {-1, -1, 0, h};
Point(6) = {0, -1, 0, h};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 5};
Line(5) = {5, 6};
Line(6) = {6, 1};
Curve Loop(1) = {1:6};
Plane Surface(1) = {1};
Physical Surface("plate") = {1};
Physical Curve("edge") = {1:6};
