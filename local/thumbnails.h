#pragma once

#include <string>
#include <vector>

#include "dsne/subjects.h"

namespace dsne {

/// Subjects beyond this number would make the page too large: then only flagged ones have pictures.
inline constexpr std::size_t most_thumbnails = 1000;

/// A picture of each subject's scan, as a data URI; "" for those without. Empty when the site's
/// data are no images. They stay at the site.
/// @param subjects those on the map
/// @param flagged one per subject
/// @throws InputError when an image can no longer be read
std::vector<std::string> thumbnails(const SiteInputs& inputs, const Directories& directories,
                                    const Table& subjects, const std::vector<bool>& flagged);

}  // namespace dsne
