#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/table.h"
#include "report/scan_thumbnail.h"

namespace dsne::local {

/// Makes thumbnails of a site's scans while they are read. They stay at the site.
class ThumbnailMaker {
 public:
  /// Adds a scan's next slice, as a SliceVisitor.
  void add(std::size_t scan, const data::NiftiVolume& volume, const Matrix& slice);

  /// Returns a PNG file's content for each scan.
  std::vector<std::string> take() { return std::move(pictures_); }

 private:
  std::optional<report::ScanThumbnail> current_;
  std::vector<std::string> pictures_;
};

/// With more subjects the page would be too large, and only listed ones have thumbnails.
inline constexpr std::size_t max_thumbnails = 1000;

/// Returns the thumbnails for the page: a data URI per subject on the map, "" for none.
/// @param pictures one per row of the site's data; empty if these are not images
std::vector<std::string> thumbnail_uris(const std::vector<std::string>& pictures,
                                        const std::vector<std::size_t>& rows,
                                        const data::Table& subjects,
                                        const std::vector<bool>& listed);

}  // namespace dsne::local
