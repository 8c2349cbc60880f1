#include "data/column_roles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>

namespace dsne::data {
namespace {

/// Lower case, and words joined by one "_" whatever stands between them.
std::string plain(const std::string& name) {
  std::string text;
  char before = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool camel =
        std::isupper(byte) != 0 && std::islower(static_cast<unsigned char>(before)) != 0;
    if (camel && !text.empty() && text.back() != '_') text += '_';
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      text += static_cast<char>(std::tolower(byte));
    } else if (!text.empty() && text.back() != '_') {
      text += '_';
    }
    before = c;
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 2> scan_names = {"bids_name", "filename"};

constexpr std::array<std::string_view, 33> person_names = {"participant_id",
                                                           "participant",
                                                           "participants",
                                                           "subject",
                                                           "subject_id",
                                                           "subjectid",
                                                           "subject_key",
                                                           "subjectkey",
                                                           "subj",
                                                           "subj_id",
                                                           "subid",
                                                           "sub_id",
                                                           "sub",
                                                           "src_subject_id",
                                                           "eid",
                                                           "f_eid",
                                                           "id",
                                                           "ids",
                                                           "rid",
                                                           "ptid",
                                                           "guid",
                                                           "image_id",
                                                           "scan_label",
                                                           "mrn",
                                                           "patient",
                                                           "patient_id",
                                                           "patientid",
                                                           "case_id",
                                                           "person_id",
                                                           "pseudonym",
                                                           "code",
                                                           "record_id",
                                                           "subject_label"};

/// BIDS' entities in its order; each with its other names behind it.
struct Entity {
  std::string_view name;
  int order;
};
constexpr std::array<Entity, 27> entity_names = {
    {{"session", 0},  {"session_id", 0}, {"ses", 0},       {"ses_id", 0}, {"visit", 0},
     {"visit_id", 0}, {"timepoint", 0},  {"eventname", 0}, {"wave", 0},   {"task", 1},
     {"task_id", 1},  {"acq", 2},        {"acq_id", 2},    {"ce", 3},     {"ce_id", 3},
     {"rec", 4},      {"rec_id", 4},     {"dir", 5},       {"dir_id", 5}, {"scan", 6},
     {"scan_id", 6},  {"series", 6},     {"series_id", 6}, {"run", 7},    {"run_id", 7},
     {"echo", 8},     {"echo_id", 8}}};

constexpr std::array<std::string_view, 3> modality_names = {"suffix", "modality", "scan_type"};

constexpr std::array<std::string_view, 9> numbering_names = {
    "", "index", "level_0", "rownames", "row_names", "row_name", "row", "row_id", "rowname"};

constexpr std::array<std::string_view, 74> background_names = {"site",
                                                               "site_id",
                                                               "site_name",
                                                               "site_id_l",
                                                               "sitename",
                                                               "centre",
                                                               "center",
                                                               "centre_id",
                                                               "center_id",
                                                               "hospital",
                                                               "institution",
                                                               "institution_name",
                                                               "scanner",
                                                               "scanner_id",
                                                               "scanner_model",
                                                               "manufacturer",
                                                               "manufacturers_model_name",
                                                               "model",
                                                               "device_serial_number",
                                                               "mri_info_deviceserialnumber",
                                                               "magnetic_field_strength",
                                                               "field_strength",
                                                               "software_version",
                                                               "software_versions",
                                                               "age",
                                                               "age_at_scan",
                                                               "age_years",
                                                               "age_months",
                                                               "interview_age",
                                                               "interview_date",
                                                               "sex",
                                                               "gender",
                                                               "date",
                                                               "time",
                                                               "datetime",
                                                               "scan_date",
                                                               "acq_time",
                                                               "acquisition_date",
                                                               "acquisition_time",
                                                               "study_date",
                                                               "birth_date",
                                                               "date_of_birth",
                                                               "dob",
                                                               "dx",
                                                               "dx_group",
                                                               "dx_bl",
                                                               "diagnosis",
                                                               "diagnosis_group",
                                                               "group",
                                                               "cohort",
                                                               "study",
                                                               "handedness",
                                                               "race",
                                                               "ethnicity",
                                                               "education",
                                                               "rater",
                                                               "rater_1",
                                                               "rater_2",
                                                               "rater_3",
                                                               "rating",
                                                               "ratings",
                                                               "verdict",
                                                               "decision",
                                                               "exclude",
                                                               "excluded",
                                                               "included",
                                                               "qc",
                                                               "qc_pass",
                                                               "qc_rating",
                                                               "qc_status",
                                                               "fold",
                                                               "split",
                                                               "label",
                                                               "labels"};

bool starts_with_any(std::string_view name, const std::vector<std::string_view>& starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return name.starts_with(start); });
}

/// The corner of FreeSurfer's tables: "Measure:volume", "lh.aparc.thickness".
bool is_freesurfer_corner(const std::string& name) {
  static const std::regex corner(
      R"((measure:.*|[lr]h\.\S+\.(area|volume|thickness|thicknessstd|meancurv|gauscurv|foldind|curvind)))",
      std::regex::icase);
  return std::regex_match(name, corner);
}

bool is_numbering(const std::string& name) {
  return contains(numbering_names, name) || name.starts_with("unnamed");
}

}  // namespace

ColumnRole column_role(const std::string& name) {
  if (is_freesurfer_corner(name)) return ColumnRole::person;
  if (name.size() > 3 && name.starts_with("...")) return ColumnRole::row_number;  // R's readr
  const std::string word = plain(name);
  if (contains(scan_names, word)) return ColumnRole::scan;
  if (contains(person_names, word)) return ColumnRole::person;
  if (contains(modality_names, word)) return ColumnRole::modality;
  if (is_numbering(word)) return ColumnRole::row_number;
  if (entity_order(name) >= 0) return ColumnRole::entity;
  // What MRIQC's web service adds to its measures.
  const bool added = starts_with_any(name, {"bids_meta.", "provenance.", "rating.", "_"});
  if (added || contains(background_names, word)) return ColumnRole::background;
  return ColumnRole::measure;
}

int entity_order(const std::string& name) {
  const std::string word = plain(name);
  const auto* const found = std::find_if(entity_names.begin(), entity_names.end(),
                                         [&](const Entity& entity) { return entity.name == word; });
  return found == entity_names.end() ? -1 : found->order;
}

bool name_subjects(const std::vector<std::string>& names) {
  static const std::regex subject(
      R"((sub|subj|subject|participant|patient|control|case)[-_. ]?[0-9]\w*)", std::regex::icase);
  constexpr std::ptrdiff_t least = 4;
  const auto found = std::count_if(names.begin(), names.end(), [&](const std::string& name) {
    return std::regex_match(name, subject);
  });
  return found >= least && 10 * found >= 8 * std::ssize(names);
}

}  // namespace dsne::data
