#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/json.h"
#include "core/step.h"
#include "data/formats/data_format.h"
#include "data/formats/scan_history.h"
#include "data/table.h"
#include "exchange/site_sums.h"
#include "run/run_plan.h"

namespace dsne::run {

/// A site's own settings of what it shares; see docs/parameters.md.
struct SiteSettings {
  /// Its name in reports and joint files; "" for its id.
  std::string site_name;
  bool share_places = false;    ///< its subjects' places go on the joint map
  bool share_labels = false;    ///< their labels, too
  bool share_verdicts = false;  ///< the summary may carry its rows' shares of excluded scans
  std::vector<std::string> covariates;  ///< those of the summary that may leave with it
  /// Methods that it takes part in though they send more of its subjects than a summary, without a
  /// guarantee (RunPlan::needs_consent).
  std::set<std::string> allow;
  /// The largest ε to spend over all its runs (ReleaseLedger), and the largest δ at which ε is
  /// computed. The δ matters: at 1e-3 an ε allows twice the ρ that it allows at 1e-5.
  std::optional<double> epsilon_budget;
  double delta_budget = 1e-5;
  /// The folder of its ledger; if empty, beside the folders of its runs.
  std::string ledger_folder;
  Eigen::Index least_subjects = 20;   ///< the fewest subjects for a method that sends sums
  Eigen::Index least_colluding = 1;   ///< sites that shared noise is to hold against
  exchange::KeyPolicy keys;           ///< whose keys it knows, and over how many sites sums must be
  std::string identity;               ///< the file of its long-term key; "" without one
  data::HistoryColumns history;       ///< where its table has dates and scanners
  std::string person_column;          ///< says whose each row of its table is; "" finds it
  bool each_row_is_a_person = false;  ///< no two rows are of one person
  bool simulation = false;  ///< a private method's noise may come from a seed and protect nobody
};

/// Returns whether a member of site_settings says how the site's files are read
/// (SiteInputs::format); such members are not in SiteSettings.
bool is_format_input(const std::string& name);

/// Returns an unknown input's name, if it looks like a name and not like data.
std::string shown_input(const std::string& name);

/// Reads a site's settings.
/// @param given the object from with_settings_read
/// @param faults receives a line for each setting that is wrong, or does not allow what the run
///   needs
SiteSettings parse_settings(const Json& given, const RunPlan& plan, const Folders& folders,
                            Faults& faults);

/// Checks that the parameters of a run with a guarantee do not contradict each other.
/// @throws InputError when they do
void check_guarantee(const RunPlan& plan);

/// Reads a roster's keys by site, from the file that known_keys names.
/// @param folder the site's input folder
/// @throws InputError when it is missing or malformed
Json read_roster(const Json& name, const fs::path& folder);

/// Reads a site's long-term key, from the file of its settings' `identity`; returns nothing if
/// there is none.
/// @param folder its input folder
/// @throws InputError when the file is missing or malformed
std::optional<privacy::Identity> read_identity(const SiteSettings& settings,
                                               const fs::path& folder);

/// Returns the path of an input file.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when there is no such file
fs::path input_file(const fs::path& folder, const std::string& file_name, const std::string& input);

/// The input by which COINSTAC's form shows the usual settings or all. It has no effect in a run.
inline constexpr const char* shown_settings_name = "shown_settings";

/// A site's inputs of a run: the run that the owner asks for, its files (plain names in its input
/// folder, "" if not given), how to read them, and what it shares.
struct SiteInputs {
  RunPlan plan;
  std::string data;
  std::string label;
  std::string reference;
  std::string reference_label;
  std::string summary;
  data::DataFormat data_format =
      data::DataFormat::automatic;  ///< of `data`; the reference's is detected
  data::TableFormat format;
  bool format_known = true;  ///< false if an input about how to read `data` is wrong
  SiteSettings settings;
};

/// Parses a site's inputs from the first step's `input`. A file is a name or a list with one name.
/// `site_settings` is the object from with_settings_read; it overrides the owner's data_format,
/// id_column, label_column, feature_columns and header. `subject_files`, one file or several, is
/// only checked: it makes COINSTAC deliver the files that the data name. . A private method needs a
/// budget. It shares no labels, and no positions that its guarantee does not cover. It drops no
/// rows, because their number is public. The owner's simulation_seed needs the site's own
/// `simulation`. A method that sends more than a summary without a guarantee needs the site's
/// `allow`.
/// @throws InputError when one of these rules is broken, an input is unknown, has the wrong type or
///   names a file outside the input folder, or site_data is missing
SiteInputs parse_site_inputs(const Json& input, const Folders& folders);

/// Parses a site's inputs, but adds all faults of the site's settings to `faults`.
/// @throws InputError when the input itself is wrong, or the owner's parameters contradict each
///   other
SiteInputs parse_site_inputs(const Json& input, const Folders& folders, Faults& faults);

/// Replaces `site_settings` in the first step's input by the content of the file that it names, and
/// likewise the roster that the settings name as known_keys. No later step may read these files,
/// because the coordinator's files arrive in the same folder.
/// @param folder the site's input folder
/// @throws InputError when site_settings holds an object instead of a file's name, when a file is
///   missing, or as parse_site_inputs does
Json with_settings_read(Json input, const fs::path& folder);

/// Does the same, but adds a missing or malformed file to `faults`.
/// @throws InputError when site_settings is not a file's name
Json with_settings_read(Json input, const fs::path& folder, Faults& faults);

/// Returns the path of a site's or the reference's data: a file or a folder.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when it does not exist
fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input);

}  // namespace dsne::run
