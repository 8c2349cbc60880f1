// A file of labels.

#include <algorithm>

#include "data/table.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  const fs::path file = write("labels.txt", bytes);
  const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  for (const std::size_t points : {lines, lines + 1, std::size_t{3}}) {
    attempt([&] { require(dsne::data::read_labels(file, "site_label", points).size() == points); });
  }
}
