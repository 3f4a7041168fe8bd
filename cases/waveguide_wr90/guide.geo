// A rectangular guide along z, 22.86 mm by 10.16 mm. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 12];       // size of the cells
DefineConstant[length = 60];  // of the guide

Rectangle(1) = {0, 0, 0, 22.86, 10.16};
MeshSize{ PointsOf{ Surface{1}; } } = h;
// Layers of cells, all of one shape. Extrude lists the new end, the volume, and the sides.
guide() = Extrude{0, 0, length}{ Surface{1}; Layers{Ceil(length/h)}; };

Physical Volume("air") = {guide(1)};
Physical Surface("port") = {1};
Physical Surface("load") = {guide(0)};
Physical Surface("walls") = {guide({2:5})};
