#pragma once

/// Whether this is the sanitized build, which only looks for errors in the program. Slow tests do
/// less in it.
#ifdef DSNE_SANITIZED
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif
