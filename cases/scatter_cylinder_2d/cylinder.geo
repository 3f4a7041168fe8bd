// A round hole in a square, and a larger square around it. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 6];        // size of the cells; half of it at the cylinder
DefineConstant[radius = 10];  // of the cylinder
inner = 20;                   // half the sides of the squares
outer = 30;

Disk(1) = {0, 0, 0, radius};
Rectangle(2) = {-inner, -inner, 0, 2*inner, 2*inner};
Rectangle(3) = {-outer, -outer, 0, 2*outer, 2*outer};
BooleanDifference(4) = { Surface{3}; Delete; }{ Surface{2}; };
BooleanDifference(5) = { Surface{2}; Delete; }{ Surface{1}; Delete; };
BooleanFragments{ Surface{4}; Delete; }{ Surface{5}; Delete; }  // the two share the curves between them
Physical Surface("scattered") = {4};
Physical Surface("total") = {5};

e = 1e-3;
cylinder() = Curve In BoundingBox{-radius - e, -radius - e, -e, radius + e, radius + e, e};
Physical Curve("cylinder") = cylinder();
Physical Curve("outer") = {Curve In BoundingBox{-outer - e, -outer - e, -e, -outer + e, outer + e, e},
                           Curve In BoundingBox{outer - e, -outer - e, -e, outer + e, outer + e, e},
                           Curve In BoundingBox{-outer - e, -outer - e, -e, outer + e, -outer + e, e},
                           Curve In BoundingBox{-outer - e, outer - e, -e, outer + e, outer + e, e}};

MeshSize{ PointsOf{ Surface{:}; } } = h;
MeshSize{ PointsOf{ Curve{cylinder()}; } } = h / 2;
