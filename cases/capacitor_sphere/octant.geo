// An octant of the shell between two spheres around the origin.
SetFactory("OpenCASCADE");
DefineConstant[h = 0.5];  // size of the cells

a = 1;
b = 2;
Sphere(1) = {0, 0, 0, b, 0, Pi/2, Pi/2};
Sphere(2) = {0, 0, 0, a, 0, Pi/2, Pi/2};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };
e = 1e-6;
inner() = Surface In BoundingBox {-e, -e, -e, a + e, a + e, a + e};
x() = Surface In BoundingBox {-e, -e, -e, e, b + e, b + e};
y() = Surface In BoundingBox {-e, -e, -e, b + e, e, b + e};
z() = Surface In BoundingBox {-e, -e, -e, b + e, b + e, e};
all() = Boundary{ Volume{3}; };
outer() = Abs(all());
outer() -= inner();
outer() -= x();
outer() -= y();
outer() -= z();
Physical Volume("dielectric") = {3};
Physical Surface("inner") = inner();
Physical Surface("outer") = outer();
Physical Surface("symmetry") = {x(), y(), z()};

MeshSize{ PointsOf{ Volume{3}; } } = h;
