// A coaxial line along x with radii a and b, one layer of cells long; the port is at x = 0.
SetFactory("OpenCASCADE");
DefineConstant[a = 0.001, b = 0.0023024, h = 0.0008];
Disk(1) = {0, 0, 0, b};
Disk(2) = {0, 0, 0, a};
BooleanDifference(3) = { Surface{1}; Delete; }{ Surface{2}; Delete; };
Rotate { {0, 1, 0}, {0, 0, 0}, Pi/2 } { Surface{3}; }
out[] = Extrude {h, 0, 0} { Surface{3}; Layers{1}; };
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Physical Volume("air") = {out[1]};
Physical Surface("feed") = {3};
Physical Surface("wall") = {out[2], out[3]};
Physical Surface("end") = {out[0]};
