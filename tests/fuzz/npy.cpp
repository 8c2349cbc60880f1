// A NumPy array.

#include "data/npy.h"

#include <sstream>

#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  std::istringstream in{std::string(bytes)};
  const dsne::Matrix values = dsne::data::read_npy(in, "site_data");
  require(values.size() > 0 && !(values.array().isInf().any()));
}
