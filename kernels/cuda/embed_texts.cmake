# Writes the kernel sources into a C++ file, for kernel_text.cpp:
#   cmake -DSOURCE_DIR=… -DFILES="kernels/prelude.hpp kernels/…" -DOUTPUT=….cpp -P embed_texts.cmake
separate_arguments(files UNIX_COMMAND "${FILES}")
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
