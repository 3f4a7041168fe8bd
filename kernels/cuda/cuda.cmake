# The GPU backend. Its kernels are compiled at run time: the toolkit's headers and two libraries are all it takes,
# no nvcc. A shared object of its own, so that the program runs where these libraries are missing.

# Kernel texts, as data: what kernel sources and equations include, however deep.
file(GLOB_RECURSE kernel_texts CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
  kernels/*.cu kernels/*.cuh kernels/*.hpp)
list(TRANSFORM kernel_texts PREPEND ${CMAKE_SOURCE_DIR}/)
set(embedded ${CMAKE_BINARY_DIR}/generated/embedded_kernel_texts.cpp)
add_custom_command(OUTPUT ${embedded}
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${CMAKE_SOURCE_DIR} -DOUTPUT=${embedded}
          -P ${CMAKE_SOURCE_DIR}/kernels/cuda/gpu/embed_texts.cmake
  DEPENDS ${kernel_texts} ${CMAKE_SOURCE_DIR}/kernels/cuda/gpu/embed_texts.cmake VERBATIM)
target_sources(dgsolve_kernels_common PRIVATE ${embedded})

option(DGSOLVE_CUDA "Build the GPU backend where the CUDA toolkit is found" ON)
find_path(CUDA_INCLUDE_DIR nvrtc.h HINTS /usr/local/cuda/include)
find_library(CUDA_NVRTC_LIBRARY nvrtc HINTS /usr/local/cuda/lib64)
find_library(CUDA_RUNTIME_LIBRARY cudart HINTS /usr/local/cuda/lib64)
set(cuda_version 0)
if(DGSOLVE_CUDA AND CUDA_INCLUDE_DIR AND CUDA_NVRTC_LIBRARY AND CUDA_RUNTIME_LIBRARY)
  file(STRINGS ${CUDA_INCLUDE_DIR}/cuda_runtime_api.h version_line REGEX "define CUDART_VERSION")
  string(REGEX MATCH "[0-9]+" cuda_version "${version_line}")
endif()
if(cuda_version LESS 12080)  # the first with cudaLibraryLoadData
  message(STATUS "No GPU backend: CUDA 12.8 or later is not found, or DGSOLVE_CUDA is off")
  return()
endif()

add_library(cuda_libraries INTERFACE)
target_include_directories(cuda_libraries SYSTEM INTERFACE ${CUDA_INCLUDE_DIR})
target_link_libraries(cuda_libraries INTERFACE ${CUDA_NVRTC_LIBRARY} ${CUDA_RUNTIME_LIBRARY} ${CMAKE_DL_LIBS})

file(GLOB cuda_sources CONFIGURE_DEPENDS kernels/cuda/runtime/*.cpp)
add_library(dgsolve_cuda_runtime STATIC ${cuda_sources})
compile_by_folder(dgsolve_cuda_runtime)
target_link_libraries(dgsolve_cuda_runtime PUBLIC dgsolve_kernels_common cuda_libraries PRIVATE OpenMP::OpenMP_CXX)
set_target_properties(dgsolve_cuda_runtime PROPERTIES POSITION_INDEPENDENT_CODE ON)

add_library(dgsolve_cuda MODULE kernels/cuda/module/module.cpp)
target_link_libraries(dgsolve_cuda PRIVATE dgsolve_cuda_runtime)
# NVRTC loads a library of its own from beside itself: only RPATH, not RUNPATH, reaches that far.
target_link_options(dgsolve_cuda PRIVATE -Wl,--disable-new-dtags -Wl,--exclude-libs,ALL)
set_target_properties(dgsolve_cuda PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
