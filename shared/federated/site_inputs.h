#pragma once

#include <optional>
#include <string>

#include "core/json.h"
#include "core/step.h"
#include "data/data_format.h"
#include "data/table.h"
#include "federated/parameters.h"
#include "federated/sums/site_sums.h"

namespace dsne::federated {

/// A site's own word on what it shares; see docs/parameters.md.
struct SiteSettings {
  /// Under which it appears in reports and joint files; "" for its id.
  std::string site_name;
  /// Its subjects' places go on the joint map. Off by default with a private method.
  bool share_places = true;
  bool says_share_places = false;  ///< the site's settings name it; on a map of summaries it is
                                   ///< else off
  bool share_labels = false;       ///< their labels, too
  /// Their distances to the reference go to the coordinator, who can solve them for their data.
  bool share_distances = false;
  /// It takes part where landmarks are learned by gradients (landmark_method mmd), whose sums over
  /// all sites' subjects are told in each round.
  bool share_gradients = false;
  /// How densely they lie anywhere on the map goes to all sites (method fedne, surrogates sites).
  bool share_surrogate = false;
  /// The largest ε it will spend, over all its runs (ReleaseLedger), and the largest δ at which
  /// that is reckoned: at a δ of 1e-3 an ε buys twice the ρ that it buys at 1e-5.
  std::optional<double> epsilon_budget;
  double delta_budget = 1e-5;
  /// Where its ledger is; beside the folders of its runs when empty.
  std::string ledger_folder;
  Eigen::Index least_subjects = 20;  ///< with fewer it takes part in no method that sends sums
  double least_jitter = 0;           ///< with less in a run (jitter_of) it takes no part
  Eigen::Index least_colluding = 1;  ///< sites that shared noise is to hold against
  KeyPolicy keys;                    ///< whose keys it knows, and over how many sites sums must be
  std::string identity;              ///< the file of its long-term key; "" without one
  bool simulation = false;  ///< a private method's noise may come from a seed and protect nobody
};

/// What a site brings to a run: the owner's parameters, its files (plain names in its input folder,
/// "" where not given), how to read them, and what it shares.
struct SiteInputs {
  Parameters parameters;
  std::string data;
  std::string label;
  std::string reference;
  std::string reference_label;
  std::string summary;
  data::DataFormat data_format =
      data::DataFormat::automatic;  ///< of `data`; the reference's is found out
  data::TableFormat format;
  SiteSettings settings;
};

/// A site's inputs from the first step's `input`. A file is a name or a list with one name.
/// `site_settings` is the object that with_settings_read has read; it overrides the owner's
/// data_format, id_column, label_column, feature_columns and header. `subject_files`, one file or
/// several, is only checked: it makes COINSTAC deliver the files that the data name. A private
/// method needs a budget, shares no labels (nor places that its guarantee does not cover) and drops
/// no rows: their number is public; the owner's simulation_seed needs the site's own `simulation`.
/// A method that shows places needs share_places, one that posts distances share_distances.
/// @throws InputError when that is not so, when an input is unknown, of the wrong type, names a
/// file outside the input
///   folder, or when site_data is missing
SiteInputs parse_site_inputs(const Json& input, const Folders& folders);

/// A site's long-term key, from the file of its settings' `identity`; nothing when it has none.
/// @param folder its input folder
/// @throws InputError when the file is not there, or no key
std::optional<privacy::Identity> read_identity(const SiteSettings& settings,
                                               const fs::path& folder);

/// Returns the first step's input with the content of the file that `site_settings` names in its
/// place, and likewise the roster that the settings name as known_keys. The coordinator's files
/// arrive in the same folder later, so no later step may read them.
/// @param folder the site's input folder
/// @throws InputError when site_settings holds an object instead of a file's name, when a file is
///   missing, or as parse_site_inputs does
Json with_settings_read(Json input, const fs::path& folder);

/// Where an input file is.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when there is no such file
fs::path input_file(const fs::path& folder, const std::string& file_name, const std::string& input);

/// Where a site's or the reference's data are: a file or a folder.
/// @param folder the site's input folder
/// @param input the input's name, for the error
/// @throws InputError when there is neither
fs::path data_path(const fs::path& folder, const std::string& name, const std::string& input);

}  // namespace dsne::federated
