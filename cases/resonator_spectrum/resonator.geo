// A dielectric rod on the axis of a round cavity, in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 12];  // size of the cells in air; half of it in the rod, where waves are half as long
DefineConstant[R = 30];  // radius of the cavity
DefineConstant[a = 10];  // radius of the rod

Disk(1) = {0, 0, 0, R};
Disk(2) = {0, 0, 0, a};
BooleanFragments{ Surface{1}; Delete; }{ Surface{2}; Delete; }  // one curve between the two, not two
Physical Surface("rod") = {2};
Physical Surface("air") = {3};
Physical Curve("wall") = CombinedBoundary{ Surface{2, 3}; };

MeshSize{ PointsOf{ Surface{3}; } } = h;
MeshSize{ PointsOf{ Surface{2}; } } = h / 2;
