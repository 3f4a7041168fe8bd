/// Memory that Gmsh and its CAD kernel never give back, which is none of the leaks that the sanitizers are to
/// find.
extern "C" const char* __lsan_default_suppressions() {  // NOLINT(bugprone-reserved-identifier)
  return "leak:libgmsh\nleak:libTK\n";
}
