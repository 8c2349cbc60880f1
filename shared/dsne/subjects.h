#pragma once

#include <optional>
#include <string>

#include "coinstac/step.h"
#include "data/missing.h"
#include "data/reference_csv.h"
#include "data/table.h"
#include "dsne/site_inputs.h"

namespace dsne {

/// Reads a site's own subjects, with their labels from the label file or column, values still
/// missing where they are.
/// @throws InputError as read_data does, or when the numbers of rows and labels differ
Table read_subjects(const SiteInputs& inputs, const Directories& directories);

/// SHA-256 of the subjects as read_subjects gives them, values, ids and labels.
std::string subjects_digest(const Table& subjects);

/// The images that the subjects were read from, one per row of read_subjects; none when the site's
/// data are no images. For the site's own eyes: their names may hold ids.
/// @throws InputError as read_subjects does
FileList subject_scans(const SiteInputs& inputs, const Directories& directories);

/// The subjects without missing values and with the reference's features in the reference's order.
/// @param input how errors name the subjects' data
/// @throws InputError when a feature of the reference is not there, or as resolve_missing does
Table match_reference(Table subjects, const Reference& reference, Missing missing,
                      const std::string& input = "site_data");

/// How many subjects will be on the map: all, or with Missing::drop those without a gap.
/// @throws InputError with Missing::error when a value is missing, or when none is left
Eigen::Index count_points(Table subjects, Missing missing);

/// Where a site's copy of the reference came from.
enum class ReferenceSource { input, image };

/// A reference that a site holds before the run.
struct OwnReference {
  std::string text;  ///< in the form of reference_csv
  ReferenceSource source = ReferenceSource::input;
};

/// The reference given in reference_data, else the one in the image, if any.
/// @param image the folder of the image's reference: reference.csv, .tsv, .txt or .npy, with labels
///   in a column "label" or in reference_label.txt; it need not exist
/// @throws InputError when it cannot be read as a table
std::optional<OwnReference> read_own_reference(const SiteInputs& inputs,
                                               const Directories& directories, Missing missing,
                                               const fs::path& image);

/// The reference with the given digest: the copy in the output folder, else what the remote sent,
/// else the site's own. A copy in the output folder is made where there is none.
/// @return nothing when no copy has that digest
std::optional<Reference> find_reference(const std::string& digest, const SiteInputs& inputs,
                                        const Directories& directories, Missing missing,
                                        const fs::path& image);

/// SHA-256 of the features' names, whatever their order; empty when they have none.
std::string feature_digest(std::vector<std::string> features);

}  // namespace dsne
