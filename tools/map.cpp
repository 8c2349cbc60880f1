#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <iterator>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "data/duplicates.h"
#include "data/formats/data_format.h"
#include "data/missing.h"
#include "report/words.h"
#include "run/preprocessing.h"
#include "summary/map_file.h"
#include "summary/public_map.h"
#include "summary/seen_summaries.h"
#include "summary/shared_file.h"
#include "tools/commands.h"
#include "tools/data_options.h"

namespace dsne::tools {
namespace {

using summary::CommonMap;
using summary::MapSources;
using summary::NamedSummary;
using Names = std::vector<std::string>;

constexpr const char* about_map =
    "Makes the common map of sites' summaries, without a federation and without anybody's "
    "records.\n"
    "The result is one file, the map, which anybody can open: the sites' rows, the scales, and\n"
    "where each row lies. Send it to the sites; each puts its own subjects on it by itself:\n\n"
    "  dsne map site_a/summary.csv site_b/summary.csv --output frame.json\n"
    "  dsne place --frame frame.json --data group_T1w.tsv --summary kept\n";

Options map_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return {
      option("summaries", value<Names>("SUMMARY")->multitoken(),
             "the sites' summaries, summary.csv or summary.npz"),
      option("reference,r", text("FILE"), "public subjects, which become points of the map, too"),
      flag(
          "public",
          "adds the public scans that come with the program, with raters' verdicts, as more sites"),
      option("about", text("TEXT"), "of a public map: whose subjects it shows, and their licence"),
      option("output,o", text("FRAME"), "the file that the map goes to"),
      option("last", text("FRAME"),
             "the last map of these sites, to see whether a site brings a second summary; without "
             "it, the file that the new map replaces"),
      option("perplexity", value<double>("NUMBER")->default_value(30),
             "about how many neighbours each subject is kept close to"),
      option("harmonization", text("CHOICE")->default_value("auto"),
             "whether scanner effects are removed for the map, as in a run: auto removes them from "
             "measures of MRIQC and QAP, site from any measures, none from none"),
      option("dims", value<int>("NUMBER")->default_value(2), "2 or 3 dimensions")};
}

/// Returns the name of a site whose summary does not say it, from the summary's path: site_a for
/// site_a/summary.csv and for site_a.csv.
std::string site_of(const fs::path& file) {
  const std::string stem = file.stem().string();
  const std::string folder = fs::path(file).parent_path().filename().string();
  return stem == "summary" && !folder.empty() && folder != "." && folder != ".." ? folder : stem;
}

/// @throws InputError when two sites have one name
void check_names(const Names& names) {
  const auto same = data::find_duplicate(names);
  if (!same) return;
  throw InputError("two of the summaries are of a site named " + names[same->first] +
                   ". If they are of two sites, give each its name: at the site by dsne summarize "
                   "DATA --output FOLDER --site NAME, or here by the name of the folder that its "
                   "summary.csv is in");
}

/// The parameter that a run would have.
std::optional<data::Harmonization> harmonization_of(const Values& values) {
  const auto choice = values["harmonization"].as<std::string>();
  if (choice == "auto") return std::nullopt;
  if (choice == "site") return data::Harmonization::site;
  if (choice == "none") return data::Harmonization::none;
  throw UsageError("--harmonization must be auto, site or none");
}

const char* const the_reference = "the reference (--reference)";
const char* const the_last_map = "the last map (--last)";

struct Read {
  MapSources sources;
  Names without;  ///< sites that share nothing
};

Read read_summaries(const Names& files) {
  Read read;
  Names names;
  for (const std::string& file : files) {
    std::string site = site_of(file);
    auto shared = summary::read_shared_summary(file, "the summary of " + site);
    if (shared && !shared->site.empty()) site = shared->site;
    names.push_back(site);
    if (!shared) {
      read.without.push_back(site);
      continue;
    }
    if (!read.sources.sites.empty() && read.sources.array() != shared->array) {
      throw InputError("the summary of " + site + " is of other data than those before it");
    }
    read.sources.sites.push_back({site, *std::move(shared)});
  }
  check_names(names);
  if (read.sources.sites.empty()) throw InputError("none of the files is a summary");
  return read;
}

/// Adds the public sites, and prints whose scans they are.
void add_public_sites(MapSources& sources, std::ostream& out) {
  if (sources.array()) throw InputError("--public is of measures, and the summaries are not");
  summary::add_public_sites(sources);
  out << summary::public_map().sources.about << ".\n";
}

data::Table read_reference(const Values& values) {
  data::TableFormat format;
  format.features_later = true;
  return data::read_data(values["reference"].as<std::string>(), the_reference,
                         data::DataFormat::automatic, format);
}

/// Returns the reference's values of the measures, missing ones replaced by its medians.
Matrix reference_points(data::Table table, const Names& measures, bool array) {
  if (!array)
    table = data::with_features(std::move(table), measures, the_reference, "the summaries");
  if (table.values.cols() != std::ssize(measures)) {
    throw InputError(std::string(the_reference) + " is of another form than the summaries");
  }
  return data::filled(table.values, data::column_medians(table, the_reference));
}

/// Keeps the measures that all have, and prints the others.
void take_common_measures(MapSources& sources, const std::optional<data::Table>& reference,
                          std::ostream& out) {
  std::vector<Names> lists;
  for (const NamedSummary& site : sources.sites) lists.push_back(site.summary.measures);
  if (reference && !sources.array()) lists.push_back(reference->features);
  const auto common = summary::common_measures(lists);
  for (NamedSummary& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, common.measures);
  }
  if (reference) {
    sources.reference = reference_points(*reference, common.measures, sources.array());
  } else {
    sources.reference.resize(0, std::ssize(common.measures));
  }
  // A reference may have any columns, but users expect the summaries' measures on the map.
  const auto has = [](const Names& names, const std::string& measure) {
    return std::find(names.begin(), names.end(), measure) != names.end();
  };
  Names missed = common.left_out;
  std::erase_if(missed, [&](const std::string& measure) {
    return std::none_of(lists.begin(), lists.begin() + std::ssize(sources.sites),
                        [&](const Names& names) { return has(names, measure); });
  });
  if (!missed.empty()) {
    out << "Left out, since not all have them: " << boost::algorithm::join(missed, ", ") << ".\n";
  }
}

/// Prints which sites' summaries have none of the rows that they have on the last map: that of
/// `--last`, or else the file that this one replaces.
void compare_with_last(const Values& values, const CommonMap& map, const std::string& text,
                       std::ostream& out) {
  const bool given = values.count("last") != 0;
  const fs::path file = values[given ? "last" : "output"].as<std::string>();
  if (!given && !fs::is_regular_file(file)) return;
  const std::string last = read_file(file, the_last_map);
  if (!given && !summary::is_map_text(last)) return;
  std::vector<summary::SeenSummary> seen;
  try {
    seen = summary::with_map({}, summary::parse_map(last, the_last_map).sources,
                             summary::map_fingerprint(last));
  } catch (const InputError&) {
    if (given) throw;
  }
  const auto replaced =
      summary::replaced_summaries(seen, map.sources, summary::map_fingerprint(text));
  for (const std::string& sentence : report::words::replaced_summaries(replaced)) {
    out << sentence << '\n';
  }
}

void describe(const CommonMap& map, const fs::path& file, std::ostream& out) {
  double subjects = 0;
  Eigen::Index rows = 0;
  for (const NamedSummary& site : map.sources.sites) {
    subjects += site.summary.subjects.sum();
    rows += site.summary.means.rows();
    out << site.site << ": " << site.summary.means.rows() << " rows of "
        << static_cast<Eigen::Index>(site.summary.subjects.sum()) << " subjects\n";
  }
  if (map.sources.reference.rows() > 0) {
    out << "Reference: " << map.sources.reference.rows() << " points\n";
  }
  out << file.string() << ": " << rows << " rows of " << static_cast<Eigen::Index>(subjects)
      << " subjects, " << map.sources.sites.front().summary.measures.size() << " measures.\n";
  if (!map.covariates.names.empty()) {
    out << "Covariates: " << boost::algorithm::join(map.covariates.names, ", ") << ".\n";
  }
  if (!map.covariates.left_out.empty()) {
    out << "Left out, since not all have them: covariates "
        << boost::algorithm::join(map.covariates.left_out, ", ") << ".\n";
  }
  if (map.has_coordinates()) {
    if (map.sources.harmonized) out << report::words::harmonized_map() << '\n';
    return;
  }
  out << "No common map: the summaries together have fewer than " << summary::least_points
      << " rows. Each site gets a map of its own subjects alone.\n";
}

int make_map(const Values& values, const Console& console) {
  const double perplexity = values["perplexity"].as<double>();
  const int dimensions = values["dims"].as<int>();
  if (!(perplexity >= 1 && perplexity <= 1000)) {
    throw UsageError("--perplexity must be from 1 to 1000");
  }
  if (dimensions != 2 && dimensions != 3) throw UsageError("--dims must be 2 or 3");
  if (values.count("summaries") == 0) throw UsageError("SUMMARY is missing");
  methods::Parameters parameters;
  parameters.harmonization = harmonization_of(values);
  Read read = read_summaries(values["summaries"].as<Names>());
  read.sources.neighbours = perplexity;
  read.sources.dimensions = dimensions;
  std::optional<data::Table> reference;
  if (values.count("reference") != 0) reference = read_reference(values);
  if (values.count("about") != 0) read.sources.about = values["about"].as<std::string>();
  if (values["public"].as<bool>()) add_public_sites(read.sources, console.out);
  for (const std::string& site : read.without) {
    console.out << site << ": no summary. This site can still place its subjects.\n";
  }
  take_common_measures(read.sources, reference, console.out);
  read.sources.harmonized = run::harmonizes_map(
      parameters, read.sources.array() ? Names() : read.sources.sites.front().summary.measures);
  const CommonMap map = summary::make_common_map(std::move(read.sources));
  const fs::path file = values["output"].as<std::string>();
  const std::string text = summary::map_text(map);
  compare_with_last(values, map, text, console.out);
  write_atomically(file, text, "the map (--output)");
  describe(map, file, console.out);
  console.out << "Its fingerprint is " << summary::map_fingerprint(text)
              << ", as every page of subjects placed on it says.\n";
  return 0;
}

}  // namespace

Command map_command() {
  return {"dsne map",
          "SUMMARY... --output FRAME [options]",
          "make the common map of sites' summaries",
          about_map,
          map_options(),
          {"summaries"},
          {"output"},
          make_map};
}

}  // namespace dsne::tools
