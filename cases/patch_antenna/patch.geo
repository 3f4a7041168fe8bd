// A patch on a board above a ground plane, and air above it. The port is a face that stands between the ground and the patch.
// Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[length = 38, width = 57];  // of the patch, along x and y
DefineConstant[feed = 9];                 // of the port from the middle of the patch, along x
DefineConstant[h = 30];                   // size of the cells
thick = 3.175;                            // of the board
strip = 4;                                // width of the port
a = length/2 + 30;
b = width/2 + 30;

Box(1) = {-a, -b, 0, 2*a, 2*b, thick};
Box(2) = {-a, -b, thick, 2*a, 2*b, 35};
Rectangle(100) = {-length/2, -width/2, thick, length, width};
Point(1000) = {feed, -strip/2, 0};
line() = Extrude{0, strip, 0}{ Point{1000}; };
face() = Extrude{0, 0, thick}{ Curve{line(1)}; };
BooleanFragments{ Volume{1, 2}; Delete; }{ Surface{100, face(1)}; Delete; }  // they share the faces between them

e = 1e-3;
board() = Volume In BoundingBox{-a - e, -b - e, -e, a + e, b + e, thick + e};
air() = Volume{:};
air() -= board();
patch() = Surface In BoundingBox{-length/2 - e, -width/2 - e, thick - e, length/2 + e, width/2 + e, thick + e};
port() = Surface In BoundingBox{feed - e, -strip/2 - e, -e, feed + e, strip/2 + e, thick + e};
ground() = Surface In BoundingBox{-a - e, -b - e, -e, a + e, b + e, e};
outer() = Abs(CombinedBoundary{ Volume{:}; });
outer() -= ground();
Physical Volume("board") = board();
Physical Volume("air") = air();
Physical Surface("patch") = patch();
Physical Surface("port") = port();
Physical Surface("ground") = ground();
Physical Surface("outer") = outer();

MeshSize{ PointsOf{ Volume{:}; } } = h;
MeshSize{ PointsOf{ Surface{patch()}; } } = h/2;
MeshSize{ PointsOf{ Surface{port()}; } } = strip;
