#include "summary/public_map.h"

#include <string>

#include "summary/map_file.h"

namespace dsne::summary {

CommonMap public_map() { return parse_map(std::string(public_map_text), "the public map"); }

}  // namespace dsne::summary
