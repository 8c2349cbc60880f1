#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "report/scan_thumbnail.h"

namespace dsne::local {

/// Makes the thumbnails of a site's scans while these are read; they stay at the site.
class ThumbnailMaker {
 public:
  /// Takes a scan's next slice, as SliceVisitor shows it.
  void add(std::size_t scan, const data::NiftiVolume& volume, const Matrix& slice);

  /// A PNG file's content for each scan.
  std::vector<std::string> take() { return std::move(pictures_); }

 private:
  std::optional<report::ScanThumbnail> current_;
  std::vector<std::string> pictures_;
};

/// Subjects beyond this number would make the page too large: then only those listed have pictures.
inline constexpr std::size_t max_thumbnails = 1000;

/// The pictures as the page shows them: a data URI per subject on the map, "" for those without.
/// @param pictures one per row of the site's data; none when these are no images
/// @param rows of the site's data, all of them
/// @param subjects those on the map
/// @param listed one per subject: whether it is flagged or also to check
std::vector<std::string> thumbnail_uris(const std::vector<std::string>& pictures,
                                        const std::vector<std::size_t>& rows,
                                        const data::Table& subjects,
                                        const std::vector<bool>& listed);

}  // namespace dsne::local
