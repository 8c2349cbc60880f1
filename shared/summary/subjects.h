#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/matrix.h"
#include "data/table.h"

namespace dsne::summary {

/// The person whose record this is: the part `sub-…` of an id in BIDS' form, what stands before
/// `_ses-`, what FreeSurfer names behind `.long.`, else the id.
std::string person_of(const std::string& id);

/// The person of each row: by the id's `sub-…`, else as the table's column of persons says, else
/// person_of the id.
std::vector<std::string> persons_of(const data::Table& table);

/// Finds two records whose persons are written as visits of one: "101_1" and "101_2", "P7_baseline"
/// and "P7_year2". Numbers count as visits only if no more differ than what stands before them, so
/// "S01_001" and "S01_002" are two persons.
/// @return their positions; nothing if there are none, or a column "person" says whose each is
std::optional<std::pair<std::size_t, std::size_t>> visits_of_one_person(const data::Table& table);

/// The subjects that a summary counts: different persons with different records.
struct Subjects {
  Matrix points;  ///< subjects × columns
  std::vector<std::vector<std::string>>
      persons;  ///< the persons of each; several if their records are copies
};

/// Averages each person's records, and joins persons with the same record into one subject. The
/// order depends on the values alone.
/// @param points    records on a scale
/// @param persons   one per record
Subjects subjects_of(Matrix points, const std::vector<std::string>& persons);

}  // namespace dsne::summary
