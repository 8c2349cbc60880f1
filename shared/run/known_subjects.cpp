#include "run/known_subjects.h"

#include <boost/algorithm/string/join.hpp>
#include <exception>
#include <map>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json_text.h"
#include "core/state.h"

namespace dsne::run {
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
