// A cylinder (hole) of radius 0.5, the total field to radius 1, the scattered field around it; or their upper half.
SetFactory("OpenCASCADE");
DefineConstant[ half = 0, h = 0.3, outer = 5 ];
Disk(1) = {0, 0, 0, outer};
Disk(2) = {0, 0, 0, 1};
Disk(3) = {0, 0, 0, 0.5};
scattered() = BooleanDifference{ Surface{1}; Delete; }{ Surface{2}; };
total() = BooleanDifference{ Surface{2}; Delete; }{ Surface{3}; Delete; };
If (half)
  Rectangle(10) = {-outer - 1, 0, 0, 2*outer + 2, outer + 1};
  Rectangle(11) = {-outer - 1, 0, 0, 2*outer + 2, outer + 1};
  s() = BooleanIntersection{ Surface{scattered()}; Delete; }{ Surface{10}; Delete; };
  t() = BooleanIntersection{ Surface{total()}; Delete; }{ Surface{11}; Delete; };
Else
  s() = scattered();
  t() = total();
EndIf
BooleanFragments{ Surface{s(), t()}; Delete; }{ }
all() = Surface{:};
t() = Surface In BoundingBox {-1.1, -1.1, -1, 1.1, 1.1, 1};
s() = {};
For i In {0 : #all() - 1}
  If (all(i) != t(0))
    s() += all(i);
  EndIf
EndFor
Physical Surface("total") = {t()};
Physical Surface("scattered") = {s()};
far() = {};
walls() = CombinedBoundary{ Surface{:}; };
body() = Curve In BoundingBox {-0.51, -0.51, -1, 0.51, 0.51, 1};
Physical Curve("body") = {body()};
plane() = Curve In BoundingBox {-outer - 1, -1e-3, -1, outer + 1, 1e-3, 1};
For i In {0 : #walls() - 1}
  c = Abs(walls(i));
  is_far = 1;
  For j In {0 : #body() - 1}
    If (body(j) == c)
      is_far = 0;
    EndIf
  EndFor
  For j In {0 : #plane() - 1}
    If (plane(j) == c)
      is_far = 0;
    EndIf
  EndFor
  If (is_far)
    far() += c;
  EndIf
EndFor
Physical Curve("outer") = {far()};
If (half)
  Physical Curve("symmetry") = {plane()};
EndIf
sides() = Abs(Boundary{ Surface{t()}; });
surface() = {};
For i In {0 : #sides() - 1}
  keep = 1;
  For j In {0 : #body() - 1}
    If (body(j) == sides(i))
      keep = 0;
    EndIf
  EndFor
  For j In {0 : #plane() - 1}
    If (plane(j) == sides(i))
      keep = 0;
    EndIf
  EndFor
  If (keep)
    surface() += sides(i);
  EndIf
EndFor
Physical Curve("surface") = {surface()};
MeshSize{:} = h;
MeshSize{ PointsOf{ Curve{far()}; } } = 4*h;
