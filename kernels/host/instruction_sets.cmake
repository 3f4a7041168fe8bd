# The host's kernels: every equation in kernels/physics/ and every local model in kernels/models/ × every instruction
# set, each a translation unit of its own in namespace dgsolve::<instruction set> (made from instantiate.cpp.in). A
# new equation needs no line here. A function of one set must never stand in for another's at link time: names differ,
# symbols are hidden, and these translation units include no standard library templates.

# name; bytes of a vector; vector registers; compiler options
set(instruction_sets "baseline\;16\;16\;")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Processors without AVX2 are older than 2013: they get right numbers, for half the compiler's time.
  set(instruction_sets "baseline\;16\;16\;-O1"
    "avx2\;32\;16\;-mavx2 -mfma"
    "avx512\;64\;32\;-mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma -mprefer-vector-width=512")
endif()

file(GLOB model_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} kernels/models/*.hpp)
file(GLOB equation_files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} kernels/physics/*.hpp)
set(generated ${CMAKE_BINARY_DIR}/generated/host)
set(kernel_list "")
function(add_kernel_source target source vector_options)
  separate_arguments(options UNIX_COMMAND "${vector_options}")
  if(DGSOLVE_SANITIZE MATCHES fuzzer)  # linked, never run
    list(APPEND options -O0 -g0 -fno-sanitize=all)
  elseif(DGSOLVE_SANITIZE)
    # Everything is inlined here: with a check at every access through a pointer these files take minutes each. What
    # is left out is found by the address sanitizer too.
    list(APPEND options -O1 -g1 -fno-sanitize=null,alignment,object-size)
  endif()
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS
    "${options};-fvisibility=hidden;-fno-math-errno;-fno-trapping-math;-ffp-contract=fast")
  target_sources(${target} PRIVATE ${source})
endfunction()

# add_kernels(TARGET LIST CONTENTS FILES…): the kernels of files of equations (CONTENTS: systems) or of local models (models),
# and their lines in the list (dispatch.cpp).
function(add_kernels target list contents)
  foreach(file ${ARGN})
    get_filename_component(name ${file} NAME_WE)
    foreach(set ${instruction_sets})
      list(GET set 0 isa)
      list(GET set 1 vector_bytes)
      list(GET set 2 vector_registers)
      list(GET set 3 vector_options)
      set(source ${CMAKE_BINARY_DIR}/generated/host/${isa}_${name}.cpp)
      configure_file(${CMAKE_SOURCE_DIR}/kernels/host/waves/cells/instantiate.cpp.in ${source} @ONLY)
      add_kernel_source(${target} ${source} "${vector_options}")
      string(APPEND ${list} "DGSOLVE_KERNELS(${isa}, ${name})\n")
    endforeach()
  endforeach()
  set(${list} "${${list}}" PARENT_SCOPE)
endfunction()
add_kernels(dgsolve_kernels kernel_list systems ${equation_files})
add_kernels(dgsolve_kernels kernel_list models ${model_files})

foreach(set ${instruction_sets})
  list(GET set 0 isa)
  list(GET set 1 vector_bytes)
  list(GET set 2 vector_registers)
  list(GET set 3 vector_options)
  foreach(file simd/multiply_add_loop simd/small_matrices algebra/symmetric_blocks elliptic/interior_penalty)
    get_filename_component(name ${file} NAME)
    configure_file(kernels/host/${file}.cpp.in ${generated}/${isa}_${name}.cpp @ONLY)
    add_kernel_source(dgsolve_kernels ${generated}/${isa}_${name}.cpp "${vector_options}")
  endforeach()
  string(APPEND instruction_set_list "DGSOLVE_INSTRUCTION_SET(${isa})\n")
endforeach()

# Lists for who finds kernels (dispatch.cpp in their rooms).
file(CONFIGURE OUTPUT ${generated}/kernel_list.inc CONTENT "${kernel_list}" @ONLY)
file(CONFIGURE OUTPUT ${generated}/instruction_set_list.inc CONTENT "${instruction_set_list}" @ONLY)
target_include_directories(dgsolve_kernels PRIVATE ${generated})
