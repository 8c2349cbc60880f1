#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/file_list.h"
#include "data/table.h"
#include "fuzz/fuzz.h"

/// A list of subjects' files, as a site's table has it.
inline dsne::data::FileList list_of(std::vector<fuzz::fs::path> files) {
  dsne::data::FileList list;
  for (std::size_t i = 1; i <= files.size(); ++i) {
    list.names.push_back("site_data row " + std::to_string(i) + "'s file");
    list.subjects.ids.push_back(std::to_string(i));
    list.subjects.rows.push_back(i);
  }
  list.files = std::move(files);
  return list;
}

namespace fuzz {

/// Reads a subject's file of region pairs twice and beside a sound one, and checks that all values
/// are within a limit.
/// @param read makes a table of a list of files
template <typename Read>
void read_alone_and_beside(std::string_view bytes, std::string_view sound, double limit,
                           const Read& read) {
  const fs::path file = write("subject.csv", bytes);
  for (const fs::path& first : {file, write("sound.csv", sound)}) {
    attempt([&] {
      const dsne::data::Table table = read(list_of({first, file}));
      require(table.values.cols() == std::ssize(table.features));
      for (const double value : table.values.reshaped()) {
        require(std::isnan(value) || std::abs(value) <= limit);
      }
    });
  }
}

}  // namespace fuzz
