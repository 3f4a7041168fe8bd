// A box with two ends across z, and a smaller box in its middle.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.2];       // size of the cells
DefineConstant[length = 1];    // along z

Box(1) = {0, 0, 0, 1, 1, length};
Box(2) = {0.25, 0.25, 0.25*length, 0.5, 0.5, 0.5*length};
BooleanFragments{ Volume{1}; Delete; }{ Volume{2}; Delete; }
Physical Volume("inner") = {2};
Physical Volume("outer") = {3};

walls[] = CombinedBoundary{ Volume{:}; };
ends[] = Surface In BoundingBox{-0.1, -0.1, -1e-3, 1.1, 1.1, 1e-3};
ends[] += Surface In BoundingBox{-0.1, -0.1, length - 1e-3, 1.1, 1.1, length + 1e-3};
walls[] -= ends[];
Physical Surface("ends") = {ends[]};
Physical Surface("sides") = {walls[]};

MeshSize{ PointsOf{ Volume{:}; } } = h;
