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

Json left_out_of(const data::Reading& reading) {
  Json columns = Json::array();
  for (const data::LeftOut& column : reading.left_out) {
    columns.push_back({column.name, column.reason});
  }
  return columns;
}

std::string encoded(const data::Table& table) {
  const auto size = static_cast<std::size_t>(table.values.size()) * sizeof(double);
  return encoded(Json{{"shape", {table.values.rows(), table.values.cols()}},
                      {"values", binary(table.values.data(), size)},
                      {"features", table.features},
                      {"ids", table.ids},
                      {"persons", table.persons},
                      {"labels", table.labels},
                      {"rows", table.rows},
                      {"columns", table.columns},
                      {"text_rows", table.text_rows},
                      {"notes", table.reading.notes},
                      {"left_out", left_out_of(table.reading)}});
}

/// @pre the bytes are what `encoded` made
data::Table decoded_table(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  data::Table table;
  const auto shape = json["shape"].get<std::array<Eigen::Index, 2>>();
  table.values.resize(shape[0], shape[1]);
  const Json::binary_t& values = json["values"].get_binary();
  std::memcpy(table.values.data(), values.data(), values.size());
  json["features"].get_to(table.features);
  json["ids"].get_to(table.ids);
  json["persons"].get_to(table.persons);
  json["labels"].get_to(table.labels);
  json["rows"].get_to(table.rows);
  json["columns"].get_to(table.columns);
  json["text_rows"].get_to(table.text_rows);
  json["notes"].get_to(table.reading.notes);
  for (const Json& column : json["left_out"]) {
    table.reading.left_out.push_back({column[0], column[1]});
  }
  return table;
}

std::string encoded(const std::vector<std::string>& thumbnails) {
  Json pictures = Json::array();
  for (const std::string& png : thumbnails) pictures.push_back(binary(png.data(), png.size()));
  return encoded(pictures);
}

std::string encoded(const data::ScanHistory& history) {
  return encoded(Json{{"rows", history.rows},
                      {"days", history.days},
                      {"scanners", history.scanners},
                      {"date_column", history.date_column},
                      {"scanner_column", history.scanner_column}});
}

/// @throws Json::exception when the bytes are not what `encoded` made
data::ScanHistory decoded_history(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  data::ScanHistory history;
  json.at("rows").get_to(history.rows);
  json.at("days").get_to(history.days);
  json.at("scanners").get_to(history.scanners);
  json.at("date_column").get_to(history.date_column);
  json.at("scanner_column").get_to(history.scanner_column);
  const bool whole = history.days.size() == history.rows.size() &&
                     (history.scanners.empty() || history.scanners.size() == history.rows.size());
  return whole ? history : data::ScanHistory();
}

}  // namespace

std::string keep_subjects(const KeptSubjects& subjects, const fs::path& output) {
  forget_kept_subjects(output);
  const std::string table = encoded(subjects.table);
  write_atomically(output / table_file, table, table_name);
  if (!subjects.thumbnails.empty()) {
    write_atomically(output / thumbnails_file, encoded(subjects.thumbnails), "thumbnails");
  }
  if (!subjects.history.empty()) {
    write_atomically(output / history_file, encoded(subjects.history), "dates");
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
  const fs::path file = output / thumbnails_file;
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  std::vector<std::string> thumbnails;
  try {
    const Json pictures = Json::from_cbor(read_file(file, "thumbnails"));
    if (!pictures.is_array()) return {};
    for (const Json& picture : pictures) {
      const Json::binary_t& bytes = picture.get_binary();
      thumbnails.emplace_back(bytes.begin(), bytes.end());
    }
  } catch (const Json::exception&) {
    return {};
  }
  return thumbnails;
}

data::ScanHistory read_kept_history(const fs::path& output) {
  const fs::path file = output / history_file;
  boost::system::error_code error;
  if (!fs::is_regular_file(file, error)) return {};
  try {
    return decoded_history(read_file(file, "dates"));
  } catch (const Json::exception&) {
    return {};
  }
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
