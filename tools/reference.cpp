#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <map>
#include <ostream>
#include <set>

#include "core/phrases.h"
#include "quality/outlier_scores.h"
#include "tools/commands.h"
#include "tools/reference_making.h"

namespace dsne::tools {
namespace {

using Eigen::Index;

constexpr const char* about_reference =
    "Makes a reference for runs on quality measures from files that you have downloaded from "
    "MRIQC's\n"
    "web service (JSON or CSV), and says how good it is. Scans of the same image are kept once, "
    "by\n"
    "their checksum. Left out are measures that fewer than 19 in 20 scans have, then scans that "
    "lack\n"
    "more than a fifth of the others, and scans with a value that no scanner gives: more than 20\n"
    "robust standard deviations off the median, on a logarithmic scale.\n\n"
    "  dsne reference T1w-1.json T1w-2.json --modality T1w --output reference.csv\n";

Options reference_options() {
  return {
      option("data", value<std::vector<std::string>>("FILE")->multitoken(), "the downloaded files"),
      option("output,o", value<std::string>("FILE")->default_value("reference.csv"),
             "the reference"),
      option("modality", value<std::string>("NAME")->default_value("", ""),
             "scans of this modality alone: T1w, T2w, bold"),
      option("label-column", value<std::string>("NAME")->default_value("", ""),
             "the field of raters' verdicts: exclude for a bad scan"),
      option("most", value<int>("NUMBER")->default_value(1000),
             "the most scans; of more, this many are drawn, from each scanner in turn"),
      option("seed", value<int>("NUMBER")->default_value(1), "the seed of the draw")};
}

PublicScans of_modality(const PublicScans& scans, const std::string& modality) {
  if (modality.empty()) return scans;
  std::vector<Index> rows;
  for (Index row = 0; row < scans.size(); ++row) {
    if (scans.modalities[static_cast<std::size_t>(row)] == modality) rows.push_back(row);
  }
  if (rows.empty()) throw InputError("no scan is of that modality (--modality)");
  return chosen(scans, rows);
}

Index count_excluded(const data::Reference& points) {
  return std::count_if(points.labels.begin(), points.labels.end(), quality::means_excluded);
}

void print_way(const MadeReference& made, std::ostream& out) {
  out << counted(made.read, "scan") << " read: " << made.duplicates << " of the same image, "
      << made.incomplete << " without more than a fifth of the measures, " << made.absurd
      << " with a value that no scanner gives, " << made.not_drawn << " not drawn.\n"
      << "The reference has " << counted(made.points.values.rows(), "scan") << " and "
      << counted(made.points.values.cols(), "measure") << "; "
      << counted(made.filled, "missing value") << (made.filled == 1 ? " was" : " were")
      << " replaced by the median.\n";
  if (!made.left_out.empty()) {
    out << "Measures that too few scans have: " << boost::algorithm::join(made.left_out, ", ")
        << ".\n";
  }
}

void print_scanners(const MadeReference& made, std::ostream& out) {
  std::map<std::string, Index> scanners;
  for (const std::string& scanner : made.scanners) ++scanners[scanner];
  const Index unknown = scanners.contains("") ? scanners.at("") : 0;
  scanners.erase("");
  out << "Scanners or sites: " << scanners.size();
  if (unknown > 0) out << ", not named for " << counted(unknown, "scan");
  out << ".\n";
}

/// Returns what the reference cannot do.
std::vector<std::string> lacks(const MadeReference& made) {
  std::vector<std::string> all;
  const Index points = made.points.values.rows();
  const std::set<std::string> scanners(made.scanners.begin(), made.scanners.end());
  if (points < 20) {
    all.emplace_back("With fewer than 20 scans it flags nobody and shows no site's shift.");
  } else if (points < 99) {
    all.emplace_back("Flags at 1 % need 99 scans.");
  }
  if (count_excluded(made.points) < 10) {
    all.emplace_back(
        "It has no verdicts (10 excluded scans or more, --label-column), with which far more bad "
        "scans are found.");
  }
  if (scanners.size() < 3) {
    all.emplace_back("It holds fewer than three known scanners: scans of others look odd.");
  }
  return all;
}

void print_left_out(const MadeReference& made, std::ostream& out) {
  const auto results = leave_scanners_out(made);
  if (results.empty()) return;
  out << "Each scanner's scans with the others as reference: how many are flagged, and the shift\n";
  for (const ScannerLeftOut& each : results) {
    out << "  " << each.scanner << ": "
        << boost::format("%1% of %2%, %3$.2f\n") % each.flagged % each.scans % each.shift;
  }
}

int make(const Values& values, const Console& console) {
  std::vector<fs::path> files;
  for (const auto& file : values["data"].as<std::vector<std::string>>()) files.emplace_back(file);
  const int most = values["most"].as<int>();
  const int seed = values["seed"].as<int>();
  if (most < 4 || seed < 0) throw UsageError("--most must be at least 4, --seed at least 0");
  const PublicScans scans = read_public_scans(files, values["label-column"].as<std::string>());
  const MadeReference made =
      make_reference(of_modality(scans, values["modality"].as<std::string>()), most,
                     static_cast<std::uint64_t>(seed));
  const std::string output = values["output"].as<std::string>();
  write_atomically(output, data::reference_csv(made.points), "the reference (--output)");
  print_way(made, console.out);
  print_scanners(made, console.out);
  if (const Index excluded = count_excluded(made.points); excluded > 0) {
    console.out << "Raters excluded " << counted(excluded, "scan") << ".\n";
  }
  print_left_out(made, console.out);
  for (const std::string& lack : lacks(made)) console.out << lack << '\n';
  console.out << "See " << output << "." << std::endl;
  return 0;
}

}  // namespace

Command reference_command() {
  return {"dsne reference",
          "FILE... [options]",
          "make a reference from public quality measures",
          about_reference,
          reference_options(),
          {"data"},
          {"data"},
          make};
}

}  // namespace dsne::tools
