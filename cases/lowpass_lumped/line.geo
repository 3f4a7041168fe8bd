// A line of two plates, 2 mm wide and 1 mm apart, with faces between them for a filter's elements. Lengths in millimetres.
SetFactory("OpenCASCADE");
DefineConstant[h = 3];          // size of the cells
DefineConstant[piece = 10.25];  // of line between two elements
end = 1;                        // of line between an element and a port

x() = {0, end, end + piece, end + 2*piece, 2*end + 2*piece};
Point(1) = {0, 0, 0};
edge() = Extrude{0, 2, 0}{ Point{1}; Layers{1}; };
face() = Extrude{0, 0, 1}{ Curve{edge(1)}; Layers{1}; };
across() = {face(1)};
air() = {};
For i In {1:4}
  next() = Extrude{x(i) - x(i - 1), 0, 0}{ Surface{across(i - 1)}; Layers{Ceil((x(i) - x(i - 1))/h)}; };
  across() += {next(0)};
  air() += {next(1)};
EndFor

Physical Volume("air") = air();
Physical Surface("left") = {across(0)};
Physical Surface("c1") = {across(1)};
Physical Surface("c2") = {across(2)};
Physical Surface("c3") = {across(3)};
Physical Surface("right") = {across(4)};
e = 1e-3;
Physical Surface("lower") = Surface In BoundingBox{-e, -e, -e, x(4) + e, 2 + e, e};
Physical Surface("upper") = Surface In BoundingBox{-e, -e, 1 - e, x(4) + e, 2 + e, 1 + e};
Physical Surface("sides") = {Surface In BoundingBox{-e, -e, -e, x(4) + e, e, 1 + e},
                             Surface In BoundingBox{-e, 2 - e, -e, x(4) + e, 2 + e, 1 + e}};
