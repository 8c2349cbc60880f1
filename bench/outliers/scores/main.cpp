// Scores sites by their own subjects and the others' summaries.
//   bench_own_scores < sites.json > scores.json     (bench/outliers/own_scores.py writes and reads)
//   bench_own_scores verdicts                       the same, with summaries made here with
//   verdicts
//                                                   (bench/outliers/learned_verdicts.py)
//   bench_own_scores chance     prints the shares of normally distributed subjects that are listed
//   bench_own_scores time       prints how long it takes

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/digest.h"
#include "privacy/random_source.h"
#include "quality/outlier_scores.h"
#include "quality/own_scores.h"
#include "summary/site_summary.h"
#include "tsne/tsne.h"

namespace dsne {
namespace {

using Eigen::Index;
using nlohmann::json;

RowVector row_of(const json& values) {
  RowVector row(std::ssize(values));
  for (std::size_t i = 0; i < values.size(); ++i) row(static_cast<Index>(i)) = values[i];
  return row;
}

Matrix matrix_of(const json& rows) {
  Matrix matrix(std::ssize(rows), std::ssize(rows.at(0)));
  for (std::size_t i = 0; i < rows.size(); ++i) matrix.row(static_cast<Index>(i)) = row_of(rows[i]);
  return matrix;
}

quality::SummarizedSite summary_of(const json& summary) {
  return {matrix_of(summary.at("means")), row_of(summary.at("subjects")).transpose(),
          row_of(summary.at("spread"))};
}

json list_of(const quality::ScoreList& list) {
  return {{"scores", std::vector<double>(list.scores.begin(), list.scores.end())},
          {"listed", list.listed}};
}

json scores_of(const json& site, const json& summaries) {
  std::vector<quality::SummarizedSite> others;
  for (const std::size_t other : site.at("others")) others.push_back(summary_of(summaries[other]));
  const auto scores = quality::own_scores({matrix_of(site.at("records")), {}}, others);
  return {{"odd", list_of(scores.odd)},
          {"inconsistent", list_of(scores.inconsistent)},
          {"uses_direction", scores.uses_direction}};
}

void score_sites() {
  const json input = json::parse(std::cin);
  json output = json::array();
  for (const json& site : input.at("sites")) {
    output.push_back(scores_of(site, input.at("summaries")));
  }
  std::cout << output << '\n';
}

/// Makes the site's summary like `dsne summarize`, with noise from a seed.
summary::Summary summary_of(const json& site, const std::vector<std::string>& measures) {
  summary::Records records;
  records.values = matrix_of(site.at("records"));
  records.measures = measures;
  for (std::size_t i = 0; i < site.at("records").size(); ++i) {
    records.persons.push_back("sub-" + std::to_string(i));
    records.excluded.push_back(site.at("excluded")[i].get<bool>());
  }
  privacy::KeyedSource source(hash_of({"bench/outliers", site.at("seed").dump()}));
  return make_summary(std::move(records), {site.at("least"), measures}, "2026-01-01", source)
      .site.summary;
}

quality::SummarizedSite with_columns(const summary::Summary& summary,
                                     const std::vector<Index>& columns) {
  return {summary.means(Eigen::all, columns), summary.subjects, summary.spread(columns),
          summary.excluded};
}

/// Returns the indices of the measures that every summary has.
std::vector<Index> common(const std::vector<summary::Summary>& summaries,
                          const std::vector<std::string>& measures) {
  std::vector<Index> numbers;
  for (std::size_t f = 0; f < measures.size(); ++f) {
    const auto has = [&](const summary::Summary& summary) {
      return std::find(summary.measures.begin(), summary.measures.end(), measures[f]) !=
             summary.measures.end();
    };
    if (std::all_of(summaries.begin(), summaries.end(), has)) {
      numbers.push_back(static_cast<Index>(f));
    }
  }
  return numbers;
}

json judged(const json& site, const std::vector<quality::SummarizedSite>& all,
            const std::vector<Index>& columns) {
  std::vector<quality::SummarizedSite> others;
  for (const std::size_t other : site.at("others")) others.push_back(all[other]);
  const Matrix records = matrix_of(site.at("records"))(Eigen::all, columns);
  quality::OwnScores scores = quality::own_scores({records, {}}, others);
  json result = {{"odd", list_of(scores.odd)}, {"inconsistent", list_of(scores.inconsistent)}};
  if (auto model = quality::verdict_model(others)) {
    add_verdict_list(scores, {records, {}}, *std::move(model));
    const quality::VerdictList& list = *scores.like_excluded;
    result["like"] = list_of(list);
    result["share"] = list.share_excluded;
    result["penalty"] = list.model.penalty;
    result["accuracy"] = list.model.accuracy;
    result["excluded"] = list.model.excluded;
  }
  return result;
}

void judge_sites() {
  const json input = json::parse(std::cin);
  const auto measures = input.at("measures").get<std::vector<std::string>>();
  std::vector<summary::Summary> summaries;
  for (const json& site : input.at("sites")) summaries.push_back(summary_of(site, measures));
  const std::vector<Index> numbers = common(summaries, measures);
  std::vector<quality::SummarizedSite> sites;
  for (const summary::Summary& summary : summaries) {
    std::vector<Index> columns;
    for (const Index number : numbers) {
      const auto found = std::find(summary.measures.begin(), summary.measures.end(),
                                   measures[static_cast<std::size_t>(number)]);
      columns.push_back(found - summary.measures.begin());
    }
    sites.push_back(with_columns(summary, columns));
  }
  json output = {{"measures", numbers.size()}, {"judged", json::array()}};
  for (const json& site : input.at("judged")) {
    output["judged"].push_back(judged(site, sites, numbers));
  }
  std::cout << output << '\n';
}

/// Draws normally distributed subjects whose measures share a common part.
Matrix subjects(Index count, Index measures, double common, std::uint64_t seed) {
  const Matrix own = tsne::random_coordinates(count, measures, std::sqrt(1 - common), seed);
  const Vector shared = tsne::random_coordinates(count, 1, std::sqrt(common), seed + 1000000);
  return own.colwise() + shared;
}

/// Values around 0 are bent by asinh, those around 100 by the logarithm, which is nearly linear
/// there.
void print_chance(Index count, Index measures, double common, double middle) {
  const Index sites = std::max<Index>(2, 1800 / count);
  double odd = 0;
  double inconsistent = 0;
  double either = 0;
  for (Index s = 0; s < sites; ++s) {
    const auto seed = static_cast<std::uint64_t>(1000 * count + 10 * measures + 77777 * s);
    const Matrix values = subjects(count, measures, common, seed).array() + middle;
    const auto scores = quality::own_scores({values, {}}, {});
    for (std::size_t i = 0; i < scores.odd.listed.size(); ++i) {
      odd += scores.odd.listed[i] ? 1 : 0;
      inconsistent += scores.inconsistent.listed[i] ? 1 : 0;
      either += scores.odd.listed[i] || scores.inconsistent.listed[i] ? 1 : 0;
    }
  }
  const double percent = 100.0 / static_cast<double>(sites * count);
  std::cout << "| " << middle << " | " << count << " | " << measures << " | " << common << " | "
            << odd * percent << " | " << inconsistent * percent << " | " << either * percent << " |"
            << std::endl;
}

void print_chances() {
  std::cout
      << "| around | subjects | measures | correlation | odd % | inconsistent % | either % |\n"
         "|---|---|---|---|---|---|---|\n";
  for (const double middle : {0.0, 100.0}) {
    for (const Index count : {30, 100, 300, 900}) {
      for (const Index measures : {1, 2, 5, 15, 40}) {
        for (const double common : {0.0, 0.6}) {
          if (measures > 1 || common == 0) print_chance(count, measures, common, middle);
        }
      }
    }
  }
}

void print_time(Index count, Index measures) {
  const Matrix values = subjects(count, measures, 0.3, 1);
  const auto start = std::chrono::steady_clock::now();
  quality::own_scores({values, {}}, {});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  std::cout << count << " × " << measures << ": " << took.count() << " s\n";
}

}  // namespace
}  // namespace dsne

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "chance") {
    dsne::print_chances();
  } else if (mode == "time") {
    dsne::print_time(1000, 68);
    dsne::print_time(20000, 68);
  } else if (mode == "verdicts") {
    dsne::judge_sites();
  } else {
    dsne::score_sites();
  }
}
