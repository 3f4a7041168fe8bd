/// Memory that Gmsh and its CAD kernel never give back is none of the leaks that the sanitizers are to find.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char* __lsan_default_suppressions() { return "leak:libgmsh\nleak:libTK\n"; }
