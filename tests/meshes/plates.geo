// Two plates, lower and upper, with a face between them in the middle of their length.
SetFactory("OpenCASCADE");
DefineConstant[length = 0.01, width = 0.01, height = 0.001];
DefineConstant[along = 2, across = 1];  // cells in half of the length, and in the width

Point(1) = {0, 0, 0};
edge[] = Extrude{0, width, 0}{ Point{1}; Layers{across}; };
end[] = Extrude{0, 0, height}{ Curve{edge[1]}; Layers{1}; };
half[] = Extrude{length/2, 0, 0}{ Surface{end[1]}; Layers{along}; };
rest[] = Extrude{length/2, 0, 0}{ Surface{half[0]}; Layers{along}; };
Physical Volume("air") = {half[1], rest[1]};
e = 1e-6;
Physical Surface("front") = {end[1]};
Physical Surface("gap") = {half[0]};
Physical Surface("back") = {rest[0]};
Physical Surface("lower") = Surface In BoundingBox{-e, -e, -e, length + e, width + e, e};
Physical Surface("upper") = Surface In BoundingBox{-e, -e, height - e, length + e, width + e, height + e};
Physical Surface("sides") = {Surface In BoundingBox{-e, -e, -e, length + e, e, height + e},
                             Surface In BoundingBox{-e, width - e, -e, length + e, width + e, height + e}};
