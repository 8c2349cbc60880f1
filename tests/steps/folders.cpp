#include "folders.h"

#include <doctest/doctest.h>

#include <boost/algorithm/string/split.hpp>
#include <boost/filesystem.hpp>
#include <boost/filesystem/fstream.hpp>
#include <iterator>
#include <sstream>

namespace fs = boost::filesystem;

std::string content(const fs::path& file) {
  fs::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  fs::ofstream(file, std::ios::binary) << text;
}

std::map<std::string, std::string> snapshot(const fs::path& folder) {
  std::map<std::string, std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).string();
    if (fs::is_directory(entry.path())) {
      found[name + "/"] = "";
    } else {
      found[name] = content(entry.path());
    }
  }
  return found;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Cells cells_of(const std::string& table) {
  Cells rows;
  for (const std::string& line : lines_of(table)) {
    boost::algorithm::split(rows.emplace_back(), line, [](char c) { return c == ','; });
  }
  return rows;
}

Cells csv_cells(const fs::path& file) { return cells_of(content(file)); }

dsne::Json data_of(const std::string& page) {
  const std::string open = "id=\"data\">";
  const auto from = page.find(open) + open.size();
  return dsne::Json::parse(page.substr(from, page.find("</script>", from) - from));
}
