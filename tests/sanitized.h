#pragma once

/// Whether this is the sanitized build, which only looks for errors in the program: tests do less
/// there where more of the same would take minutes.
#ifdef DSNE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
