#include "data/formats/mriqc_output.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "core/json.h"
#include "core/phrases.h"
#include "data/duplicates.h"
#include "data/formats/file_list.h"
#include "data/formats/measure_files.h"
#include "data/names/scan_kinds.h"
#include "data/word_list.h"

namespace dsne::data {
namespace {

using Version = std::array<int, 3>;

struct Change {
  Version version;
  const char* text;
  const char* measures;
};

constexpr std::array<Change, 4> changes = {
    {{{0, 9, 5}, "0.9.5", "smoothness, partial volumes and the tissues' intensities"},
     {{0, 15, 2}, "0.15.2", "overlap with the template"},
     {{22, 0, 0}, "22.0.0", "background, bias field and foreground energy"},
     {{23, 1, 0},
      "23.1.0",
      "signal and contrast to noise, shares and partial volumes of tissues, and the tissues' "
      "intensities"}}};

/// Reads the first numbers of a version: 24.1.0 of "24.1.0.dev0+g1234567", 0.16.1 of "v0.16.1".
std::optional<Version> numbers_of(const std::string& text) {
  Version version{};
  const char* at = text.data() + (text.starts_with('v') ? 1 : 0);
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < version.size(); ++i) {
    const auto [rest, error] = std::from_chars(at, end, version.at(i));
    if (error != std::errc()) return i < 2 ? std::nullopt : std::optional(version);
    if (rest == end || *rest != '.') return i == 0 ? std::nullopt : std::optional(version);
    at = rest + 1;
  }
  return version;
}

}  // namespace

std::optional<std::vector<MriqcChange>> mriqc_changes(const std::string& one,
                                                      const std::string& other) {
  const std::optional<Version> first = numbers_of(one);
  const std::optional<Version> second = numbers_of(other);
  if (!first || !second) return std::nullopt;
  const auto [earlier, later] = std::minmax(*first, *second);
  std::vector<MriqcChange> between;
  for (const Change& change : changes) {
    if (earlier < change.version && change.version <= later) {
      between.push_back({change.text, change.measures});
    }
  }
  return between;
}

namespace {

using Path = boost::filesystem::path;

constexpr std::size_t most_named = 3;

/// What MRIQC leaves of its kinds of scans, by kind.
using ByKind = std::map<std::string, MriqcScans>;

std::string kind_of_scan(const Path& file) { return kind_in_id(file.stem().string()); }

/// Returns the kind of a group table's scans by its name: group_T1w.tsv, or T1w.csv of old.
std::string kind_of_table(const Path& file) {
  const std::string ending = lower_case(file.extension().string());
  const std::string name = file.stem().string();
  if (ending != ".tsv" && ending != ".csv") return "";
  if (name.find("failed") != std::string::npos) return "";
  if (name.starts_with("group_")) return kind_in_id(name);
  return ending == ".csv" ? kind_in_id("_" + name) : "";
}

bool is_passed_over(const Path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with('.') || name == "figures" || name == "logs" || name == "work";
}

/// The entries of a folder, by name; none of one that cannot be read.
std::vector<Path> entries_of(const Path& folder) {
  boost::system::error_code error;
  std::vector<Path> entries;
  for (boost::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    entries.push_back(entry->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

bool holds_files(const Path& path) {
  boost::system::error_code error;
  return boost::filesystem::is_directory(path, error);
}

ByKind tables_in(const Path& folder) {
  ByKind kinds;
  for (const Path& entry : entries_of(folder)) {
    const std::string kind = kind_of_table(entry);
    if (kind.empty() || holds_files(entry)) continue;
    MriqcScans& scans = kinds[kind];
    if (scans.table.empty() || entry.extension() == ".tsv") scans.table = entry;
  }
  return kinds;
}

/// Adds the scans' JSON files, which are beside the reports or in the persons' folders.
void add_files(const Path& folder, ByKind& kinds) {
  for (const Path& entry : entries_of(folder)) {
    const std::string name = entry.filename().string();
    if (holds_files(entry)) {
      if (!is_passed_over(entry)) add_files(entry, kinds);
    } else if (name.starts_with("sub-") && entry.extension() == ".json") {
      if (const std::string kind = kind_of_scan(entry); !kind.empty())
        kinds[kind].files.push_back(entry);
    }
  }
}

/// Returns the JSON object of a file; an empty one where it is none.
Json json_of(const Path& file) {
  try {
    return read_json_object(file, "a JSON file");
  } catch (const InputError&) {
    return Json::object();
  }
}

/// Returns a text within objects; "" where it is not there.
std::string text_at(const Json& json, std::initializer_list<const char*> names) {
  const Json* at = &json;
  for (const char* name : names) {
    if (!at->is_object() || !at->contains(name)) return "";
    at = &at->at(name);
  }
  return at->is_string() ? at->get<std::string>() : at->is_number() ? at->dump() : "";
}

/// Whether a JSON file of a scan is MRIQC's, and no sidecar that says how the scan was made.
bool is_mriqc(const Path& file) {
  const Json scan = json_of(file);
  return scan.contains("bids_meta") || scan.contains("provenance");
}

MriqcOutput output_of(const Path& folder, ByKind kinds) {
  MriqcOutput output{folder, {}};
  for (const std::string& kind : scan_kinds()) {
    const auto found = kinds.find(kind);
    if (found == kinds.end()) continue;
    MriqcScans& scans = found->second;
    scans.kind = kind;
    if (!scans.files.empty() && !is_mriqc(scans.files.front())) scans.files.clear();
    if (!scans.table.empty() || !scans.files.empty()) output.kinds.push_back(std::move(scans));
  }
  return output;
}

/// The output in a folder with these group tables.
MriqcOutput output_in(const Path& folder, ByKind kinds) {
  add_files(folder, kinds);
  return output_of(folder, std::move(kinds));
}

/// What a folder holds instead, for people.
std::string described(const Path& folder) {
  std::size_t images = 0;
  std::size_t reports = 0;
  std::size_t subjects = 0;
  std::vector<std::string> tables;
  std::size_t others = 0;
  const auto look = [&](const auto& again, const Path& in, int depth) -> void {
    for (const Path& entry : entries_of(in)) {
      const std::string name = entry.filename().string();
      if (holds_files(entry)) {
        boost::system::error_code error;
        if (boost::filesystem::exists(entry / "stats" / "aseg.stats", error)) ++subjects;
        if (depth > 0 && !is_passed_over(entry)) again(again, entry, depth - 1);
      } else if (is_any_image_name(name)) {
        ++images;
      } else if (entry.extension() == ".html") {
        ++reports;
      } else if (entry.extension() == ".csv" || entry.extension() == ".tsv") {
        tables.push_back(name);
      } else {
        ++others;
      }
    }
  };
  look(look, folder, 3);
  std::vector<std::string> parts;
  const auto count = [](std::size_t number, const char* noun) {
    return counted(static_cast<std::int64_t>(number), noun);
  };
  if (subjects > 0) parts.push_back(count(subjects, "subject") + " of FreeSurfer's");
  if (images > 0) parts.push_back(count(images, "image"));
  if (reports > 0) parts.push_back(count(reports, "report") + " (.html) without their .json files");
  if (!tables.empty()) parts.push_back("the tables " + in_words(tables, most_named));
  if (parts.empty() && others > 0) parts.push_back(count(others, "other file"));
  return parts.empty() ? "it is empty" : "it holds " + in_words(parts, parts.size());
}

}  // namespace

bool is_mriqc_table(const Path& file) { return !kind_of_table(file).empty(); }

MriqcOutput mriqc_output_of(const Path& table) {
  const Path folder = folder_of(table);
  const std::string kind = kind_of_table(table);
  ByKind kinds;
  kinds[kind].kind = kind;
  kinds[kind].table = table;
  add_files(folder, kinds);
  std::erase_if(kinds, [&](const auto& each) { return each.first != kind; });
  return output_of(folder, std::move(kinds));
}

MriqcOutput find_mriqc_output(const Path& folder) {
  // Before the scans' files are sought, which may take long in a whole study.
  if (ByKind tables = tables_in(folder); !tables.empty()) {
    return output_in(folder, std::move(tables));
  }
  std::vector<MriqcOutput> below;
  for (const Path& entry : entries_of(folder)) {
    if (!holds_files(entry) || is_passed_over(entry)) continue;
    for (const Path& each : {entry, entry / "mriqc"}) {
      ByKind tables = tables_in(each);
      if (!tables.empty()) below.push_back(output_in(each, std::move(tables)));
    }
  }
  if (below.size() == 1) return below.front();
  if (below.size() > 1) {
    std::vector<std::string> names;
    names.reserve(below.size());
    for (const MriqcOutput& each : below)
      names.push_back(each.folder.lexically_relative(folder).string());
    throw InputError("this folder holds several of MRIQC's outputs: name one of " +
                     in_words(names, most_named));
  }
  MriqcOutput output = output_in(folder, {});
  if (!output.kinds.empty()) return output;
  throw InputError(
      "no measures of MRIQC are in this folder: " + described(folder) +
      ". Bring MRIQC's output folder, with group_T1w.tsv or a .json file of each scan, "
      "or name a table");
}

Table read_mriqc_files(const MriqcScans& scans) {
  FileList list;
  for (const Path& file : scans.files) {
    list.files.push_back(file);
    list.names.push_back("the file of " + file.stem().string());
    list.subjects.ids.push_back(file.stem().string());
    list.subjects.rows.push_back(list.files.size());
  }
  if (find_duplicate(list.subjects.ids)) {
    throw InputError(
        "this folder holds two .json files of one scan, as after two runs of MRIQC: keep one "
        "run's");
  }
  return read_measure_files(list);
}

MriqcRun mriqc_run(const MriqcOutput& output, const MriqcScans& scans) {
  std::map<std::string, std::size_t> versions;
  std::set<std::string> thresholds;
  for (const Path& file : scans.files) {
    const Json scan = json_of(file);
    const std::string version = text_at(scan, {"provenance", "version"});
    if (!version.empty()) ++versions[version];
    const std::string threshold = text_at(scan, {"provenance", "settings", "fd_thres"});
    if (!threshold.empty()) thresholds.insert(threshold);
  }
  MriqcRun run;
  if (versions.empty()) {
    const Path description = output.folder / "dataset_description.json";
    boost::system::error_code error;
    if (!boost::filesystem::exists(description, error)) return run;
    const Json json = json_of(description);
    const auto made = json.find("GeneratedBy");
    if (made != json.end() && made->is_array() && !made->empty()) {
      run.version = text_at(made->front(), {"Version"});
    }
    return run;
  }
  run.version =
      std::ranges::max_element(versions, {}, [](const auto& each) { return each.second; })->first;
  std::string unknown;
  for (const auto& [version, count] : versions) {
    const auto changed = mriqc_changes(version, run.version);
    if (!changed && version != run.version) unknown = version;
    if (!changed || changed->empty()) continue;
    run.mixed = std::to_string(versions[run.version]) + " by MRIQC " + run.version + " and " +
                std::to_string(count) + " by " + version;
  }
  if (!unknown.empty()) run.version = unknown + " and " + run.version;
  if (thresholds.size() > 1) {
    run.mixed = "motion was counted above " +
                in_words({thresholds.begin(), thresholds.end()}, most_named) + " mm";
  }
  return run;
}

}  // namespace dsne::data
