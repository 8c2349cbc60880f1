#pragma once

#include <string>
#include <utility>
#include <vector>

#include "data/file_list.h"
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
