#pragma once

#include <optional>
#include <string>

#include "core/step.h"
#include "data/missing.h"
#include "data/reference_csv.h"
#include "data/table.h"
#include "run/reference/run_reference.h"
#include "run/site_inputs.h"

namespace dsne::run {

/// Reads a site's own subjects, with their labels from the label file or column, values still
/// missing where they are. Features are chosen later, by the reference
/// (TableFormat::features_later), unless feature_columns names them.
/// @param folder the site's input folder
/// @param visit is shown the scans' slices, where the data are images
/// @throws InputError as read_data does, or when the numbers of rows and labels differ
data::Table read_subjects(const SiteInputs& inputs, const fs::path& folder,
                          const data::SliceVisitor& visit = {});

/// The same in two parts: the subjects without the label file's labels, and these, where there is
/// such a file.
data::Table read_unlabelled(const SiteInputs& inputs, const fs::path& folder,
                            const data::SliceVisitor& visit = {});
void add_labels(const SiteInputs& inputs, const fs::path& folder, data::Table& subjects);

/// What goes in gaps of each feature: the reference's median.
RowVector fill_of(const RunReference& reference);

/// The subjects without missing values and with the reference's features in the reference's order;
/// other features are left out. Where one of the two has no names there must be as many. In gaps
/// goes, if anything, fill_of the reference.
/// @param input how errors name the subjects' data
/// @throws InputError when a feature of the reference is not there or has a cell that is text, or
///   as resolve_missing does
data::Table match_reference(data::Table subjects, const RunReference& reference,
                            const methods::Parameters& parameters,
                            const std::string& input = "site_data");

/// The same with gaps left, NaN, where they would be filled.
data::Table match_with_gaps(data::Table subjects, const RunReference& reference,
                            const methods::Parameters& parameters,
                            const std::string& input = "site_data");

/// The same for features that are known by their names alone.
/// @param features their names; empty when they have none
/// @param fill what is put in gaps with Missing::impute, one per feature; NaN leaves them
data::Table match_features(data::Table subjects, const std::vector<std::string>& features,
                           const RowVector& fill, data::Missing missing,
                           const std::string& input = "site_data");

/// What a site's subjects lack of the run's features.
struct Gaps {
  std::int64_t values = 0;                ///< missing, those of empty features too
  std::vector<Eigen::Index> empty;        ///< features of which no subject has a value
  std::vector<Eigen::Index> of_subjects;  ///< how many others each subject lacks
};

Gaps gaps_of(data::Table subjects, const RunReference& reference);

/// The subjects where there is no reference: every feature, and with Missing::impute gaps as they
/// are.
/// @throws InputError when a cell is text, or as resolve_missing does
data::Table without_reference(data::Table subjects, data::Missing missing,
                              const std::string& input = "site_data");

/// Where a site's copy of the reference came from.
enum class ReferenceSource { input, image };

/// A reference that a site holds before the run.
struct OwnReference {
  std::string text;  ///< in the form of reference_csv
  ReferenceSource source = ReferenceSource::input;
};

/// The reference given in reference_data, else the one in the image, if any.
/// @param folder the site's input folder
/// @param image the folder of the image's reference: reference.csv, .tsv, .txt or .npy, with labels
///   in a column "label" or in reference_label.txt; it need not exist
/// @throws InputError when it cannot be read as a table
std::optional<OwnReference> read_own_reference(const SiteInputs& inputs, const fs::path& folder,
                                               const fs::path& image);

/// Keeps a reference in the site's output folder, where find_reference finds it.
/// @throws StorageError when it cannot be written
void keep_reference(const std::string& text, const fs::path& output);

/// The text of the reference with the given digest: the copy in the output folder, else what the
/// remote sent. No input is read for it.
/// @return nothing when no copy has that digest
std::optional<std::string> find_reference(const std::string& digest, const Step& step);

}  // namespace dsne::run
