// A summary of images or matrices as it travels: the names, a line end, the array.

#include "fuzz/fuzz.h"
#include "summary/shared_file.h"

void fuzz::target(std::string_view bytes) {
  using namespace dsne::summary;
  const std::size_t end = std::min(bytes.find('\n'), bytes.size() - (bytes.empty() ? 0 : 1));
  const ArrayFiles files{std::string(bytes.substr(bytes.empty() ? 0 : end + 1)),
                         std::string(bytes.substr(0, end))};
  const Summary summary = parse_summary_array(files, "a summary");
  require(summary.means.allFinite() && summary.spread.allFinite());
  const ArrayFiles written = summary_array(summary);
  const Summary again = parse_summary_array(written, "a summary");
  require(again.means == summary.means && again.measures == summary.measures);
  require(summary_array(again).array == written.array);
}
