// A ball in a cube: two media, cells along the ball curved at geometric order 2, two kinds of walls.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.8];
Box(1) = {-1, -1, -1, 2, 2, 2};
Sphere(2) = {0, 0, 0, 0.6};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("ball") = {2};
Physical Volume("air") = {3};
open[] = Surface In BoundingBox{-1.01, -1.01, -1.01, 1.01, 1.01, -0.99};
walls[] = CombinedBoundary{ Volume{2, 3}; };
walls[] -= open[];
Physical Surface("walls") = {walls[]};
Physical Surface("open") = {open[]};
MeshSize{ PointsOf{ Volume{:}; } } = h;
