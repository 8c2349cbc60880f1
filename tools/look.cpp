#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstdlib>
#include <limits>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "core/phrases.h"
#include "core/version.h"
#include "data/csv.h"
#include "data/measure_names.h"
#include "data/missing.h"
#include "data/mriqc_output.h"
#include "data/persons.h"
#include "data/scan_kinds.h"
#include "report/measures_table.h"
#include "report/reasons.h"
#include "report/strips.h"
#include "report/text.h"
#include "report/time_figure.h"
#include "run/site_outliers.h"
#include "sentences/look_note.h"
#include "sentences/outlier_note.h"
#include "sentences/run_note.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "tools/commands.h"
#include "tools/data_options.h"
#include "tools/scan_page.h"

namespace dsne::tools {
namespace {

using summary::CommonMap;
using Names = std::vector<std::string>;

constexpr const char* the_table = "the table";
constexpr const char* the_frame = "the frame (--frame)";
constexpr const char* results_name = "dsne-look";

/// The scans of one kind, as they were found.
struct FoundScans {
  std::string kind;     ///< "T1w"; "" where nothing says
  std::string name;     ///< of their file, for people
  std::string version;  ///< of MRIQC; "" where nobody says
  data::Table table;
  data::ScanHistory history;
  fs::path folder;  ///< where their reports may lie
};

/// What a person gave: the scans of each kind, and the folder that their results go to by default.
struct Found {
  std::vector<FoundScans> kinds;
  fs::path folder;
};

FoundScans read_kind(const data::MriqcOutput& output, const data::MriqcScans& scans,
                     const SummarySettings& settings) {
  const data::MriqcRun run = data::mriqc_run(output, scans);
  if (!run.mixed.empty()) {
    throw InputError(
        "this folder holds two runs of MRIQC: of its " + scans.kind + " scans " + run.mixed +
        ", whose measures differ. Bring scans that one version measured with the same settings");
  }
  FoundScans found{scans.kind, "", run.version, {}, {}, output.folder};
  if (scans.table.empty()) {
    found.name = counted(std::ssize(scans.files), ".json file");
    found.table = data::read_mriqc_files(scans);
    return found;
  }
  found.name = scans.table.filename().string();
  found.table = data::read_data(scans.table, found.name, settings.data_format, settings.format);
  found.history = data::read_scan_history(scans.table, found.name, found.table, settings.history);
  const Eigen::Index missing = std::ssize(scans.files) - found.table.values.rows();
  if (missing > 0) {
    found.table.reading.notes.push_back(counted(missing, "scan") + " with a .json file " +
                                        (missing == 1 ? "is" : "are") + " not in " + found.name +
                                        ": make it again with mriqc's group level.");
  }
  return found;
}

FoundScans read_table(const fs::path& file, const SummarySettings& settings) {
  FoundScans found;
  found.name = file.filename().string();
  found.folder = folder_of(file);
  found.table = data::read_data(file, the_table, settings.data_format, settings.format);
  found.history = data::read_scan_history(file, the_table, found.table, settings.history);
  found.kind = found.table.reading.modality;
  if (found.kind.empty()) found.kind = data::kind_in_id(file.stem().string());
  return found;
}

Found find_scans(const fs::path& path, const SummarySettings& settings) {
  boost::system::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw InputError(
        "there is no file or folder of this name: bring MRIQC's output folder, or a table such as "
        "group_T1w.tsv");
  }
  Found found;
  const bool folder = fs::is_directory(status);
  // A group table says less than the files beside it.
  if (folder || data::is_mriqc_table(path)) {
    const data::MriqcOutput output =
        folder ? data::find_mriqc_output(path) : data::mriqc_output_of(path);
    for (const data::MriqcScans& scans : output.kinds) {
      found.kinds.push_back(read_kind(output, scans, settings));
    }
    found.folder = output.folder;
  } else {
    found.kinds.push_back(read_table(path, settings));
    found.folder = folder_of(path);
  }
  return found;
}

/// What scans are compared with, and its name for people.
struct FrameOf {
  std::string name;
  std::string fingerprint;
  CommonMap map;
};

/// Scans compared with a map or, where that is of others, with each other.
struct Looked {
  PlacedScans scans;
  std::optional<CommonMap> map;  ///< nothing where there is no comparison
  Names notes;                   ///< on the comparison
  Names judged;                  ///< by which scans these are judged
  RowVector medians;             ///< of each measure
};

/// Returns a map in these of its measures.
CommonMap in_measures(CommonMap map, const Names& measures) {
  if (measures.size() == map.sources.sites.front().summary.measures.size()) return map;
  summary::MapSources sources = std::move(map.sources);
  for (summary::NamedSummary& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, measures);
  }
  sources.reference.resize(0, std::ssize(measures));
  return summary::make_common_map(std::move(sources));
}

/// Returns the names that are not among the others, in any spelling.
Names without(const Names& names, const Names& others) {
  const data::MeasureNames known(others);
  Names rest;
  for (const std::string& name : names) {
    if (!known.find(name)) rest.push_back(name);
  }
  return rest;
}

/// Returns the columns of these measures, in this order.
Matrix columns_of(const Matrix& values, const Names& all, const Names& measures) {
  std::vector<Eigen::Index> columns;
  for (const auto& position : data::MeasureNames(all).find_each(measures)) {
    columns.push_back(static_cast<Eigen::Index>(position.value()));
  }
  return values(Eigen::all, columns);
}

/// @param values the table's
FrameLists lists_of(run::SiteOutliers outliers, const Matrix& values) {
  outliers.scores =
      quality::of_first(std::move(outliers.scores), static_cast<std::size_t>(values.rows()));
  std::vector<Eigen::Index> missing;
  for (const auto& row : values.rowwise()) missing.push_back(row.array().isNaN().count());
  quality::list_lacking(missing, values.cols(), outliers.scores);
  const RowVector medians = data::present_medians(values, 1);
  return {std::move(outliers.scores), std::move(outliers.outside),
          data::filled(values, medians.array().isNaN().select(0, medians))};
}

/// Compares scans with a map, if they have half of its measures and are of its kind.
/// @param known remembers by which scans they are judged
Looked look_at(const FoundScans& found, const FrameOf& frame, KnownScans& known, bool afresh) {
  CommonMap map = frame.map;
  if (found.table.reading.is_array) {
    throw InputError(found.name +
                     ": these are images, matrices or series, and dsne look takes measures: bring "
                     "MRIQC's output folder or a table");
  }
  const Matrix& values = found.table.values;
  const Names measures = report::shown_names(found.table.features, values.cols());
  const JudgedScans judged = judged_scans(known, found.table, measures, afresh);
  const Names persons = data::persons_of(found.table);
  const Names all = map.sources.sites.front().summary.measures;
  const Names only_there = without(all, measures);
  const Names shared = without(all, only_there);
  Looked looked{{found.table, measures, {}, {}}, {}, {}, judged.notes, {}};
  looked.medians = data::present_medians(judged.records.values, 1);
  const bool is_kind = map.sources.about.empty() || found.kind.empty() || found.kind == "T1w";
  if (!is_kind || 2 * shared.size() < all.size()) {
    constexpr int dimensions = 2;
    looked.notes = {sentences::no_comparison_sentence(found.kind, shared.size(), all.size())};
    looked.scans.lists = lists_of(run::by_own_subjects(judged.records, measures, {}), values);
    looked.scans.coordinates = summary::placed_alone(looked.scans.lists->values, false,
                                                     map.sources.perplexity, dimensions);
    return looked;
  }
  map = in_measures(std::move(map), shared);
  looked.notes = sentences::comparison_sentences(
      map, {found.kind, found.version, without(measures, shared), only_there});
  looked.scans.lists = lists_of(run::by_wider_table(map, judged.records, measures), values);
  const Matrix compared = columns_of(values, measures, shared);
  looked.scans.coordinates =
      placed_scans(known, map, frame.fingerprint, found.table.ids, compared,
                   summary::own_subjects(map, compared, persons, nullptr, std::nullopt), afresh);
  looked.map = std::move(map);
  return looked;
}

/// Says, measure by measure, where the site's middle lies outside the public groups.
report::PageTable outside_table(const Looked& looked) {
  report::PageTable table{
      "Where your scans lie outside the compared ones",
      {"Measure", "Your median", "Compared groups from", "to", "Distance"},
      {},
      {"By the median of your scans; the distance is in typical deviations of the compared "
       "sites; a very large one may be another unit, or a measure that hardly varies there. The "
       "lists do not use it, since they compare each scan with your own median. The "
       "scanner, its field strength, the persons' age and the version of MRIQC move a whole "
       "site. Where none of these explains it, check the measure's unit."}};
  constexpr double most_told = 50;
  const Names& measures = looked.scans.measures;
  for (const quality::OutsideMeasure& outside : looked.scans.lists->outside) {
    const std::string& measure = measures[static_cast<std::size_t>(outside.measure)];
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const summary::NamedSummary& site : looked.map->sources.sites) {
      const Matrix rows = columns_of(site.summary.means, site.summary.measures, {measure});
      least = std::min(least, rows.minCoeff());
      most = std::max(most, rows.maxCoeff());
    }
    const auto text = [](double value) { return data::number_text(report::with_digits(value)); };
    table.rows.push_back({{report::both_names(measure)},
                          {text(looked.medians(outside.measure))},
                          {text(least)},
                          {text(most)},
                          {std::abs(outside.deviation) > most_told
                               ? "more than " + text(most_told)
                               : text(report::with_digits(std::abs(outside.deviation), 2))}});
  }
  return table;
}

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
  return "Your " + (found.kind.empty() ? "" : found.kind + " ") + "scans";
}

report::Page page_of(const FoundScans& found, const Looked& looked, const std::string& map_name,
                     const KnownScans& known, const fs::path& folder) {
  report::Page page;
  page.title = title_of(found);
  page.origin = {{"From", found.name}, {"Made on", today()}, {"Version", std::string(version())}};
  page.lead = newcomer_sentences(known, found.table.ids);
  page.lead.insert(page.lead.end(), looked.judged.begin(), looked.judged.end());
  if (auto few =
          sentences::few_scans_sentence(looked.scans.lists->scores.lists.compared.rows.size())) {
    page.lead.push_back(*std::move(few));
  }
  page.sentences = sentences::outlier_sentences(looked.scans.lists->scores);
  std::vector<report::EmbeddingPart> others;
  if (looked.map) {
    page.origin.insert(page.origin.begin() + 1, {"Map", map_name});
    page.sentences.push_back(
        "Each grey disc on the map is a group of compared scans, sized by how many they are. Your "
        "scans were placed "
        "around them, on this computer: nothing left it. Scans that are alike lie close together; "
        "directions mean nothing.");
    const Vector& sizes = looked.map->pool.subjects;
    others.push_back(
        {report::compared_site, 0, looked.map->coordinates, {}, {sizes.begin(), sizes.end()}});
    if (!looked.scans.lists->outside.empty()) page.tables.push_back(outside_table(looked));
  } else {
    page.lead.push_back(looked.notes.front());
  }
  page.own_data = sentences::reading_sentences(found.table);
  page.sentences.insert(page.sentences.end(), looked.notes.begin(), looked.notes.end());
  page.way_on = sentences::way_on_sentences(found.name);
  show_scans(looked.scans, std::move(others), known, page);
  link_reports(found, folder, *page.plots.own);
  if (auto figure = report::time_figure(found.history, found.table.rows, found.table.values,
                                        looked.scans.measures)) {
    page.figures.push_back(*std::move(figure));
  }
  return page;
}

/// Prints the answer: how many to look at, which first and why.
void tell(const FoundScans& found, const Looked& looked, const report::Page& page,
          const fs::path& file, std::ostream& out) {
  const quality::OutlierScores& scores = looked.scans.lists->scores;
  const auto listed = quality::listed(scores);
  const auto flagged = std::count(scores.flagged.begin(), scores.flagged.end(), true);
  out << (found.kind.empty() ? found.name : found.kind) << ": " << flagged << " of "
      << counted(std::ssize(scores.flagged), "scan") << " to look at.\n";
  if (!listed.empty()) {
    Names reasons = report::all_reason_texts(scores, listed.front(), looked.scans.measures);
    constexpr std::size_t most_named = 2;
    const std::size_t others = reasons.size() - std::min(reasons.size(), most_named);
    reasons.resize(reasons.size() - others);
    out << "  First " << one_line(found.table.ids[listed.front()]) << ": "
        << boost::algorithm::join(reasons, "; ")
        << (others == 0 ? "" : "; " + std::to_string(others) + " more") << ".\n";
  }
  for (const std::string& sentence : page.lead) out << "  " << sentence << '\n';
  for (const std::string& note : found.table.reading.notes) out << "  " << note << '\n';
  if (!looked.scans.lists->outside.empty()) {
    out << "  Your median is outside every compared group in "
        << counted(std::ssize(looked.scans.lists->outside), "measure")
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

FrameOf frame_of(const Values& values) {
  const bool is_public = values.count("frame") == 0;
  const fs::path file = is_public ? "public scans" : values["frame"].as<std::string>();
  const std::string text =
      is_public ? std::string(summary::public_map_text) : read_file(file, the_frame);
  const std::string fingerprint = summary::map_fingerprint(text);
  FrameOf frame{file.filename().string() + ", fingerprint " + fingerprint, fingerprint,
                summary::parse_map(text, the_frame)};
  if (frame.map.sources.array() || !frame.map.has_coordinates()) {
    throw InputError(std::string(the_frame) + " is no map of measures");
  }
  return frame;
}

int look(const Values& values, const Console& console) {
  const Found found = find_scans(values["path"].as<std::string>(), read_summary_settings(values));
  const fs::path results = values.count("output") != 0
                               ? fs::path(values["output"].as<std::string>())
                               : found.folder / results_name;
  const FrameOf frame = frame_of(values);
  fs::path first;
  for (const FoundScans& scans : found.kinds) {
    const fs::path folder = results / (scans.kind.empty() ? "scans" : scans.kind);
    KnownScans known = known_scans(folder, scans.table.ids, today());
    const Looked looked = look_at(scans, frame, known, values["new-baseline"].as<bool>());
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
