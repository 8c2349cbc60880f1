#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <utility>
#include <vector>

namespace dsne {

/// What a report page says: a heading, sentences, a table of facts and links to files beside it.
struct Page {
  std::string title;
  std::vector<std::string> sentences;
  std::vector<std::pair<std::string, std::string>> facts;  ///< name and value
  std::vector<std::pair<std::string, std::string>> files;  ///< file name and what it holds
};

/// Writes `index.html` into `folder`, atomically: one self-contained page without scripts or
/// network, with the figure `embedding.svg` of that folder inside it (draw_map must have run),
/// light and dark, readable in print. All text is escaped.
/// @throws StorageError when the figure cannot be read or the page not written
void write_page(const Page& page, const boost::filesystem::path& folder);

}  // namespace dsne
