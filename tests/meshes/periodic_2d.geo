// A rectangle, periodic in x through named groups, and in y through one group that holds both sides.
DefineConstant[ h = 0.4, w = 2 ];
Point(1) = {0, 0, 0, h};
Point(2) = {w, 0, 0, h};
Point(3) = {w, 1, 0, h};
Point(4) = {0, 1, 0, h};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {4, 3};
Line(4) = {1, 4};
Curve Loop(1) = {1, 2, -3, -4};
Plane Surface(1) = {1};
Periodic Curve {2} = {4} Translate {w, 0, 0};
Periodic Curve {3} = {1} Translate {0, 1, 0};
Physical Surface("all") = {1};
Physical Curve("left") = {4};
Physical Curve("right") = {2};
Physical Curve("both") = {1, 3};
