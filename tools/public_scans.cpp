#include "tools/public_scans.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cctype>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "core/phrases.h"
#include "data/cell.h"
#include "data/measure_names.h"
#include "data/table.h"
#include "tools/text_columns.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30U;
constexpr std::size_t most_scans = 1000000;
constexpr std::size_t longest_text = 100;

const Names scanner_fields = {"bids_meta.Manufacturer", "bids_meta.ManufacturersModelName",
                              "bids_meta.MagneticFieldStrength"};
constexpr const char* checksum_field = "provenance.md5sum";
constexpr const char* modality_field = "bids_meta.modality";
constexpr const char* site_field = "site";

/// A scan's fields by their dotted names: the wanted texts, and the measures.
struct Scan {
  std::map<std::string, std::string> texts;
  std::map<std::string, double> measures;
};

Names wanted_texts(const std::string& label) {
  Names names = scanner_fields;
  names.insert(names.end(), {checksum_field, modality_field, site_field});
  if (!label.empty()) names.push_back(label);
  return names;
}

/// Returns a measure's value; missing if it is not a usable number.
double measured(double value) {
  const bool usable = std::isfinite(value) && std::abs(value) <= data::largest_value;
  return usable ? value : std::numeric_limits<double>::quiet_NaN();
}

bool is_json(const fs::path& file) {
  std::ifstream in(file.string());
  char first = 0;
  in >> first;
  return first == '{' || first == '[';
}

/// Returns a field by its dotted name, nested or not; null if missing.
const Json& field_at(const Json& scan, const std::string& name) {
  static const Json nothing;
  if (const auto found = scan.find(name); found != scan.end()) return *found;
  const std::size_t point = name.find('.');
  if (point == std::string::npos) return nothing;
  const auto inner = scan.find(name.substr(0, point));
  return inner != scan.end() && inner->is_object() ? field_at(*inner, name.substr(point + 1))
                                                   : nothing;
}

std::string field_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() ? value.dump() : "";
}

Scan scan_of(const Json& json, const Names& texts) {
  Scan scan;
  for (const std::string& name : texts) scan.texts[name] = field_text(field_at(json, name));
  for (const auto& [name, value] : json.items()) {
    if (value.is_number() && data::is_quality_measure(name)) {
      scan.measures[name] = measured(value.get<double>());
    }
  }
  return scan;
}

std::vector<Scan> read_json(const fs::path& file, const Names& texts, const std::string& input) {
  const Json json = Json::parse(read_file(file, input), nullptr, false);
  const Json& items = json.is_object() ? field_at(json, "_items") : json;
  const bool fits =
      items.is_array() &&
      std::all_of(items.begin(), items.end(), [](const Json& item) { return item.is_object(); });
  if (!fits) throw InputError(input + " is not JSON as MRIQC's web service gives it");
  std::vector<Scan> scans;
  scans.reserve(items.size());
  for (const Json& item : items) scans.push_back(scan_of(item, texts));
  return scans;
}

std::vector<Scan> read_rows(const fs::path& file, const Names& texts, const std::string& input) {
  Names names;
  for (const std::string& name : column_names(file, input)) {
    const bool wanted = data::is_quality_measure(name) ||
                        std::find(texts.begin(), texts.end(), name) != texts.end();
    if (wanted && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (names.empty()) throw InputError(input + " has no measure of MRIQC or QAP");
  std::vector<Scan> scans;
  for (const auto& cells : read_text_columns(file, names, input)) {
    Scan scan;
    for (std::size_t c = 0; c < names.size(); ++c) {
      const data::Cell cell = data::read_cell(cells[c]);
      if (!data::is_quality_measure(names[c])) {
        scan.texts[names[c]] = cell.kind == data::CellKind::missing ? "" : cells[c];
      } else if (cell.kind == data::CellKind::number) {
        scan.measures[names[c]] = measured(cell.number);
      }
    }
    scans.push_back(std::move(scan));
  }
  return scans;
}

std::vector<Scan> read_scans(const fs::path& file, const Names& texts, const std::string& input) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) throw InputError(input + " is not there");
  if (fs::file_size(file) > largest_file) throw InputError(input + " is above 1 GiB");
  std::vector<Scan> scans =
      is_json(file) ? read_json(file, texts, input) : read_rows(file, texts, input);
  if (scans.empty()) throw InputError(input + " holds no scan");
  return scans;
}

/// Returns a text for printing; none if it is too long.
std::string text_at(const Scan& scan, const std::string& name) {
  const auto found = scan.texts.find(name);
  if (found == scan.texts.end() || found->second.size() > longest_text) return "";
  return one_line(found->second);
}

std::string scanner_of(const Scan& scan) {
  std::string scanner;
  for (const std::string& name : scanner_fields) {
    const std::string part = text_at(scan, name);
    if (!part.empty()) scanner += (scanner.empty() ? "" : " ") + part;
  }
  return scanner.empty() ? text_at(scan, site_field) : scanner;
}

PublicScans scan_table(const std::vector<Scan>& scans, const std::string& label) {
  std::map<std::string, Index> columns;
  for (const Scan& scan : scans) {
    for (const auto& measure : scan.measures) columns.emplace(measure.first, 0);
  }
  PublicScans table;
  for (auto& [name, column] : columns) {
    column = std::ssize(table.measures);
    table.measures.push_back(name);
  }
  table.values = Matrix::Constant(std::ssize(scans), std::ssize(table.measures),
                                  std::numeric_limits<double>::quiet_NaN());
  Index row = 0;
  for (const Scan& scan : scans) {
    for (const auto& [name, value] : scan.measures) table.values(row, columns.at(name)) = value;
    table.checksums.push_back(text_at(scan, checksum_field));
    table.modalities.push_back(text_at(scan, modality_field));
    table.scanners.push_back(scanner_of(scan));
    table.labels.push_back(label.empty() ? "" : data::label_text(text_at(scan, label)));
    ++row;
  }
  return table;
}

}  // namespace

PublicScans read_public_scans(const std::vector<fs::path>& files, const std::string& label) {
  const Names texts = wanted_texts(label);
  std::vector<Scan> all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    auto scans = read_scans(files[i], texts, "file " + std::to_string(i + 1));
    if (all.size() + scans.size() > most_scans) throw InputError("there are over a million scans");
    std::move(scans.begin(), scans.end(), std::back_inserter(all));
  }
  return scan_table(all, label);
}

PublicScans chosen(const PublicScans& scans, const std::vector<Index>& rows) {
  const auto some = [&rows](const Names& texts) {
    Names result;
    result.reserve(rows.size());
    for (const Index row : rows) result.push_back(texts[static_cast<std::size_t>(row)]);
    return result;
  };
  return {scans.measures,         scans.values(rows, Eigen::all), some(scans.checksums),
          some(scans.modalities), some(scans.scanners),           some(scans.labels)};
}

}  // namespace dsne::tools
