// A round guide of radius r along z, one layer of cells long; the port is at z = 0.
SetFactory("OpenCASCADE");
DefineConstant[r = 0.01, h = 0.005];
Disk(1) = {0, 0, 0, r};
Extrude {0, 0, h} { Surface{1}; Layers{1}; }
Mesh.MeshSizeMin = h;
Mesh.MeshSizeMax = h;
Physical Volume("air") = {1};
Physical Surface("feed") = {1};
Physical Surface("wall") = {2};
Physical Surface("end") = {3};
