#include <fcntl.h>
#include <glib.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstdlib>
#include <map>
#include <ostream>
#include <utility>

#include "core/digest.h"
#include "core/files.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/word_list.h"
#include "report/figures.h"
#include "report/reasons.h"
#include "report/text.h"
#include "report/words.h"
#include "tools/commands.h"
#include "tools/look/scan_page.h"
#include "tools/look/scans.h"

namespace dsne::tools {
namespace {

using looking::Found;
using looking::FoundScans;
using looking::Looked;
using Names = std::vector<std::string>;

constexpr const char* results_name = "dsne-look";

/// Links the scans to their own reports, where these lie beside their table.
/// @param folder of the page
void link_reports(const FoundScans& found, const fs::path& folder, report::OwnSubjects& own) {
  const fs::path page = fs::weakly_canonical(fs::absolute(folder));
  std::ptrdiff_t most = 0;
  for (const fs::path& reports : {found.folder, found.folder / "reports"}) {
    for (const std::string& end : {std::string(".html"), '_' + found.kind + ".html"}) {
      std::vector<bool> has;
      boost::system::error_code error;
      for (const std::string& id : own.ids) {
        has.push_back(is_plain_name(id + end) && fs::exists(reports / (id + end), error));
      }
      const auto count = std::count(has.begin(), has.end(), true);
      if (count <= most) continue;
      most = count;
      own.has_report = std::move(has);
      const fs::path way = fs::weakly_canonical(fs::absolute(reports)).lexically_relative(page);
      own.link = report::href(way.generic_string()) + "/{id}" + end;
    }
  }
}

std::string title_of(const FoundScans& found) {
  return "Your " + (found.kind.empty() ? "" : found.kind + " ") + "scans" +
         (found.group.empty() ? "" : ", " + found.group);
}

report::Page page_of(const FoundScans& found, const Looked& looked, const std::string& map_name,
                     const KnownScans& known, const fs::path& folder) {
  report::Page page;
  page.title = title_of(found);
  page.origin = {{"From", found.name}, {"Made on", today()}, {"Version", std::string(version())}};
  page.lead = report::words::together(
      {newcomer_sentences(known, found.table.ids), looked.judged,
       report::words::few_scans(looked.scans.outliers->scores.lists.compared)});
  page.sentences = report::words::lists(looked.scans.outliers->scores);
  std::vector<report::EmbeddingPart> others;
  if (looked.map) {
    page.origin.insert(page.origin.begin() + 1, {"Map", map_name});
    page.sentences.push_back(
        "Each grey disc on the map is a group of compared scans, sized by how many they are. Your "
        "scans were placed "
        "around them, on this computer: nothing left it. Scans that are alike lie close together; "
        "directions mean nothing.");
    const Vector& sizes = looked.map->pool.subjects;
    others.push_back({report::compared_site,
                      0,
                      looked.map->coordinates,
                      {},
                      {sizes.begin(), sizes.end()},
                      looking::compared_means(looked)});
    if (!looked.scans.outliers->outside.empty())
      page.tables.push_back(looking::outside_table(looked));
  } else {
    page.lead.push_back(looked.notes.front());
  }
  page.own_data = report::words::table(found.table);
  page.sentences.insert(page.sentences.end(), looked.notes.begin(), looked.notes.end());
  page.way_on = report::words::way_on(found.name, !found.group.empty());
  show_scans(looked.scans, std::move(others), known, page);
  link_reports(found, folder, *page.plots.own);
  if (auto figure = report::time_figure(found.history, looked.scans)) {
    page.figures.push_back(*std::move(figure));
  }
  return page;
}

/// Prints the answer: how many to look at, which first and why.
void tell(const FoundScans& found, const Looked& looked, const report::Page& page,
          const fs::path& file, std::ostream& out) {
  const quality::OutlierScores& scores = looked.scans.outliers->scores;
  const auto to_look_at = quality::subjects_with_flag(scores);
  const auto flagged = std::ranges::count(scores.flags, quality::Flag::flagged);
  out << (found.kind.empty() ? found.name : found.kind)
      << (found.group.empty() ? "" : ", " + one_line(found.group)) << ": " << flagged << " of "
      << counted(std::ssize(scores.flags), "scan") << " to look at.\n";
  if (!to_look_at.empty()) {
    Names reasons = report::all_reason_texts(scores, to_look_at.front(), looked.scans.measures);
    constexpr std::size_t most_named = 2;
    const std::size_t others = reasons.size() - std::min(reasons.size(), most_named);
    reasons.resize(reasons.size() - others);
    out << "  First " << one_line(found.table.ids[to_look_at.front()]) << ": "
        << boost::algorithm::join(reasons, "; ")
        << (others == 0 ? "" : "; " + std::to_string(others) + " more") << ".\n";
  }
  for (const std::string& sentence : page.lead) out << "  " << sentence << '\n';
  for (const std::string& note : found.table.reading.notes) out << "  " << note << '\n';
  if (const auto& sites = found.table.reading.sites) {
    out << "  To judge each by itself: --by \"" << one_line(sites->name) << "\"\n";
  }
  if (!looked.scans.outliers->outside.empty()) {
    out << "  Your median is outside every compared group in "
        << counted(std::ssize(looked.scans.outliers->outside), "measure")
        << "; the page says in which.\n";
  }
  out << "  See " << file.string() << std::endl;
}

/// Opens a page in the person's browser. @return whether there is one
bool open_page(const fs::path& file) {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  std::string program = "xdg-open";
  std::string address = file.string();
  std::array<char*, 3> arguments{program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t silent{};
  posix_spawn_file_actions_init(&silent);
  for (const int stream : {0, 1, 2}) {
    posix_spawn_file_actions_addopen(&silent, stream, "/dev/null", O_RDWR, 0);
  }
  pid_t process = 0;
  const int failed =
      ::posix_spawnp(&process, program.c_str(), &silent, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&silent);
  return failed == 0;
}

NamedMap frame_of(const Values& values) {
  if (values.count("frame") == 0) return public_frame();
  NamedMap frame = read_frame(values["frame"].as<std::string>());
  if (frame.map.sources.array() || !frame.map.has_coordinates()) {
    throw InputError(std::string(the_frame) + " is no map of measures");
  }
  return frame;
}

Found found_scans(const Values& values) {
  const fs::path path = values["path"].as<std::string>();
  const SummarySettings settings = read_summary_settings(values);
  const bool splits = values.count("by") != 0 && !values["by"].as<std::string>().empty();
  return !splits ? looking::find_scans(path, settings)
                 : looking::find_groups(path, settings, values["by"].as<std::string>());
}

/// The folder of a kind's or a group's results, in that of all.
std::string folder_name(const FoundScans& scans) {
  const auto is_mark = [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && g_ascii_isalnum(c) == 0 && c != '-';
  };
  constexpr std::size_t longest = 100;
  std::string group = scans.group;
  std::ranges::replace_if(group, is_mark, '_');
  if (group.size() > longest) group = sha256(group).substr(0, 16);
  return (scans.kind.empty() ? "scans" : scans.kind) + (group.empty() ? "" : '-' + group);
}

/// @throws InputError when two groups have folders that are one where small letters and capitals
///   are alike
void check_folders(const std::vector<FoundScans>& kinds) {
  std::map<std::string, std::string> taken;
  for (const FoundScans& scans : kinds) {
    const auto [other, added] = taken.emplace(data::lower_case(folder_name(scans)), scans.group);
    if (added) continue;
    throw InputError("--by: \"" + one_line(other->second) + "\" and \"" + one_line(scans.group) +
                     "\" differ in marks or capitals alone: write them alike, or give them names "
                     "that differ in more");
  }
}

/// What each folder of results remembers.
/// @throws InputError naming the folder, where there are several
std::vector<KnownScans> known_of(const Found& found, const fs::path& path, const fs::path& results,
                                 bool afresh) {
  std::vector<KnownScans> known;
  for (const FoundScans& scans : found.kinds) {
    const std::string folder = folder_name(scans);
    try {
      known.push_back(known_scans(results / folder, path, scans.table, today(), afresh));
    } catch (const InputError& error) {
      if (found.kinds.size() == 1) throw;
      throw InputError(folder + ": " + error.what());
    }
  }
  require_same_table(known);
  return known;
}

int look(const Values& values, const Console& console) {
  const Found found = found_scans(values);
  check_folders(found.kinds);
  const fs::path results = values.count("output") != 0
                               ? fs::path(values["output"].as<std::string>())
                               : found.folder / results_name;
  const NamedMap frame = frame_of(values);
  fs::path first;
  const bool afresh = values["new-baseline"].as<bool>();
  std::vector<KnownScans> all_known =
      known_of(found, values["path"].as<std::string>(), results, afresh);
  for (std::size_t i = 0; i < found.kinds.size(); ++i) {
    const FoundScans& scans = found.kinds[i];
    KnownScans& known = all_known[i];
    const fs::path folder = results / folder_name(scans);
    const Looked looked = looking::look_at(scans, frame, known, afresh);
    const report::Page page = page_of(scans, looked, frame.name, known, folder);
    write_scans(looked.scans, known, page, {}, folder);
    const fs::path file = fs::absolute(folder / "index.html").lexically_normal();
    tell(scans, looked, page, file, console.out);
    if (first.empty()) first = file;
  }
  if (values["open"].as<bool>() && !open_page(first)) {
    console.out << "There is no display to open a page on: open the file above." << std::endl;
  }
  return 0;
}

constexpr const char* about_look =
    "Says which scans to look at first, and why: one site, one command, nothing leaves this "
    "computer.\n"
    "PATH is MRIQC's output folder (group_T1w.tsv, group_bold.tsv, …, or the scans' .json files), "
    "or a "
    "table\n"
    "of measures. T1-weighted scans are compared with public ones, which come with the program. "
    "Each kind\n"
    "of scan gets a page, where you open the scans' own reports and decide. Run it again on the "
    "grown\n"
    "table: decisions and lists stay, and new scans are marked.\n\n"
    "  dsne look derivatives/mriqc --open\n";

Options look_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("path", text("PATH"), "MRIQC's output folder, or a table"),
       option("frame,f", text("FRAME"),
              "a map of other sites to compare with, as dsne map makes it, not the public scans"),
       option("output,o", text("DIR"), "where the pages go (default: dsne-look beside the table)"),
       option("settings,s", text("FILE"), "the site's settings, which say how a table is read"),
       option("by", text("COLUMN"),
              "judge the scans of each word in this column (a site, a scanner) by themselves"),
       flag("new-baseline", "judge scans by this table from now on, not by those of the first"),
       flag("open", "open the first page in the browser")});
}

}  // namespace

Command look_command() {
  return {"dsne look",
          "PATH [options]",
          "say which scans of one site to look at first",
          about_look,
          look_options(),
          {"path"},
          {"path"},
          look};
}

}  // namespace dsne::tools
