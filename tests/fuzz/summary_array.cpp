// A summary of images, matrices or series: a `.npz`, or what is in one, whose digests a fuzzer
// would not guess: the length of the first array in two bytes, then both arrays.

#include "data/npy.h"
#include "fuzz/fuzz.h"
#include "summary/shared_file.h"

namespace {

std::string shared_file(std::string_view bytes) {
  constexpr std::size_t before = 2;
  if (dsne::data::is_npz(bytes) || bytes.size() < before) return std::string(bytes);
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const std::string_view arrays = bytes.substr(before);
  const std::size_t first = std::min<std::size_t>(arrays.size(), byte(0) + 256U * byte(1));
  return dsne::data::npz_of({{"columns", std::string(arrays.substr(0, first))},
                             {"rows", std::string(arrays.substr(first))}});
}

}  // namespace

void fuzz::target(std::string_view bytes) {
  using namespace dsne::summary;
  const std::string text = shared_file(bytes);
  const Summary summary = parse_shared_text(text, "a summary");
  require(summary.means.allFinite() && summary.spread.allFinite());
  require(shared_text_in_message(message_text(text), "a summary") == text);
  // A table may be written in several ways, an array in one.
  if (summary.array) require(shared_text(summary) == text);
}
