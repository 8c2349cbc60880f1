#include "run/kept_subjects.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstring>
#include <ctime>
#include <exception>
#include <map>
#include <optional>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/state.h"

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

std::string encoded(const data::Table& table) {
  const auto size = static_cast<std::size_t>(table.values.size()) * sizeof(double);
  Json json = state_of(table);
  json["shape"] = {table.values.rows(), table.values.cols()};
  json["values"] = binary(table.values.data(), size);
  return encoded(json);
}

/// Takes a quarter of SHA-256's time.
std::string digest_of(const std::string& table) {
  return to_hex(hash_of({"dsne subjects", table}));
}

/// @pre the bytes are what `encoded` made
data::Table decoded_table(const std::string& bytes) {
  const Json json = Json::from_cbor(bytes);
  data::Table table;
  const auto shape = json["shape"].get<std::array<Eigen::Index, 2>>();
  table.values.resize(shape[0], shape[1]);
  const Json::binary_t& values = json["values"].get_binary();
  std::memcpy(table.values.data(), values.data(), values.size());
  restore(json, table);
  return table;
}

/// What stands in place of the table once the report is written.
std::string receipt_of(const std::string& step) {
  return "The subjects were here until the report was written, in step " + step + ".\n";
}

/// Reads a kept file; "" if there is none.
std::string kept_bytes(const fs::path& file, const char* what) {
  boost::system::error_code error;
  return fs::is_regular_file(file, error) ? read_file(file, what) : "";
}

/// Writes what belongs to a table, after a digest of both.
void keep_beside(const std::string& table_digest, const Json& json, const fs::path& file,
                 const char* what) {
  const std::string content = encoded(json);
  write_atomically(file, digest_of(table_digest + content) + content, what);
}

/// Reads what keep_beside wrote of this table; null if it is missing or damaged.
Json read_beside(const std::string& table_digest, const fs::path& file, const char* what) {
  const std::string bytes = kept_bytes(file, what);
  const std::string content = bytes.substr(std::min(bytes.size(), 2 * sizeof(Bytes32)));
  return bytes.starts_with(digest_of(table_digest + content)) ? Json::from_cbor(content) : Json();
}

}  // namespace

std::string keep_subjects(const KeptSubjects& subjects, const fs::path& output) {
  forget_kept_subjects(output);
  const std::string table = encoded(subjects.table);
  std::string digest = digest_of(table);
  write_atomically(output / table_file, table, table_name);
  if (!subjects.thumbnails.empty()) {
    Json pictures = Json::array();
    for (const std::string& png : subjects.thumbnails) {
      pictures.push_back(binary(png.data(), png.size()));
    }
    keep_beside(digest, pictures, output / thumbnails_file, "thumbnails");
  }
  if (!subjects.history.empty()) {
    keep_beside(digest, state_of(subjects.history), output / history_file, "dates");
  }
  return digest;
}

data::Table read_kept_table(const fs::path& output, const std::string& digest) {
  const std::string bytes = kept_bytes(output / table_file, table_name);
  if (digest_of(bytes) != digest) {
    throw InputError(std::string(table_name) + " in the output folder is missing or damaged");
  }
  return decoded_table(bytes);
}

std::vector<std::string> read_kept_thumbnails(const fs::path& output, const std::string& digest) {
  std::vector<std::string> thumbnails;
  for (const Json& picture : read_beside(digest, output / thumbnails_file, "thumbnails")) {
    const Json::binary_t& bytes = picture.get_binary();
    thumbnails.emplace_back(bytes.begin(), bytes.end());
  }
  return thumbnails;
}

data::ScanHistory read_kept_history(const fs::path& output, const std::string& digest) {
  data::ScanHistory history;
  const Json kept = read_beside(digest, output / history_file, "dates");
  if (!kept.is_null()) restore(kept, history);
  return history;
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

void leave_receipt(const std::string& step, const fs::path& output) {
  write_atomically(output / table_file, receipt_of(step), "the receipt of the report");
  boost::system::error_code ignored;
  for (const char* file : {thumbnails_file, history_file}) fs::remove(output / file, ignored);
}

bool has_receipt(const std::string& step, const fs::path& output) {
  boost::system::error_code error;
  const std::string receipt = receipt_of(step);
  return fs::file_size(output / table_file, error) == receipt.size() &&
         read_file(output / table_file, table_name) == receipt;
}

void forget_abandoned_subjects(const fs::path& output) {
  for (const fs::path& run : folders_beside(output, "the folder of this site's runs")) {
    boost::system::error_code error;
    const std::time_t used = fs::last_write_time(run / table_file, error);
    if (!error && used + abandoned_after < std::time(nullptr)) forget_kept_subjects(run);
  }
}

namespace {

constexpr const char* known_file = "known_subjects.json";

using KnownTables = std::map<std::string, data::KnownIds>;  // by their kind

std::string kind_of(const data::Table& table) {
  if (!table.reading.modality.empty()) return table.reading.modality;
  const std::string columns = table.features.empty() ? std::to_string(table.values.cols())
                                                     : boost::algorithm::join(table.features, "\n");
  return sha256(columns).substr(0, 16);
}

KnownTables read_known(const fs::path& folder) {
  KnownTables known;
  try {
    restore(parse_json(read_file(folder / known_file, known_file)).value(), known);
  } catch (const std::exception&) {
    return {};
  }
  std::erase_if(known, [](const auto& each) { return !each.second.is_whole(); });
  return known;
}

/// Writes it, where it can be written, by way of the run's own folder, where a killed step's
/// unfinished file is removed.
void write_known(const KnownTables& known, const fs::path& folder, const fs::path& own) {
  try {
    write_atomically(own / known_file, to_ascii(state_of(known)) + '\n', known_file);
  } catch (const StorageError&) {
    return;
  }
  boost::system::error_code error;
  fs::rename(own / known_file, folder / known_file, error);
  if (error) fs::remove(own / known_file, error);
}

}  // namespace

data::KnownIds known_subjects(const fs::path& folder, const fs::path& own, const std::string& site,
                              const data::Table& table, const std::string& day) {
  KnownTables known = read_known(folder);
  const std::string kind = kind_of(table);
  data::KnownIds& of_kind = known[kind];
  of_kind.add(table.ids, day, site + '/' + kind);
  write_known(known, folder, own);
  return of_kind;
}

}  // namespace dsne::run
