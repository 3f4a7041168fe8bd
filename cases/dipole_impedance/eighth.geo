// An eighth, x > 0, y > 0 and z > 0, of the space around and in a thin tube along z with a gap in its middle. The tube
// has eight sides, which together act as a circle of radius 5. It stands in two nested boxes. Lengths in thousandths of
// the wavelength.
SetFactory("OpenCASCADE");
DefineConstant[length = 500];  // of the tube with its gap
DefineConstant[gap = 10];
DefineConstant[h = 6];         // size of the cells at the tube
DefineConstant[tip = 3];       // … at its ends, where fields are singular
DefineConstant[growth = 0.7];  // of their size with the distance from it
near = 60;                     // from the axis to the sides of the smaller box
outer = 110;                   // to those of the larger one
side = 4.013;                  // of the tube's section
R = side/2/Sin(Pi/8);
top = length/2;

Point(1) = {0, 0, 0};
Point(2) = {R, 0, 0};
Point(3) = {R*Cos(Pi/4), R*Sin(Pi/4), 0};
Point(4) = {0, R, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
first() = Extrude{0, 0, gap/2}{ Surface{1}; };
second() = Extrude{0, 0, top - gap/2}{ Surface{first(0)}; };
Box(3) = {0, 0, 0, near, near, top + near};
Box(4) = {0, 0, 0, outer, outer, top + outer};
BooleanFragments{ Volume{:}; Delete; }{}  // neighbours share the faces between them

e = 1e-3;
r = R + e;
all = top + outer + e;
x() = Surface In BoundingBox{-e, -e, -e, e, outer + e, all};
y() = Surface In BoundingBox{-e, -e, -e, outer + e, e, all};
z() = Surface In BoundingBox{-e, -e, -e, outer + e, outer + e, e};
across() = Surface In BoundingBox{-e, -e, gap/2 - e, r, r, gap/2 + e};
across() += Surface In BoundingBox{-e, -e, top - e, r, r, top + e};
tube() = Surface In BoundingBox{-e, -e, -e, r, r, gap/2 + e};
tube() -= {x(), y(), z(), across()};
arm() = Surface In BoundingBox{-e, -e, gap/2 - e, r, r, top + e};
arm() -= {x(), y(), across()};
open() = Abs(CombinedBoundary{ Volume{:}; });
open() -= {x(), y(), z()};
inside() = Volume In BoundingBox{-e, -e, -e, near + e, near + e, top + near + e};
Physical Volume("near") = inside();
far() = Volume{:};
far() -= {inside()};
Physical Volume("far") = far();
Physical Surface("gap") = tube();
Physical Surface("arm") = arm();
Physical Surface("x") = x();
Physical Surface("y") = y();
Physical Surface("z") = z();
Physical Surface("outer") = open();

rim() = Abs(Boundary{ Surface{tube()}; });
axis() = Curve In BoundingBox{R - e, -e, gap/2 - e, r, e, top + e};
axis() += Curve In BoundingBox{-e, R - e, gap/2 - e, e, r, top + e};
end() = Curve In BoundingBox{-e, -e, top - e, r, r, top + e};
end() -= Curve In BoundingBox{-e, -e, top - e, e, r, top + e};
end() -= Curve In BoundingBox{-e, -e, top - e, r, e, top + e};
Field[1] = Distance;
Field[1].CurvesList = {rim(), axis()};
Field[2] = Distance;
Field[2].CurvesList = {end()};
Field[3] = MathEval;
Field[3].F = Sprintf("Min(Min(%g + %g*F1, %g + %g*F2), 100)", h, growth, tip, growth);
Background Field = 3;
Mesh.MeshSizeExtendFromBoundary = 0;
Mesh.MeshSizeFromPoints = 0;
