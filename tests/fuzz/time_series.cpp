// Regions' time series of a subject, alone and beside sound ones.

#include "data/region_pairs.h"
#include "fuzz/file_list.h"

void fuzz::target(std::string_view bytes) {
  read_alone_and_beside(bytes, "a,0,1,2\nb,1,0,3\n", 1, [](const auto& files) {
    return dsne::data::read_time_series(files, "site_data");
  });
}
