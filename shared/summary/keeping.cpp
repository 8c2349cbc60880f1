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
#include "core/json.h"
#include "core/state.h"
#include "summary/known_persons.h"
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

fs::path private_path(const Place& place) { return place.folder / private_name(place); }

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

std::string content_of(const SiteSummary& site) {
  return site.summary.means.rows() == 0 ? no_summary : shared_text(site.summary);
}

/// The digest in the private file, of one file or two.
std::string digest_of(const std::vector<std::string>& contents) {
  std::string digests;
  for (const std::string& content : contents) digests += sha256(content);
  return sha256(digests);
}

fs::path shared_path(const Place& place, bool array) {
  return place.folder / shared_name(place, array);
}

fs::path next_path(const Place& place, bool array) {
  return place.folder / (shared_name(place, array) + next_ending);
}

fs::path earlier_path(const Place& place) { return place.folder / (stem(place) + ".npy"); }

Summary parse_content(const std::string& content, const Scale& scale) {
  if (content != no_summary) return parse_shared_text(content, the_summary);
  Summary summary;
  summary.measures = scale.measures;
  summary.array = scale.array;
  summary.means.resize(0, std::ssize(scale.measures));
  summary.spread = RowVector::Zero(std::ssize(scale.measures));
  return summary;
}

/// Finds the summary that the private file belongs to, and gives it its final name.
Summary settled(const Place& place, const KeptFile& file) {
  const bool array = file.kept.scale.array;
  const fs::path shared = shared_path(place, array);
  const fs::path next = next_path(place, array);
  const fs::path earlier = earlier_path(place);
  for (const fs::path& found : {shared, next, earlier}) {
    if (!is_there(found)) continue;
    const std::string content = read_file(found, the_summary);
    if (digest_of({content}) != file.summary_digest) continue;
    if (found != shared) write_atomically(shared, content, the_summary);
    boost::system::error_code ignored;
    fs::remove(next, ignored);
    return parse_content(content, file.kept.scale);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(place.folder)) {
    if (!begins_like_summary(entry.path())) continue;
    const std::string content = read_file(entry.path(), the_summary);
    if (!has_content(file, content)) continue;
    write_atomically(shared, content, the_summary);
    return parse_content(content, file.kept.scale);
  }
  if (is_in_two_files(place)) {
    const std::string rows = read_file(earlier, the_summary);
    const std::string names = read_file(earlier_names(earlier), the_summary);
    if (digest_of({rows, names}) == file.summary_digest) {
      return parse_earlier_array(rows, names, the_summary);
    }
  }
  throw InputError(
      "the summary is missing or was changed: restore the shared copy; a second summary of the "
      "same persons is not made");
}

}  // namespace

bool is_data_set_name(const std::string& name) {
  constexpr std::size_t most = 40;
  return name.size() <= most && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-';
         });
}

std::string shared_name(const Place& place, bool array) {
  return stem(place) + (array ? ".npz" : ".csv");
}

bool is_in_two_files(const Place& place) {
  const fs::path earlier = earlier_path(place);
  return is_there(earlier) && is_there(earlier_names(earlier));
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
  SiteSummary site;
  site.summary = settled(place, file);
  site.kept = std::move(file.kept);
  if (site.summary.means.rows() != std::ssize(site.kept.rows)) {
    throw InputError("the private file does not fit the summary");
  }
  return site;
}

void write_site_summary(const Place& place, const SiteSummary& site) {
  const bool array = site.summary.array;
  const std::string content = content_of(site);
  write_atomically(next_path(place, array), content, the_summary);
  write_atomically(private_path(place), kept_text(site.kept, digest_of({content})),
                   the_private_file);
  write_atomically(shared_path(place, array), content, the_summary);
  boost::system::error_code ignored;
  fs::remove(next_path(place, array), ignored);
  if (!array) return;
  fs::remove(earlier_path(place), ignored);
  fs::remove(earlier_names(earlier_path(place)), ignored);
}

std::optional<Kept> find_kept(const fs::path& folder, const Summary& sent) {
  const auto is_sent = [&](const Summary& summary) {
    return summary.measures == sent.measures && summary.subjects.size() == sent.subjects.size() &&
           summary.subjects == sent.subjects && summary.means == sent.means;
  };
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const auto place = place_of(folder, entry.path().filename().string());
    if (!place) continue;
    try {
      auto site = read_site_summary(*place);
      if (site && is_sent(site->summary)) return std::move(site->kept);
    } catch (const Error&) {
      continue;
    }
  }
  return std::nullopt;
}

std::map<std::string, KeptFile> read_private_files(const fs::path& folder) {
  constexpr std::string_view inside = "\"in_no_row_again\"";
  std::map<std::string, KeptFile> files;
  boost::system::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool is_named = place_of(folder, name).has_value();
    if (!is_named && (entry.path().extension() != ".json" || !fs::is_regular_file(entry, error))) {
      continue;
    }
    const std::string text = read_file(entry.path(), the_private_file);
    if (!is_named && text.find(inside) == std::string::npos) continue;
    files[name] = parse_kept(text);
  }
  return files;
}

std::string page_name(const Place& place) { return stem(place) + ".html"; }

std::string private_name(const Place& place) { return stem(place).append(private_ending); }

std::optional<Place> place_of(const fs::path& folder, const std::string& private_name) {
  if (!private_name.starts_with(beginning) || !private_name.ends_with(private_ending)) {
    return std::nullopt;
  }
  const std::string middle = private_name.substr(
      beginning.size(), private_name.size() - beginning.size() - private_ending.size());
  Place place{folder, middle.empty() ? middle : middle.substr(1)};
  if (!is_data_set_name(place.data_set) || summary::private_name(place) != private_name) {
    return std::nullopt;
  }
  return place;
}

bool is_unfinished(const std::string& name) { return name.ends_with(next_ending); }

bool has_content(const KeptFile& file, const std::string& content) {
  return digest_of({content}) == file.summary_digest;
}

}  // namespace dsne::summary
