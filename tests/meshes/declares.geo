// Every way to declare a parameter, and some that only look like it.
Include "declares_more.geo";
DefineConstant[ a = 1, b = {2, Name "Group/b, not c"}, // hidden = 3
  d = {0.5, Min 0, Max 1, Choices{0.5 = "half, e = 1", 1 = "whole"}, Name "d"} ];
/* DefineConstant[ never = 1 ]; */
notone = 4;
Printf("DefineConstant[ text = 1 ]");
DefineConstant[ _f1 = a + b ];
