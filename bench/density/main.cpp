// Measures what dp-density's noisy counts show of bad scans at one site: bench/density/results.md.
//   bench_density FOLDER CELLS TRIALS     FOLDER holds mnist and abide-qap; CELLS a side, 0
//   compares
//                                         grids; TRIALS of each setting
// Writes density-N.json for each data set to the current folder; tools/figures/density.py draws it.

#include <array>
#include <boost/format.hpp>
#include <cmath>
#include <iostream>

#include "core/files.h"
#include "core/json.h"
#include "data/csv.h"
#include "tools/command_line.h"
#include "trials.h"

namespace dsne {
namespace {

using data::number_text;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::uint64_t seed = 1;
constexpr std::array<double, 4> epsilons{0.1, 0.5, 1, 4};
constexpr std::array<double, 3> shares{0.05, 0.1, 0.2};
constexpr std::array<Eigen::Index, 5> sizes{50, 100, 200, 500, 1000};

std::string text(double number) { return number_text(number); }

std::string measure_text(double rate) { return str(boost::format("%.3f") % rate); }

/// A Markdown table; the first row is its header.
std::string markdown_table(const Rows& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (const std::string& cell : rows[r]) text += "| " + cell + ' ';
    text += "|\n";
    if (r > 0) continue;
    for (std::size_t c = 0; c < rows[r].size(); ++c) text += "|---";
    text += "|\n";
  }
  return text;
}

/// Returns, for each grid, the mean rate over settings at which a bad cluster of a tenth is seen.
void compare_grids(const std::vector<PlacedData>& all, int trials) {
  Rows rows{{"cells a side", "seen", "false alarms"}};
  constexpr std::array<int, 7> sides{3, 4, 5, 6, 8, 10, 14};
  constexpr std::array<Eigen::Index, 3> subject_numbers{100, 300, 1000};
  constexpr auto settings = static_cast<double>(epsilons.size() * subject_numbers.size());
  const auto data_sets = static_cast<double>(all.size());
  for (const PlacedData& data : all) rows.front().push_back(data.name);
  for (const int side : sides) {
    double seen = 0;
    double alarms = 0;
    std::vector<std::string> each;
    for (const PlacedData& data : all) {
      double of_data = 0;
      for (const double epsilon : epsilons) {
        for (const Eigen::Index subjects : subject_numbers) {
          const DetectionRates rates = measure(data, {subjects, 0.1, epsilon, side}, trials, seed);
          of_data += rates.seen / settings;
          alarms += rates.false_alarm / settings / data_sets;
        }
      }
      seen += of_data / data_sets;
      each.push_back(measure_text(of_data));
    }
    rows.push_back({std::to_string(side), measure_text(seen), measure_text(alarms)});
    rows.back().insert(rows.back().end(), each.begin(), each.end());
    std::cerr << "grid of " << side << " cells a side: seen " << seen << '\n';
  }
  std::cout << "### Grids\n\n" << markdown_table(rows) << std::endl;
}

/// Measures how often bad scans are seen: for each epsilon and share, by the number of subjects.
using Detection =
    std::array<std::array<std::array<double, sizes.size()>, shares.size()>, epsilons.size()>;

Detection measure_detection(const PlacedData& data, int side, int trials) {
  Detection seen{};
  for (std::size_t e = 0; e < epsilons.size(); ++e) {
    for (std::size_t s = 0; s < shares.size(); ++s) {
      for (std::size_t n = 0; n < sizes.size(); ++n) {
        seen[e][s][n] = measure(data, {sizes[n], shares[s], epsilons[e], side}, trials, seed).seen;
      }
    }
  }
  return seen;
}

Json detection_json(const PlacedData& data, const Detection& seen) {
  return {{"data", data.name},
          {"epsilons", epsilons},
          {"shares", shares},
          {"subjects", sizes},
          {"seen", seen}};
}

/// Prints a row for each share and number of subjects, and the false alarms.
void print(const Detection& seen, const PlacedData& data, int side, int trials) {
  Rows rows{{"bad scans", "subjects"}};
  for (const double epsilon : epsilons) rows.front().push_back("epsilon " + text(epsilon));
  for (std::size_t s = 0; s < shares.size(); ++s) {
    for (std::size_t n = 0; n < sizes.size(); ++n) {
      rows.push_back({text(std::round(100 * shares[s])) + " %", std::to_string(sizes[n])});
      for (std::size_t e = 0; e < epsilons.size(); ++e) {
        rows.back().push_back(measure_text(seen[e][s][n]));
      }
    }
  }
  for (const Eigen::Index subjects : sizes) {
    rows.push_back({"none: false alarms", std::to_string(subjects)});
    for (const double epsilon : epsilons) {
      const DetectionRates rates = measure(data, {subjects, 0, epsilon, side}, trials, seed);
      rows.back().push_back(measure_text(rates.false_alarm));
    }
  }
  std::cout << "### " << data.name << "\n\n" << markdown_table(rows) << std::endl;
}

void measure_true_sites(const PlacedData& data, int side, int trials) {
  if (data.sites.empty()) return;
  Rows rows{{"epsilon", "true sites apart"}};
  for (const double epsilon : {0.1, 0.5, 1.0, 4.0, 100.0}) {
    rows.push_back(
        {text(epsilon), measure_text(apart_true_sites(data, {0, 0, epsilon, side}, trials, seed))});
  }
  std::cout << "### True sites: " << data.name << "\n\n" << markdown_table(rows) << std::endl;
}

void measure_all(const fs::path& folder, int side, int trials) {
  const std::vector<PlacedData> all = place_data(folder.string());
  if (side == 0) {
    compare_grids(all, trials);
    return;
  }
  int number = 0;
  for (const PlacedData& data : all) {
    const Detection seen = measure_detection(data, side, trials);
    print(seen, data, side, trials);
    measure_true_sites(data, side, trials);
    write_atomically("density-" + std::to_string(++number) + ".json",
                     detection_json(data, seen).dump(1, ' ', true) + "\n", "the figures");
  }
}

}  // namespace
}  // namespace dsne

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "bench_density FOLDER CELLS TRIALS\n";
    return 2;
  }
  dsne::measure_all(argv[1], std::stoi(argv[2]), std::stoi(argv[3]));
}
