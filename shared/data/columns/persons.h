#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// The person whose record has this id: the part `sub-…` of an id in BIDS' form, what stands before
/// `_ses-`, what FreeSurfer names behind `.long.`, else the id.
std::string person_of(const std::string& id);

/// Returns whether an id says whose it is, as BIDS' `sub-…`.
bool names_bids_subject(const std::string& id);

/// Returns a person's id without what its spellings differ in: case, `sub-`, leading zeros, and
/// separators unless they stand between two digits. "sub-S001", "S_1" and "s1" become one.
std::string plain_id(const std::string& person);

/// Returns whose each row of a table is: Table::persons, or by the ids where these are not settled.
std::vector<std::string> persons_of(const Table& table);

/// Settles Table::persons, from the cells of a column of persons that it holds, or none. A row's
/// person is the `sub-…` part of its id, else what the column says, else person_of the id; what the
/// column says alone, where Reading::names_persons. Otherwise asks in Reading::person_doubt: about
/// the column that the reader put there, else about ids that look like visits of one person, or
/// differ in capital letters alone.
/// @throws InputError when each_row_is_a_person contradicts the ids
void settle_persons(Table& table, const TableFormat& format);

/// Finds two rows whose persons are written as visits of one: "101_1" and "101_2", "P7_baseline"
/// and "P7_year2". Numbers count as visits only if no more differ than what stands before them, so
/// "S01_001" and "S01_002" are two persons.
/// @param persons whose each row is, as far as it is known
/// @return their positions; nothing if there are none
std::optional<std::pair<std::size_t, std::size_t>> visits_of_one_person(
    const std::vector<std::string>& persons);

/// Returns whether an id is that of a template among FreeSurfer's subjects: fsaverage and the like.
bool is_template_subject(std::string_view id);

/// The settings that answer a doubt, as JSON members.
std::string answer_to(const PersonDoubt& doubt);

}  // namespace dsne::data
