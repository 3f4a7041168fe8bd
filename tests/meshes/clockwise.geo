// A disk whose boundary runs clockwise: its triangles are negative.
DefineConstant[ h = 0.5 ];
Point(1) = {0, 0, 0, h};
Point(2) = {1, 0, 0, h};
Point(3) = {-1, 0, 0, h};
Circle(1) = {3, 1, 2};
Circle(2) = {2, 1, 3};
Curve Loop(1) = {-1, -2};
Plane Surface(1) = {1};
Physical Surface("disk") = {1};
Physical Curve("rim") = {1, 2};
