#include "data/column_roles.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>

#include "data/word_list.h"

namespace dsne::data {
namespace {

constexpr std::string_view scan_names = "bids_name";

constexpr std::string_view scan_file_names =
    "filename file_name file file_id image_file image_name scan_name scan_label scan_id_unique "
    "unique_id uniqueid imageuid image_uid image_id imageid image_data_id loniuid loni_uid mri_id "
    "mri_session_id image";

/// Words for a person, alone or before one of person_ids.
constexpr std::string_view person_words =
    "participant participants subject subjects subj sub sbj patient pat person individual proband "
    "vp scandir case";
constexpr std::string_view person_ids =
    "id ids key code label name no nr num number identifier eid guid";

constexpr std::string_view person_names =
    "participantid subjectid subjectkey subjid subid sjid patientid patno src_subject_id eid f_eid "
    "iid rid ptid ursi bblid ccid ndar_guid mrn scan_dir_id vpn probandin probanden_id "
    "teilnehmer teilnehmer_id patienten_id versuchsperson sujet sujet_id id_sujet sujeto sujeto_id "
    "paciente soggetto paziente proefpersoon deelnemer 被験者 被験者id 被験者番号 参加者 参加者id "
    "患者 患者id 受试者 受试者编号 被试 被试编号 患者编号";

/// Names that ids of visits have, too.
constexpr std::string_view id_names =
    "id ids id_number sid pid uid guid nda_id caseid pseudonym record_id anonymized_id "
    "anonymised_id "
    "anon_id redcap_id oasis_id oasisid measure_volume";

/// Names that several persons may share.
constexpr std::string_view shared_id_names = "code study_id studyid fid family_id";

/// BIDS' entities in its order; each with its other names.
constexpr std::array<std::string_view, 9> entity_names = {
    "session session_id ses ses_id ses_no session_no session_number session_label visit visit_id "
    "visit_code visit_no visit_number timepoint time_point tp eventname event_name "
    "redcap_event_name viscode viscode2 vis_code wave follow_up instance occasion event event_id "
    "sitzung messzeitpunkt zeitpunkt visite séance sesión sessione visita セッション 来院 访视",
    "task task_id task_name",
    "acq acq_id acquisition",
    "ce ce_id",
    "rec rec_id reconstruction",
    "dir dir_id",
    "scan scan_id scan_no scan_number series series_id series_number",
    "run run_id run_no run_number",
    "echo echo_id"};

constexpr std::string_view modality_names = "suffix modality scan_type scantype image_type";

constexpr std::string_view numbering_names =
    "index rownames row_names row_name row row_id rowname rowid row_number no nr";

/// Names of a numbering and also of measures: R's first column of a file that it wrote.
constexpr std::string_view weak_numbering_names = "x v1 n";

constexpr std::string_view background_names =
    "sitename centre center centre_id center_id centre_name center_name hospital institution "
    "institution_name model manufacturers_model_name device_serial_number "
    "mri_info_deviceserialnumber magnetic_field_strength field_strength tesla software_version "
    "software_versions protocol protocol_name age ages agey time datetime timestamp acq_time "
    "acquisition_time scan_time study_time series_time dob year_of_birth month_of_birth cohort "
    "study dataset data_set batch quality_control control is_control case_control male female "
    "is_male is_female "
    "iscontrol qc qa exclude excluded include included usable fold split label labels class target "
    "race hand height weight m_f eye_status_at_scan mr_delay "
    // German, French, Spanish, Italian, Portuguese, Dutch, Japanese, Chinese.
    "alter geschlecht datum zentrum standort gruppe diagnose geburtsdatum geburtsjahr gerät "
    "untersuchungsdatum händigkeit âge Âge sexe centre_d_imagerie groupe diagnostic "
    "date_de_naissance latéralité edad sexo fecha centro grupo diagnóstico età sesso data gruppo "
    "diagnosi idade leeftijd geslacht groep 年齢 性別 施設 群 診断 検査日 撮影日 年龄 性别 中心 "
    "组别 "
    "诊断 日期";

/// Words that mark a name as background anywhere.
constexpr std::string_view telling_words =
    "sex gender diagnosis diagnoses dx handedness ethnicity rater raters rating ratings verdict "
    "verdicts manufacturer birthdate examdate scandate visitdate education educ bmi iq fiq viq piq "
    "fsiq wasi mmse moca updrs edss panss ados hamd bdi";

/// Words that do so at the beginning or the end.
constexpr std::string_view outer_words = "site sites scanner group groups date dates timestamp";

/// Words before or after "age" in names of persons' ages.
constexpr std::string_view age_words =
    "at in years year yrs yr y months month days weeks scan mri visit interview subject "
    "participant "
    "patient exam test session baseline gestational postmenstrual chronological enrolment "
    "enrollment recruitment birth group bin range of onset";

/// Last words of names of a person's judgement, after one of judged_words.
constexpr std::string_view verdict_words =
    "pass passed fail failed status outcome decision include included exclude excluded inclusion "
    "exclusion usable accept accepted reject rejected comment comments note notes flag result";
constexpr std::string_view judged_words =
    "qc qa iqc visual manual overall final mriqc image scan anat func t1 t1w t2w bold imgincl";

/// UK Biobank's fields: birth year and month, sex, ethnic background, ages, date and centre.
constexpr std::string_view biobank_background = "31 34 52 53 54 21000 21003 21022";

using Words = std::vector<std::string_view>;

/// The corner of FreeSurfer's tables: "Measure:volume", "lh.aparc.thickness".
bool is_freesurfer_corner(const std::string& name) {
  static const std::regex corner(
      R"((measure[:.][a-z]+|[lr]h\.\S+\.(area|volume|thickness|thicknessstd|meancurv|gauscurv|foldind|curvind|pctmean|mean)))",
      std::regex::icase);
  return std::regex_match(name, corner);
}

/// A field of UK Biobank's: "31-0.0", "f.31.0.0", "p31_i2".
bool is_biobank_background(const std::string& name) {
  static const std::regex field(R"((?:f\.|X)?(\d+)[-.]\d+\.\d+|p(\d+)(?:_i\d+)?(?:_a\d+)?)");
  std::smatch found;
  if (!std::regex_match(name, found, field)) return false;
  return lists(biobank_background, found[1].matched ? found[1].str() : found[2].str());
}

/// "subject", "participant_id"; "individual", "name" and "case" alone may be something else.
bool is_person(const std::string& word) {
  if (lists(person_names, word)) return true;
  const std::size_t split = word.find('_');
  if (split == std::string::npos)
    return lists(person_words, word) && !lists("individual case", word);
  return lists(person_words, word.substr(0, split)) && lists(person_ids, word.substr(split + 1));
}

bool is_numbering(const std::string& word) {
  static const std::regex level("level_[0-9]");
  return word.empty() || lists(numbering_names, word) || word.starts_with("unnamed") ||
         std::regex_match(word, level);
}

/// A person's age: "age_at_scan", "interview_age"; not "brain_age" or "age_gap".
bool is_age(const Words& words) {
  const auto fits = [](std::string_view word) { return lists(age_words, word); };
  if (words.front() == "age") return std::all_of(words.begin() + 1, words.end(), fits);
  return words.back() == "age" && std::all_of(words.begin(), words.end() - 1, fits);
}

bool is_background(const std::string& word) {
  if (lists(background_names, word)) return true;
  Words words = words_in(word, '_');
  if (words.size() > 1 && words.back().find_first_not_of("0123456789") == std::string::npos) {
    words.pop_back();
  }
  const auto tells = [](std::string_view part) { return lists(telling_words, part); };
  if (std::ranges::any_of(words, tells)) return true;
  if (lists(outer_words, words.front()) || lists(outer_words, words.back()) || is_age(words)) {
    return true;
  }
  if (words.size() > 1 && words.back() == "complete") return true;  // REDCap's state of a form
  const auto judged = [](std::string_view part) { return lists(judged_words, part); };
  return lists(verdict_words, words.back()) && std::any_of(words.begin(), words.end() - 1, judged);
}

}  // namespace

ColumnRole column_role(const std::string& name) {
  if (is_freesurfer_corner(name)) return ColumnRole::person;
  if (name.size() > 3 && name.starts_with("...")) return ColumnRole::row_number;  // R's readr
  const std::string word = joined_words(name, true);
  if (lists(scan_names, word)) return ColumnRole::scan;
  if (lists(scan_file_names, word)) return ColumnRole::scan_file;
  if (is_person(word) || lists(id_names, word) || lists(shared_id_names, word)) {
    return ColumnRole::person;
  }
  if (lists(modality_names, word)) return ColumnRole::modality;
  if (is_numbering(word)) return ColumnRole::row_number;
  if (lists(weak_numbering_names, word)) return ColumnRole::maybe_row_number;
  if (entity_order(name) >= 0) return ColumnRole::entity;
  // What MRIQC's web service adds to its measures.
  const bool added = name.starts_with("bids_meta.") || name.starts_with("provenance.") ||
                     name.starts_with("rating.") || name.starts_with('_');
  if (added || is_biobank_background(name) || is_background(word)) return ColumnRole::background;
  return ColumnRole::measure;
}

int person_certainty(const std::string& name) {
  const std::string word = joined_words(name, true);
  if (lists("person person_id", word)) return certain_person;
  if (is_person(word)) return 2;
  return is_freesurfer_corner(name) || lists(id_names, word) ? 1 : 0;
}

int entity_order(const std::string& name) {
  const std::string word = joined_words(name, true);
  const auto* const found = std::ranges::find_if(
      entity_names, [&](std::string_view names) { return lists(names, word); });
  return found == entity_names.end() ? -1 : static_cast<int>(found - entity_names.begin());
}

bool name_regressors(const std::vector<std::string>& names) {
  constexpr std::ptrdiff_t least = 3;
  static const std::regex regressor(
      R"((trans|rot)_[xyz].*|framewise_displacement|(std_)?dvars|.*_comp_cor_\d+|cosine\d+|)"
      R"(global_signal|csf|white_matter|non_steady_state_outlier\d+|motion_outlier\d+)");
  const auto found = std::ranges::count_if(
      names, [](const std::string& name) { return std::regex_match(name, regressor); });
  return found >= least && 2 * found >= std::ssize(names);
}

bool name_subjects(const std::vector<std::string>& names) {
  static const std::regex bids(R"(sub-[a-z0-9]+(_\S*)?)", std::regex::icase);
  static const std::regex subject(
      R"((sub|subj|subject|participant|patient|pat|control|ctrl|case|ndar_inv|proband|vp)[-_. ]?[0-9]\w*)",
      std::regex::icase);
  constexpr std::ptrdiff_t least = 4;
  const auto all_bids = [&](const std::string& name) { return std::regex_match(name, bids); };
  if (names.size() > 1 && std::ranges::all_of(names, all_bids)) return true;
  const auto found = std::ranges::count_if(names, [&](const std::string& name) {
    return std::regex_match(name, subject) || std::regex_match(name, bids);
  });
  return found >= least && 10 * found >= 8 * std::ssize(names);
}

}  // namespace dsne::data
