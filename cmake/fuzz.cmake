# How the libraries are compiled for the fuzz targets. Assertions, Eigen's too, are on: a broken precondition is a find.
if(CMAKE_BUILD_TYPE MATCHES "Rel")
  message(FATAL_ERROR "DSNE_FUZZ needs assertions: -DCMAKE_BUILD_TYPE=Debug")
endif()
set(fuzz_sanitizers address,undefined,float-cast-overflow)
target_compile_options(dsne_options INTERFACE
  -O1 -gline-tables-only -Wno-pass-failed -fsanitize=fuzzer-no-link,${fuzz_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
target_link_options(dsne_options INTERFACE -fsanitize=${fuzz_sanitizers})
target_compile_definitions(dsne_options INTERFACE DSNE_SANITIZED _GLIBCXX_ASSERTIONS)

# Comparisons of map coordinates help a fuzzer little, and took half of its time.
function(fuzz_as_arithmetic)
  foreach(library ${ARGN})
    target_compile_options(${library} PRIVATE -O2 -fno-sanitize-coverage=trace-cmp)
  endforeach()
endfunction()
