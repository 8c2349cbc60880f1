// Makes sites' summaries with verdicts and judges sites by those of others, for
// learned_verdicts.py: JSON from stdin to stdout.

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "privacy/random_source.h"
#include "quality/own_outliers.h"
#include "quality/own_scores.h"
#include "summary/site_summary.h"

namespace dsne {
namespace {

using Eigen::Index;
using nlohmann::json;

Matrix matrix_of(const json& rows) {
  Matrix matrix(std::ssize(rows), std::ssize(rows.at(0)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t f = 0; f < rows[i].size(); ++f) {
      matrix(static_cast<Index>(i), static_cast<Index>(f)) = rows[i][f];
    }
  }
  return matrix;
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
  privacy::SimulationSource source(site.at("seed").get<std::uint64_t>());
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

json list_of(const quality::ScoreList& list) {
  return {{"scores", std::vector<double>(list.scores.begin(), list.scores.end())},
          {"listed", list.listed}};
}

json judged(const json& site, const std::vector<quality::SummarizedSite>& all,
            const std::vector<Index>& columns) {
  std::vector<quality::SummarizedSite> others;
  for (const std::size_t other : site.at("others")) others.push_back(all[other]);
  const Matrix records = matrix_of(site.at("records"))(Eigen::all, columns);
  quality::OwnScores scores = quality::own_scores({records, {}}, others);
  json result = {{"odd", list_of(scores.odd)}, {"unfit", list_of(scores.unfit)}};
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

}  // namespace
}  // namespace dsne

int main() {
  dsne::judge_sites();
  return 0;
}
