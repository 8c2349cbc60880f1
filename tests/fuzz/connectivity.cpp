// A subject's connectivity matrix, alone and beside a sound one.

#include "data/region_pairs.h"
#include "data/table.h"
#include "fuzz/file_list.h"

void fuzz::target(std::string_view bytes) {
  read_alone_and_beside(
      bytes, "0,1,2\n1,0,3\n2,3,0\n", dsne::data::largest_value,
      [](const auto& files) { return dsne::data::read_connectivity(files, "site_data"); });
}
