// The unit cube with a ball in its middle.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.2];  // size of the cells

Box(1) = {0, 0, 0, 1, 1, 1};
Sphere(2) = {0.5, 0.5, 0.5, 0.3};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("ball") = {2};
Physical Volume("matrix") = {3};
walls() = CombinedBoundary{ Volume{2, 3}; };  // without the ball's own surface
Physical Surface("walls") = {walls()};

MeshSize{ PointsOf{ Volume{:}; } } = h;
