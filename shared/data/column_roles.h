#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// The role of a column by its name alone, as names.txt lists it.
enum class ColumnRole {
  measure,           ///< any other column
  scan,              ///< names the scan: MRIQC's bids_name
  scan_file,         ///< names the scan's file or image: filename, IMAGEUID
  person,            ///< names the person: participant_id, eid, Measure:volume, …
  entity,            ///< distinguishes a person's scans: session, task, run, … (BIDS)
  part,              ///< names a part of a scan: region, component, hemisphere
  modality,          ///< the kind of scan: suffix, modality
  row_number,        ///< a program's numbering of rows: Unnamed: 0, rownames, …
  maybe_row_number,  ///< a numbering of rows or a measure: R's X and V1
  background         ///< site, scanner, age, sex, dates, diagnosis, ratings, …
};

/// Returns the role of a column with this name.
ColumnRole column_role(const std::string& name);

/// How surely a name of ColumnRole::person is one of persons: 3 for "person", 2 for "subject", 1
/// for "id", which may be of rows or visits; 0 for names of another role.
int person_certainty(const std::string& name);

/// The certainty of the one name that nobody gives to ids of scans.
inline constexpr int certain_person = 3;

/// Where an entity stands among the others of a scan's id, from 0, in BIDS' order; for
/// ColumnRole::entity only.
int entity_order(const std::string& name);

/// The place of sessions and visits.
inline constexpr int session_order = 0;

/// Returns whether most of these names look like subjects and not like measures: sub-01, Subject_2,
/// …
bool name_subjects(const std::vector<std::string>& names);

/// Returns whether half of these names or more, and three at least, are one scan's regressors
/// (fMRIPrep's confounds).
bool name_regressors(const std::vector<std::string>& names);

}  // namespace dsne::data
