#include "local/thumbnails.h"

#include <map>
#include <span>

#include "coinstac/base64.h"
#include "report/scan_thumbnail.h"

namespace dsne {

std::vector<std::string> thumbnails(const SiteInputs& inputs, const Directories& directories,
                                    const Table& subjects, const std::vector<bool>& flagged) {
  const FileList scans = subject_scans(inputs, directories);
  if (scans.files.empty()) return {};
  std::map<std::size_t, fs::path> scan_of_row;
  for (std::size_t i = 0; i < scans.files.size(); ++i) {
    scan_of_row.emplace(scans.rows[i], scans.files[i]);
  }
  const bool all = subjects.rows.size() <= most_thumbnails;
  std::vector<std::string> pictures(subjects.rows.size());
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const auto scan = scan_of_row.find(subjects.rows[i]);
    if (scan == scan_of_row.end() || !(all || flagged[i])) continue;
    const std::string png = scan_thumbnail(scan->second);
    pictures[i] = "data:image/png;base64," + to_base64(std::as_bytes(std::span(png)));
  }
  return pictures;
}

}  // namespace dsne
