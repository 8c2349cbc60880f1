#include "summary/keeping.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <exception>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json_text.h"
#include "core/state.h"
#include "summary/shared_file.h"

namespace dsne::summary {
namespace {

const char* const the_summary = "the summary";
const char* const the_private_file = "the private file of the summary";
constexpr std::string_view beginning = "summary";
constexpr std::string_view private_ending = "_private.json";
const char* const next_ending = ".next";
constexpr int kept_form = 2;

/// The content of a summary after every row was struck.
const char* const no_summary = "{}\n";

std::string stem(const Place& place) {
  return place.data_set.empty() ? "summary" : "summary_" + place.data_set;
}

fs::path private_path(const Place& place) {
  return place.folder / stem(place).append(private_ending);
}

/// The data set's name in that of a file with this ending: "bold" of summary_bold_private.json.
std::string data_set_of(const std::string& name, std::string_view ending) {
  const std::string middle =
      name.substr(beginning.size(), name.size() - beginning.size() - ending.size());
  return middle.empty() ? middle : middle.substr(1);
}

/// The data set whose summary this file would be: "bold" of summary_bold.csv.
std::optional<std::string> data_set_shared_as(const std::string& name) {
  constexpr std::string_view copy_of_a_run = "summary_sent.csv";
  if (!name.starts_with(beginning) || name == copy_of_a_run) return std::nullopt;
  for (const bool array : {false, true}) {
    const std::string ending = fs::path(shared_name({}, array)).extension().string();
    if (!name.ends_with(ending)) continue;
    std::string data_set = data_set_of(name, ending);
    if (is_data_set_name(data_set) && name == shared_name({{}, data_set}, array)) return data_set;
  }
  return std::nullopt;
}

bool is_there(const fs::path& file) {
  boost::system::error_code error;
  return fs::symlink_status(file, error).type() != fs::file_not_found;
}

/// Writes the private file's text: the private part, the summary's digest, and a digest of both.
std::string kept_text(const Kept& kept, const std::string& summary_digest) {
  Json json = state_of(kept);
  json["form"] = kept_form;
  json["note"] = "Keep this file at the site. It says who is in which row of the summary.";
  json["summary"] = summary_digest;
  return Json({{"kept", json}, {"digest", sha256(to_ascii(json))}}).dump(1) + '\n';
}

struct KeptFile {
  Kept kept;
  std::string summary_digest;
};

/// Reads what state_of made of a summary's private part; fields that older versions did not write
/// have their default values.
Kept restored(const Json& state) {
  Json all = state_of(Kept{});
  all["rules"] = first_rules;
  all.update(state);
  Kept kept;
  restore(all, kept);
  return kept;
}

/// Reads the text of kept_text. Behind its digest it is as it was written.
/// @throws InputError when it was changed, or is a later version's
KeptFile parse_kept(const std::string& text) {
  std::optional<int> form;
  try {
    const Json json = parse_json(text).value();
    const Json& kept = json.at("kept");
    if (json.at("digest") == sha256(to_ascii(kept))) form = kept.at("form").get<int>();
    if (form && *form <= kept_form) {
      return {restored(kept), kept.at("summary").get<std::string>()};
    }
  } catch (const std::exception&) {
    form.reset();  // It is damaged, too.
  }
  if (form) {
    throw InputError(std::string(the_private_file) +
                     " is of a later version of dsne: use that version");
  }
  throw InputError(std::string(the_private_file) +
                   " is damaged: restore a copy; without it nothing can be added or removed");
}

/// The private files in a folder, by their data sets.
std::map<std::string, fs::path> private_files(const fs::path& folder) {
  std::map<std::string, fs::path> files;
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning) || !name.ends_with(private_ending)) continue;
    files[data_set_of(name, private_ending)] = entry.path();
  }
  return files;
}

/// What the site keeps of its other data sets, by their names.
std::map<std::string, Kept> other_data_sets(const Place& place) {
  std::map<std::string, Kept> others;
  for (const auto& [name, file] : private_files(place.folder)) {
    if (file == private_path(place)) continue;
    others[name] = parse_kept(read_file(file, the_private_file)).kept;
  }
  return others;
}

/// Without its private file nobody knows who is in a summary.
void require_private_files(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const auto data_set = data_set_shared_as(name);
    if (!data_set || is_there(private_path({folder, *data_set}))) continue;
    throw InputError(name +
                     " is there without its private file: put that back, or, if it is not yours, "
                     "move it elsewhere; a second summary about the same persons is not made");
  }
}

/// The names of the files to be shared.
std::vector<std::string> shared_names(const Place& place, bool array) {
  std::vector<std::string> names = {shared_name(place, array)};
  if (array) names.push_back(stem(place) + "_names.json");
  return names;
}

Files shared_files(const Place& place, const SiteSummary& site) {
  const std::vector<std::string> names = shared_names(place, site.summary.array);
  if (site.summary.means.rows() == 0) return {{names[0], no_summary, the_summary}};
  if (!site.summary.array) return {{names[0], summary_csv(site.summary), the_summary}};
  ArrayFiles files = summary_array(site.summary);
  return {{names[0], std::move(files.array), the_summary},
          {names[1], std::move(files.names), the_summary}};
}

std::string digest_of(const Files& files) {
  std::string digests;
  for (const File& file : files) digests += sha256(file.content);
  return sha256(digests);
}

/// Reads the shared files, with `ending` on their names; returns nothing when one is missing.
std::optional<Files> read_shared(const Place& place, bool array, const std::string& ending) {
  Files files;
  for (const std::string& name : shared_names(place, array)) {
    if (!files.empty() && files.front().content == no_summary) break;
    const fs::path file = place.folder / (name + ending);
    if (!is_there(file)) return std::nullopt;
    files.push_back({name, read_file(file, the_summary), the_summary});
  }
  return files;
}

void remove_next(const Place& place) {
  boost::system::error_code ignored;
  for (const bool array : {false, true}) {
    for (const std::string& name : shared_names(place, array)) {
      fs::remove(place.folder / (name + next_ending), ignored);
    }
  }
}

Summary parse_shared(const Files& files, const Scale& scale) {
  Summary summary;
  if (files.front().content == no_summary) {
    summary.measures = scale.measures;
    summary.array = scale.array;
    summary.means.resize(0, std::ssize(scale.measures));
    summary.spread = RowVector::Zero(std::ssize(scale.measures));
    return summary;
  }
  if (!scale.array) return parse_summary_csv(files.front().content, the_summary);
  return parse_summary_array({files.front().content, files.back().content}, the_summary);
}

/// Finds the summary that the private file belongs to, and gives it its final name.
Files settled(const Place& place, const KeptFile& file) {
  for (const std::string ending : {"", next_ending}) {
    const auto files = read_shared(place, file.kept.scale.array, ending);
    if (!files || digest_of(*files) != file.summary_digest) continue;
    if (!ending.empty()) write_files(*files, place.folder);
    remove_next(place);
    return *files;
  }
  throw InputError(
      "the summary is missing or was changed: restore the shared copy; a second summary of the "
      "same persons is not made");
}

bool overlaps(const Scale& a, const Scale& b) {
  if (a.array || b.array) return a.array && b.array && a.measures == b.measures;
  return std::ranges::find_first_of(a.measures, b.measures) != a.measures.end();
}

}  // namespace

bool is_data_set_name(const std::string& name) {
  constexpr std::size_t longest = 40;
  return name.size() <= longest && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-';
         });
}

std::string shared_name(const Place& place, bool array) {
  return stem(place) + (array ? ".npy" : ".csv");
}

std::optional<SiteSummary> read_site_summary(const Place& place) {
  if (!is_there(private_path(place))) {
    if (is_there(place.folder / shared_name(place, false)) ||
        is_there(place.folder / shared_name(place, true))) {
      throw InputError(
          "the private file of the summary is missing: restore it; a second summary of the same "
          "persons is not made");
    }
    return std::nullopt;
  }
  KeptFile file = parse_kept(read_file(private_path(place), the_private_file));
  const Files files = settled(place, file);
  SiteSummary site;
  site.summary = parse_shared(files, file.kept.scale);
  site.kept = std::move(file.kept);
  if (site.summary.means.rows() != std::ssize(site.kept.rows)) {
    throw InputError("the private file does not fit the summary");
  }
  return site;
}

void write_site_summary(const Place& place, const SiteSummary& site) {
  const Files files = shared_files(place, site);
  for (const File& file : files) {
    write_atomically(place.folder / (file.name + next_ending), file.content, file.what);
  }
  write_atomically(private_path(place), kept_text(site.kept, digest_of(files)), the_private_file);
  write_files(files, place.folder);
  remove_next(place);
}

std::optional<Kept> find_kept(const fs::path& folder, const Summary& sent) {
  const auto is_sent = [&](const Summary& summary) {
    return summary.measures == sent.measures && summary.subjects.size() == sent.subjects.size() &&
           summary.subjects == sent.subjects && summary.means == sent.means;
  };
  for (const auto& [name, file] : private_files(folder)) {
    try {
      auto site = read_site_summary({folder, name});
      if (site && is_sent(site->summary)) return std::move(site->kept);
    } catch (const Error&) {
      continue;
    }
  }
  return std::nullopt;
}

std::vector<std::string> other_data_sets_with(const Place& place, const std::string& person) {
  std::vector<std::string> names;
  for (const auto& [name, kept] : other_data_sets(place)) {
    if (is_in_row(kept, person)) names.push_back(shared_name({{}, name}, kept.scale.array));
  }
  return names;
}

void check_other_data_sets(const Place& place, const Kept& kept, const Records& records) {
  require_private_files(place.folder);
  const std::set<std::string> persons(records.persons.begin(), records.persons.end());
  for (const auto& data_set : other_data_sets(place)) {
    const Kept& other = data_set.second;
    if (!overlaps(kept.scale, other.scale)) continue;
    const auto is_in_other = [&](const std::string& person) { return is_known(other, person); };
    if (std::any_of(persons.begin(), persons.end(), is_in_other)) {
      throw InputError(
          "another summary in this folder has a measure and a person of these data; two files "
          "would reveal that person");
    }
  }
}

}  // namespace dsne::summary
