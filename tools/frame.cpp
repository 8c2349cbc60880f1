#include "tools/frame.h"

#include "summary/map_file.h"
#include "summary/public_map.h"

namespace dsne::tools {
namespace {

Frame frame_of(const std::string& name, const std::string& text) {
  const std::string fingerprint = summary::map_fingerprint(text);
  return {name + ", fingerprint " + fingerprint, fingerprint, summary::parse_map(text, the_frame)};
}

}  // namespace

Frame read_frame(const fs::path& file) {
  return frame_of(file.filename().string(), read_file(file, the_frame));
}

Frame public_frame() { return frame_of("public scans", std::string(summary::public_map_text)); }

}  // namespace dsne::tools
