# How the libraries are compiled for the sanitized tests.
target_compile_options(dsne_options INTERFACE
  -Wno-pass-failed -gline-tables-only -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
if(DSNE_UNCHECKED)
  target_compile_options(dsne_options INTERFACE -fno-sanitize=${DSNE_UNCHECKED})
endif()
target_link_options(dsne_options INTERFACE -fsanitize=address,undefined)
target_compile_definitions(dsne_options INTERFACE DSNE_SANITIZED)

# The tests spend their time in these libraries. Everything else compiles in half the time without optimization.
set(sanitized_optimized dsne_core dsne_tsne dsne_umap dsne_nn dsne_sphere dsne_spectral dsne_quality dsne_privacy)
function(sanitized_optimize)
  foreach(library ${sanitized_optimized})
    target_compile_options(${library} PRIVATE -O1)
  endforeach()
endfunction()

# Of equal templates the linker keeps the first, so these libraries' come before those of unoptimized files: half the tests' time.
function(sanitized_link program)
  list(TRANSFORM sanitized_optimized REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE files)
  list(JOIN files " " files)
  target_link_options(${program} PRIVATE "SHELL:-Wl,--whole-archive ${files} -Wl,--no-whole-archive")
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
