#pragma once

/// Compiles a function for several generations of x86-64 and picks one when the program starts. One
/// executable then runs on any x86-64-v2 machine and uses AVX2 or AVX-512 where there is one. Put
/// it before hot loops over plain arrays. Builds with sanitizers, which run before the choice, have
/// the baseline only. Tests choose one generation with DSNE_SIMD_TARGET.
#if defined(DSNE_SIMD_TARGET)
#define DSNE_SIMD __attribute__((target(DSNE_SIMD_TARGET)))
#elif defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(DSNE_SANITIZED)
#define DSNE_SIMD __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define DSNE_SIMD
#endif
