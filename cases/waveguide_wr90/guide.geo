// A rectangular guide along z, 22.86 mm by 10.16 mm, and a window of dielectric at its end. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 12];        // size of the cells
DefineConstant[length = 60];   // of the guide
DefineConstant[window = 8.1];  // thickness

Rectangle(1) = {0, 0, 0, 22.86, 10.16};
MeshSize{ PointsOf{ Surface{1}; } } = h;
// Layers of cells, all of one shape. Extrude lists the new end, the volume, and the sides.
guide() = Extrude{0, 0, length}{ Surface{1}; Layers{Ceil(length/h)}; };
end() = Extrude{0, 0, window}{ Surface{guide(0)}; Layers{Ceil(window/h)}; };

Physical Volume("air") = {guide(1)};
Physical Volume("window") = {end(1)};
Physical Surface("port") = {1};
Physical Surface("load") = {end(0)};
Physical Surface("walls") = {guide({2:5}), end({2:5})};
