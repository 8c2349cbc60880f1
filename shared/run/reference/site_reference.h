#pragma once

#include <optional>
#include <string>

#include "core/step.h"
#include "run/site_inputs.h"

namespace dsne::run {

/// The origin of a site's copy of the reference.
enum class ReferenceSource { input, image };

/// A reference that a site has before the run.
struct OwnReference {
  std::string text;  ///< in the format of reference_csv
  ReferenceSource source = ReferenceSource::input;
};

/// Reads the reference given in reference_data, else the one in the image, if any.
/// @param folder the site's input folder
/// @param image the folder of the image's reference: reference.csv, .tsv, .txt or .npy, with labels
///   in a column "label" or in reference_label.txt; it need not exist
/// @throws InputError when it cannot be read as a table
std::optional<OwnReference> read_own_reference(const SiteInputs& inputs, const fs::path& folder,
                                               const fs::path& image);

/// Returns the rows of the program's public scans, as if the site's user had given them: each site
/// has its own copy and so checks the run's.
OwnReference public_reference();

/// Keeps a reference in the site's output folder, for find_reference.
/// @throws StorageError when it cannot be written
void keep_reference(const std::string& text, const fs::path& output);

/// Finds the text of the reference with this digest: the copy in the output folder, or the one that
/// the remote sent. Reads no input.
/// @return nothing if no copy has that digest
std::optional<std::string> find_reference(const std::string& digest, const Step& step);

}  // namespace dsne::run
