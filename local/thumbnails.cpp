#include "local/thumbnails.h"

#include <map>
#include <span>

#include "core/base64.h"

namespace dsne::local {

void ThumbnailMaker::add(std::size_t /*scan*/, const data::NiftiVolume& volume,
                         const Matrix& slice) {
  if (!current_) current_.emplace(volume);
  current_->add(slice);
  if (!current_->is_whole()) return;
  pictures_.push_back(current_->png());
  current_.reset();
}

std::vector<std::string> thumbnail_uris(const std::vector<std::string>& pictures,
                                        const std::vector<std::size_t>& rows,
                                        const data::Table& subjects,
                                        const std::vector<bool>& listed) {
  if (pictures.size() != rows.size()) return {};
  std::map<std::size_t, std::size_t> picture_of_row;
  for (std::size_t i = 0; i < rows.size(); ++i) picture_of_row.emplace(rows[i], i);
  const bool all = subjects.rows.size() <= max_thumbnails;
  std::vector<std::string> uris(subjects.rows.size());
  for (std::size_t i = 0; i < uris.size(); ++i) {
    if (!all && !listed[i]) continue;
    const std::string& png = pictures.at(picture_of_row.at(subjects.rows[i]));
    uris[i] = "data:image/png;base64," + to_base64(std::as_bytes(std::span(png)));
  }
  return uris;
}

}  // namespace dsne::local
