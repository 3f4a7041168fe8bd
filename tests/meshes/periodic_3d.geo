// A cube, periodic in all directions; the faces across z are in no physical group.
SetFactory("OpenCASCADE");
DefineConstant[ h = 0.7 ];
Box(1) = {0, 0, 0, 1, 1, 1};
MeshSize {:} = h;
Periodic Surface {2} = {1} Translate {1, 0, 0};
Periodic Surface {4} = {3} Translate {0, 1, 0};
Periodic Surface {6} = {5} Translate {0, 0, 1};
Physical Volume("all") = {1};
Physical Surface("xmin") = {1};
Physical Surface("xmax") = {2};
Physical Surface("ymin") = {3};
Physical Surface("ymax") = {4};
