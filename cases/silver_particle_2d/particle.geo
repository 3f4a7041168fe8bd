// A disk in a square, and a larger square around it. Lengths in nanometres.
SetFactory("OpenCASCADE");
DefineConstant[h = 40];       // size of the cells
DefineConstant[g = 4];        // times as small at the disk
DefineConstant[radius = 25];  // of the disk
inner = 60;                   // half the sides of the squares
outer = 120;

Disk(1) = {0, 0, 0, radius};
Rectangle(2) = {-inner, -inner, 0, 2*inner, 2*inner};
Rectangle(3) = {-outer, -outer, 0, 2*outer, 2*outer};
BooleanFragments{ Surface{3}; Delete; }{ Surface{1, 2}; Delete; }  // the parts share the curves between them

e = 1e-3;
particle() = Surface In BoundingBox{-radius - e, -radius - e, -e, radius + e, radius + e, e};
within() = Surface In BoundingBox{-inner - e, -inner - e, -e, inner + e, inner + e, e};
total() = within();
total() -= particle();
scattered() = Surface{:};
scattered() -= within();
Physical Surface("silver") = particle();
Physical Surface("total") = total();
Physical Surface("scattered") = scattered();
Physical Curve("outer") = {Curve In BoundingBox{-outer - e, -outer - e, -e, -outer + e, outer + e, e},
                           Curve In BoundingBox{outer - e, -outer - e, -e, outer + e, outer + e, e},
                           Curve In BoundingBox{-outer - e, -outer - e, -e, outer + e, -outer + e, e},
                           Curve In BoundingBox{-outer - e, outer - e, -e, outer + e, outer + e, e}};

MeshSize{ PointsOf{ Surface{:}; } } = h;
MeshSize{ PointsOf{ Surface{particle()}; } } = h/g;
