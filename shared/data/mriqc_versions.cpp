#include "data/mriqc_versions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace dsne::data {
namespace {

using Version = std::array<int, 3>;

struct Change {
  Version version;
  const char* text;
  const char* measures;
};

constexpr std::array<Change, 4> changes = {
    {{{0, 9, 5}, "0.9.5", "smoothness, partial volumes and the tissues' intensities"},
     {{0, 15, 2}, "0.15.2", "overlap with the template"},
     {{22, 0, 0}, "22.0.0", "background, bias field and foreground energy"},
     {{23, 1, 0},
      "23.1.0",
      "signal and contrast to noise, shares and partial volumes of tissues, and the tissues' "
      "intensities"}}};

/// Reads the first numbers of a version: 24.1.0 of "24.1.0.dev0+g1234567", 0.16.1 of "v0.16.1".
std::optional<Version> numbers_of(const std::string& text) {
  Version version{};
  const char* at = text.data() + (text.starts_with('v') ? 1 : 0);
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < version.size(); ++i) {
    const auto [rest, error] = std::from_chars(at, end, version.at(i));
    if (error != std::errc()) return i < 2 ? std::nullopt : std::optional(version);
    if (rest == end || *rest != '.') return i == 0 ? std::nullopt : std::optional(version);
    at = rest + 1;
  }
  return version;
}

}  // namespace

std::vector<MriqcChange> mriqc_changes(const std::string& one, const std::string& other) {
  const std::optional<Version> first = numbers_of(one);
  const std::optional<Version> second = numbers_of(other);
  if (!first || !second) return {};
  const auto [earlier, later] = std::minmax(*first, *second);
  std::vector<MriqcChange> between;
  for (const Change& change : changes) {
    if (earlier < change.version && change.version <= later) {
      between.push_back({change.text, change.measures});
    }
  }
  return between;
}

}  // namespace dsne::data
