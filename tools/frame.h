#pragma once

#include <string>

#include "core/files.h"
#include "summary/common_map.h"

namespace dsne::tools {

/// What errors call the file of the option `--frame`.
inline constexpr const char* the_frame = "the map (--frame)";

/// A map that scans are put on.
struct Frame {
  std::string name;  ///< for people, with the map's fingerprint
  std::string fingerprint;
  summary::CommonMap map;
};

/// Reads the map of the option `--frame`. @throws InputError as summary::parse_map
Frame read_frame(const fs::path& file);

/// Returns the map of the public scans that come with the program.
Frame public_frame();

}  // namespace dsne::tools
