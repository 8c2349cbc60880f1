#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dsne::data {

/// An interval of values; everything where nothing is known.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool holds(double value) const { return value >= low && value <= high; }
};

/// A line of names.txt, which says what each part is.
struct NameMeaning {
  std::string_view kind;
  std::string_view unit;
  ValueRange possible;
  std::optional<double> none;
  std::string_view list;
  std::optional<ValueRange> usual;
  std::string_view when_low;
  std::string_view when_high;
  std::string_view shown;
  bool is_measure = false;  ///< of a program, and not of a column of another kind
};

/// What the name of a column means.
struct KnownName {
  const NameMeaning* meaning = nullptr;
  std::string name;    ///< as reports and summaries call it: as in names.txt, where it has other
                       ///< spellings, else unchanged
  std::string key;     ///< equal for all spellings
  std::string member;  ///< what distinguishes it in its family: "wm" of snr_wm
};

/// Returns what a name means, in any spelling, if it is a measure's. A name of names.txt comes
/// before a family, and of two families the one whose name says more.
std::optional<KnownName> known_measure(const std::string& name);

/// Returns the unit in brackets behind a name, as plain_unit writes it: "mm3" of "Pons (mm³)"; ""
/// if there is none.
std::string unit_in_brackets(const std::string& name);

/// Returns whether it tells how a scan was made, not how good it is: a size of the image, the
/// distance of its points, or the median of white matter, which MRIQC sets to 1,000.
bool is_geometry(const std::string& name);

/// A measure that is the sum or the mean of others.
struct Total {
  bool is_mean = false;
  std::string name;
  std::vector<std::string> parts;
};

/// Returns the totals that names.txt lists.
const std::vector<Total>& known_totals();

/// names.txt, compiled in.
extern const std::string_view names_table;

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

/// Returns whether a column of this name says at which site, or on which scanner, a scan was made.
bool names_sites(const std::string& name);

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
