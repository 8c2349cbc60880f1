#include "summary/other_summaries.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <set>
#include <utility>

#include "core/errors.h"
#include "data/names/measure_names.h"
#include "summary/known_persons.h"
#include "summary/shared_file.h"

namespace dsne::summary {
namespace {

const char* const the_file = "a summary";

/// A summary beside a site's own.
struct OtherSummary {
  std::string private_name;
  KeptFile file;
  std::optional<Place> place;  ///< nothing where its private file has been renamed

  /// The file that is shared, if its name is known; for people.
  std::string name() const {
    if (place) return shared_name({{}, place->data_set}, file.kept.scale.array);
    return "the summary whose private file is now called " + private_name;
  }
};

/// Those of a folder's private files that are not the place's. Copies of its private file are no
/// others.
std::vector<OtherSummary> others_beside(const Place& place, std::map<std::string, KeptFile> files) {
  std::set<Bytes32> keys;
  if (const auto own = files.find(private_name(place)); own != files.end()) {
    keys.insert(own->second.kept.key);
  }
  std::vector<OtherSummary> others;
  for (const bool named : {true, false}) {
    for (auto& [name, file] : files) {
      auto of = place_of(place.folder, name);
      if (of.has_value() != named || !keys.insert(file.kept.key).second) continue;
      others.push_back({name, std::move(file), std::move(of)});
    }
  }
  return others;
}

bool has_measure_of(const Scale& scale, const Records& records) {
  if (scale.array || records.array) {
    return scale.array && records.array && std::ssize(scale.measures) == records.values.cols();
  }
  std::set<std::string> keys;
  for (const std::string& measure : records.measures) keys.insert(data::measure_key(measure));
  return std::ranges::any_of(scale.measures, [&](const std::string& measure) {
    return keys.contains(data::measure_key(measure));
  });
}

void check_persons(const OtherSummary& other, const Records& records) {
  const Kept& kept = other.file.kept;
  // Another data set may have the same persons, but not the same values.
  const KnownPersons known = has_measure_of(kept.scale, records) ? known_persons(kept, records)
                                                                 : known_by_values(kept, records);
  if (known.empty()) return;
  throw InputError(
      known_sentence(known, records, other.name()) + "; two summaries would reveal them: " +
      (other.place ? "leave them out, or use that one"
                   : "give it the name summary_private.json again, and use that summary"));
}

/// Whether two summaries have a row in common, as before and after rows were added or struck.
bool have_common_row(const Summary& a, const Summary& b) {
  if (a.measures != b.measures || b.means.rows() == 0) return false;
  for (const auto& row : a.means.rowwise()) {
    if ((b.means.rowwise() - RowVector(row)).rowwise().squaredNorm().minCoeff() == 0) return true;
  }
  return false;
}

/// Whether this is a summary of which a private file is in the folder, of any time.
bool has_private_file(const fs::path& file, const std::map<std::string, KeptFile>& kept) {
  const std::string content = read_file(file, the_file);
  for (const auto& [name, other] : kept) {
    if (has_content(other, content)) return true;
  }
  for (const auto& [name, other] : kept) {
    const auto place = place_of(file.parent_path(), name);
    if (!place) continue;
    try {
      const auto site = read_site_summary(*place);
      if (have_common_row(parse_shared_text(content, the_file), site->summary)) return true;
    } catch (const Error&) {
      continue;
    }
  }
  return false;
}

/// Without its private file nobody knows who is in a summary.
void require_private_files(const fs::path& folder, const std::map<std::string, KeptFile>& kept) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (!begins_like_summary(entry.path()) || is_unfinished(name) ||
        has_private_file(entry.path(), kept)) {
      continue;
    }
    throw InputError(name +
                     " is a summary without its private file: restore that (summary_private.json) "
                     "from a copy, or, if it is not yours, move it elsewhere; a second summary "
                     "about the same persons is not made");
  }
}

}  // namespace

std::vector<std::string> other_data_sets_with(const Place& place, const std::string& person) {
  std::vector<std::string> names;
  for (const OtherSummary& other : others_beside(place, read_private_files(place.folder))) {
    if (is_in_row(other.file.kept, person)) names.push_back(other.name());
  }
  return names;
}

void check_other_summaries(const Place& place, const Records& records) {
  std::map<std::string, KeptFile> files = read_private_files(place.folder);
  require_private_files(place.folder, files);
  for (const OtherSummary& other : others_beside(place, std::move(files))) {
    check_persons(other, records);
  }
}

}  // namespace dsne::summary
