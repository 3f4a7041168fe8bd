# Writes the kernel sources into a C++ file, for kernel_text.cpp: kernels (*.cu), and what generated texts
# include: equations, local models, sampled functions; with all that these include.
#   cmake -DSOURCE_DIR=… -DOUTPUT=….cpp -P embed_texts.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE waiting RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/kernels/*.cu ${SOURCE_DIR}/kernels/physics/*.hpp
  ${SOURCE_DIR}/kernels/models/*.hpp ${SOURCE_DIR}/kernels/expression/sampled_value.hpp)
set(files)
while(waiting)
  list(POP_FRONT waiting file)
  if(file IN_LIST files)
    continue()
  endif()
  list(APPEND files ${file})
  file(STRINGS ${SOURCE_DIR}/${file} includes REGEX "^#include \"")
  list(TRANSFORM includes REPLACE "^#include \"([^\"]+)\".*" "\\1")
  list(APPEND waiting ${includes})
endwhile()
list(SORT files)

set(out "namespace dgsolve::cuda {\n\n")
string(APPEND out "struct EmbeddedFile {\n  const char *path, *text;\n};\n")
string(APPEND out "extern const EmbeddedFile embedded_files[];\n")
string(APPEND out "const EmbeddedFile embedded_files[] = {\n")
foreach(file ${files})
  file(READ ${SOURCE_DIR}/${file} text)
  string(APPEND out "{\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
string(APPEND out "{nullptr, nullptr}};\n\n}  // namespace dgsolve::cuda\n")
file(WRITE ${OUTPUT} "${out}")
