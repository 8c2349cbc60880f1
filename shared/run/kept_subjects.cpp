#include "run/kept_subjects.h"

#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstring>
#include <ctime>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"

namespace dsne::run {
namespace {

constexpr const char* table_file = "private_subjects.bin";
constexpr const char* thumbnails_file = "private_thumbnails.bin";
constexpr const char* history_file = "private_history.bin";
constexpr std::array<const char*, 3> kept_files = {table_file, thumbnails_file, history_file};
constexpr const char* table_name = "this site's private copy of its subjects";
constexpr std::time_t abandoned_after = std::time_t{7} * 24 * 60 * 60;  // seconds

Json::binary_t binary(const void* bytes, std::size_t size) {
  const auto* const begin = static_cast<const std::uint8_t*>(bytes);
  return Json::binary_t({begin, begin + size});
}

std::string encoded(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

/// Visits what is kept as JSON has it.
template <typename Table, typename Visit>
void visit_table(Table& table, const Visit& visit) {
  visit("features", table.features);
  visit("ids", table.ids);
  visit("persons", table.persons);
  visit("labels", table.labels);
  visit("rows", table.rows);
  visit("columns", table.columns);
  visit("text_rows", table.text_rows);
  visit("notes", table.reading.notes);
}

template <typename History, typename Visit>
void visit_history(History& history, const Visit& visit) {
  visit("rows", history.rows);
  visit("days", history.days);
  visit("scanners", history.scanners);
  visit("date_column", history.date_column);
  visit("scanner_column", history.scanner_column);
}

/// Writes a visited member into an object.
auto into(Json& json) {
  return [&json](const char* name, const auto& member) { json[name] = member; };
}

/// Reads a visited member from an object. @throws Json::exception when it is not there
auto from(const Json& json) {
  return [&json](const char* name, auto& member) { json.at(name).get_to(member); };
}

std::string encoded(const data::Table& table) {
  const auto size = static_cast<std::size_t>(table.values.size()) * sizeof(double);
  Json json = {{"shape", {table.values.rows(), table.values.cols()}},
               {"values", binary(table.values.data(), size)},
               {"left_out", Json::array()}};
  visit_table(table, into(json));
  for (const data::LeftOut& column : table.reading.left_out) {
    json["left_out"].push_back({column.name, column.reason});
  }
  return encoded(json);
}

/// @pre the bytes are what `encoded` made
data::Table decoded_table(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  data::Table table;
  const auto shape = json["shape"].get<std::array<Eigen::Index, 2>>();
  table.values.resize(shape[0], shape[1]);
  const Json::binary_t& values = json["values"].get_binary();
  std::memcpy(table.values.data(), values.data(), values.size());
  visit_table(table, from(json));
  for (const Json& column : json["left_out"]) {
    table.reading.left_out.push_back({column[0], column[1]});
  }
  return table;
}

/// Reads what a file keeps; nothing if it is missing or damaged.
/// @param read makes the value of the file's JSON, and throws Json::exception at a damaged one
template <typename Value>
Value read_if_whole(const fs::path& file, const char* what, Value (*read)(const Json& json)) {
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  try {
    return read(Json::from_cbor(read_file(file, what)));
  } catch (const Json::exception&) {
    return {};
  }
}

}  // namespace

std::string keep_subjects(const KeptSubjects& subjects, const fs::path& output) {
  forget_kept_subjects(output);
  const std::string table = encoded(subjects.table);
  write_atomically(output / table_file, table, table_name);
  if (!subjects.thumbnails.empty()) {
    Json pictures = Json::array();
    for (const std::string& png : subjects.thumbnails) {
      pictures.push_back(binary(png.data(), png.size()));
    }
    write_atomically(output / thumbnails_file, encoded(pictures), "thumbnails");
  }
  if (!subjects.history.empty()) {
    Json history;
    visit_history(subjects.history, into(history));
    write_atomically(output / history_file, encoded(history), "dates");
  }
  return sha256(table);
}

data::Table read_kept_table(const fs::path& output, const std::string& digest) {
  const auto bytes = read_checked(output / table_file, digest, table_name);
  if (!bytes) {
    throw InputError(std::string(table_name) + " in the output folder is missing or damaged");
  }
  return decoded_table(*bytes);
}

std::vector<std::string> read_kept_thumbnails(const fs::path& output) {
  using Thumbnails = std::vector<std::string>;
  return read_if_whole<Thumbnails>(output / thumbnails_file, "thumbnails",
                                   [](const Json& pictures) {
                                     Thumbnails thumbnails;
                                     if (!pictures.is_array()) return thumbnails;
                                     for (const Json& picture : pictures) {
                                       const Json::binary_t& bytes = picture.get_binary();
                                       thumbnails.emplace_back(bytes.begin(), bytes.end());
                                     }
                                     return thumbnails;
                                   });
}

data::ScanHistory read_kept_history(const fs::path& output) {
  return read_if_whole<data::ScanHistory>(output / history_file, "dates", [](const Json& json) {
    data::ScanHistory history;
    visit_history(history, from(json));
    const auto rows = history.rows.size();
    const bool whole = history.days.size() == rows &&
                       (history.scanners.empty() || history.scanners.size() == rows);
    return whole ? history : data::ScanHistory();
  });
}

void touch_kept_subjects(const fs::path& output) {
  boost::system::error_code ignored;
  for (const char* file : kept_files) {
    fs::last_write_time(output / file, std::time(nullptr), ignored);
  }
}

void forget_kept_subjects(const fs::path& output) {
  boost::system::error_code ignored;
  for (const char* file : kept_files) fs::remove(output / file, ignored);
}

void forget_abandoned_subjects(const fs::path& output) {
  for (const fs::path& run : folders_beside(output, "the folder of this site's runs")) {
    boost::system::error_code error;
    const std::time_t used = fs::last_write_time(run / table_file, error);
    if (!error && used + abandoned_after < std::time(nullptr)) forget_kept_subjects(run);
  }
}

}  // namespace dsne::run
