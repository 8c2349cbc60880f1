# How the libraries are compiled for the sanitized tests.
target_compile_options(dsne_options INTERFACE
  -Wno-pass-failed -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
if(DSNE_UNCHECKED)
  target_compile_options(dsne_options INTERFACE -fno-sanitize=${DSNE_UNCHECKED})
endif()
target_link_options(dsne_options INTERFACE -fsanitize=address,undefined)
target_compile_definitions(dsne_options INTERFACE DSNE_SANITIZED)

# The tests spend their time in these libraries. Everything else compiles in half the time without optimization.
function(sanitized_optimized)
  foreach(library ${ARGN})
    target_compile_options(${library} PRIVATE -O1)
  endforeach()
  set_property(SOURCE shared/core/products.cpp APPEND PROPERTY COMPILE_OPTIONS -O1)
endfunction()

# One precompiled header for the first target and those after it; saves a fifth of the time. GCC gains hardly anything.
function(sanitized_precompiled first)
  target_precompile_headers(${first} PRIVATE
    <algorithm> <cmath> <fstream> <functional> <map> <optional> <random> <set> <sstream> <string> <string_view> <vector>
    <boost/filesystem.hpp> <Eigen/Dense> <nlohmann/json.hpp>)
  foreach(target ${ARGN})
    target_precompile_headers(${target} REUSE_FROM ${first})
  endforeach()
endfunction()
