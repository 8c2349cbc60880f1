#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "data/geometry.h"

namespace dsne::data {

/// A column of a site's table that is no measure of the run.
struct LeftOut {
  std::string name;              ///< as the header has it; "column 3" without one
  std::string reason;            ///< why, for people: "no value in any row"
  std::size_t empty_column = 0;  ///< where it stands, from 1, if it is none only because no row has
                                 ///< a value; else 0
};

/// What reading a table found and did, for the person whose table it is. Nothing of it is a value
/// or an id.
struct Reading {
  std::vector<std::string> notes;            ///< sentences: how the file was read, what was skipped
  std::vector<LeftOut> left_out;             ///< columns that hold something else than measures
  bool has_header = true;                    ///< columns have names
  std::map<std::string, std::string> units;  ///< behind a measure's numbers in every row, by name
  std::string modality;  ///< what ids or a column say of the scans: "T1w"; "" if nothing
  Geometry geometry;     ///< of images or networks: what sites must have in common
};

}  // namespace dsne::data
