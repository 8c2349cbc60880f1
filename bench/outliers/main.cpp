// Measures outlier scores on real quality measures with damaged rows: bench/outliers/results.md.
//   bench_outliers QAP [MRIQC]     folders with ABIDE's quality measures, and with MRIQC's measures
//   and
//                                  raters' verdicts, which are judged by, too

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>

#include "candidates.h"
#include "data/quantile.h"
#include "data/stacked.h"
#include "quality/outlier_scores.h"
#include "tools/command_line.h"
#include "tools/embedding_quality.h"
#include "trials.h"
#include "verdicts.h"

namespace dsne {
namespace {

using Eigen::Index;
using Rows = std::vector<std::vector<std::string>>;
using Values = std::vector<double>;

constexpr Index reference_points = 300;
constexpr std::uint64_t seeds = 3;
constexpr double false_alarms = 0.01;
constexpr int random_sites = 10;

double mean(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Returns the probability that a damaged subject is odder than an undamaged one.
double area_under_curve(const Vector& scores, const std::vector<bool>& damaged) {
  double wins = 0;
  double pairs = 0;
  for (Index i = 0; i < scores.size(); ++i) {
    for (Index j = 0; j < scores.size(); ++j) {
      if (!damaged[static_cast<std::size_t>(i)] || damaged[static_cast<std::size_t>(j)]) continue;
      wins += scores(i) > scores(j) ? 1 : scores(i) == scores(j) ? 0.5 : 0;
      ++pairs;
    }
  }
  return wins / pairs;
}

/// Returns whether each subject is beyond the threshold of 1 % of the reference.
std::vector<bool> flags(const ScoredPoints& scored) {
  std::vector<bool> result;
  const auto points = static_cast<double>(scored.reference.size() + 1);
  for (const double score : scored.own) {
    const auto odder = static_cast<double>((scored.reference.array() >= score).count() + 1);
    result.push_back(odder <= false_alarms * points);
  }
  return result;
}

/// The results of one score.
struct Result {
  std::map<std::string, Values> areas;   ///< by kind of damage
  Values found;                          ///< shares of damaged subjects that are flagged
  std::map<std::string, Values> alarms;  ///< shares of untouched sites' subjects flagged, by site
};

double share(const std::vector<bool>& flagged, const std::vector<bool>& among) {
  double hits = 0;
  double all = 0;
  for (std::size_t i = 0; i < flagged.size(); ++i) {
    if (among[i]) ++all;
    if (among[i] && flagged[i]) ++hits;
  }
  return hits / all;
}

void measure(const Candidate& candidate, const Trial& trial, Result& result) {
  const auto score = candidate.learn(trial.reference);
  std::mt19937_64 engine(trial.seed);
  for (std::size_t s = 0; s < trial.sites.size(); ++s) {
    for (const Damage& damage : damages()) {
      const DamagedSite site = damaged(trial.sites[s], damage, trial.measures, engine);
      const ScoredPoints scored = score(site.subjects);
      result.areas[damage.name].push_back(area_under_curve(scored.own, site.damaged));
      result.found.push_back(share(flags(scored), site.damaged));
    }
    const std::vector<bool> flagged = flags(score(trial.sites[s]));
    result.alarms[trial.names[s]].push_back(
        share(flagged, std::vector<bool>(flagged.size(), true)));
  }
}

/// Prints the score's row: an area for each kind, their mean and least, found, false alarms.
std::vector<std::string> row_of(const std::string& name, const Result& result) {
  std::vector<std::string> row{name};
  Values areas;
  for (const Damage& damage : damages()) {
    areas.push_back(mean(result.areas.at(damage.name)));
    row.push_back(tools::measure_text(areas.back()));
  }
  Values alarms;
  for (const auto& [site, shares] : result.alarms) alarms.push_back(mean(shares));
  for (const double value :
       {mean(areas), *std::min_element(areas.begin(), areas.end()), mean(result.found),
        mean(alarms), *std::max_element(alarms.begin(), alarms.end())}) {
    row.push_back(tools::measure_text(value));
  }
  return row;
}

void compare_scores(const std::vector<Trial>& trials, const std::string& title) {
  Rows rows{{"score"}};
  for (const Damage& damage : damages()) rows.front().push_back(damage.name);
  for (const char* name : {"mean", "least", "found", "false alarms", "worst site"}) {
    rows.front().emplace_back(name);
  }
  Rows sites{{"site", "false alarms"}};
  for (const Candidate& candidate : candidates()) {
    Result result;
    for (const Trial& trial : trials) measure(candidate, trial, result);
    rows.push_back(row_of(candidate.name, result));
    if (sites.size() > 1) continue;
    for (const auto& [site, shares] : result.alarms) {
      sites.push_back({site, tools::measure_text(mean(shares))});
    }
  }
  std::cout << "### " << title << "\n\n"
            << tools::markdown_table(rows) << '\n'
            << tools::markdown_table(sites) << std::endl;
}

/// Measures how often the measures named for a damaged subject are the damaged ones.
void check_reasons(const std::vector<Trial>& trials) {
  Rows rows{
      {"damage", "flagged", "also to check", "named first", "among those named", "measures named"}};
  for (const Damage& damage : damages()) {
    Values first, among, named, found, also;
    for (const Trial& trial : trials) {
      std::mt19937_64 engine(trial.seed);
      for (const Matrix& subjects : trial.sites) {
        const DamagedSite site = damaged(subjects, damage, trial.measures, engine);
        const quality::OutlierScores scores =
            quality::outlier_scores(site.subjects, {trial.reference});
        found.push_back(share(scores.flagged, site.damaged));
        also.push_back(share(scores.also_check, site.damaged));
        for (Index i = 0; i < subjects.rows(); ++i) {
          const auto& reasons = scores.reasons[static_cast<std::size_t>(i)];
          if (!site.damaged[static_cast<std::size_t>(i)] || reasons.empty()) continue;
          const auto touched = [&](const quality::OddMeasure& measure) {
            return site.subjects(i, measure.feature) != subjects(i, measure.feature);
          };
          first.push_back(touched(reasons.front()) ? 1 : 0);
          among.push_back(std::any_of(reasons.begin(), reasons.end(), touched) ? 1 : 0);
          named.push_back(static_cast<double>(reasons.size()));
        }
      }
    }
    rows.push_back({damage.name, tools::measure_text(mean(found)), tools::measure_text(mean(also)),
                    tools::measure_text(mean(first)), tools::measure_text(mean(among)),
                    tools::measure_text(mean(named))});
  }
  std::cout << "### Reasons\n\n" << tools::markdown_table(rows) << std::endl;
}

/// Scores of all sites' scans.
struct Judged {
  Values scores;
  std::vector<bool> flagged, by_any, by_most;
  Values within_any, within_most;  ///< areas at each site
};

Vector vector_of(const Values& values) {
  return Eigen::Map<const Vector>(values.data(), std::ssize(values));
}

void add_site(const RatedSite& site, const ScoredPoints& scored, Judged& judged) {
  const auto append = [](auto& all, const auto& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  append(judged.scores, scored.own);
  append(judged.flagged, flags(scored));
  append(judged.by_any, site.by_any);
  append(judged.by_most, site.by_most);
  judged.within_any.push_back(area_under_curve(scored.own, site.by_any));
  judged.within_most.push_back(area_under_curve(scored.own, site.by_most));
}

std::vector<std::string> verdict_row(const std::string& name, const RatedScans& scans,
                                     const std::function<ScoredPoints(const Matrix& own)>& score) {
  Judged judged;
  for (const RatedSite& site : scans.sites) add_site(site, score(site.subjects), judged);
  const auto flagged_among = [&](const std::vector<bool>& among) {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; i < among.size(); ++i) count += judged.flagged[i] && among[i] ? 1 : 0;
    return std::to_string(count);
  };
  const Vector scores = vector_of(judged.scores);
  return {name,
          tools::measure_text(area_under_curve(scores, judged.by_any)),
          tools::measure_text(area_under_curve(scores, judged.by_most)),
          tools::measure_text(mean(judged.within_any)),
          tools::measure_text(mean(judged.within_most)),
          flagged_among(std::vector<bool>(judged.flagged.size(), true)),
          flagged_among(judged.by_any),
          flagged_among(judged.by_most)};
}

/// Measures how well scores find excluded scans, with reference ds030.
void judge_by_verdicts(const RatedScans& scans) {
  Rows rows{{"score", "any", "most", "any, within sites", "most, within sites", "flags", "by any",
             "by most"}};
  rows.push_back(
      verdict_row("**chosen, with the verdicts on the reference**", scans, [&](const Matrix& own) {
        const auto rated = quality::outlier_ratings(own, scans.reference);
        return ScoredPoints{rated.own, rated.reference};
      }));
  const Matrix everyone = data::stacked(scans.reference.accepted, scans.reference.excluded);
  for (const Candidate& candidate : candidates()) {
    rows.push_back(verdict_row(candidate.name + ", accepted ones", scans,
                               candidate.learn(scans.reference.accepted)));
    rows.push_back(verdict_row(candidate.name + ", all", scans, candidate.learn(everyone)));
  }
  std::cout << "### Raters' verdicts\n\n" << tools::markdown_table(rows) << std::endl;
  Rows shifts{{"site", "from ds030", "from the other sites"}};
  for (const RatedSite& site : scans.sites) {
    std::vector<Matrix> others;
    for (const RatedSite& other : scans.sites) {
      if (other.name != site.name) others.push_back(other.subjects);
    }
    shifts.push_back(
        {site.name,
         tools::measure_text(quality::site_shift(site.subjects, scans.reference.accepted)),
         tools::measure_text(quality::site_shift(site.subjects, data::stacked(others)))});
  }
  std::cout << "### Shifts of rated sites\n\n" << tools::markdown_table(shifts) << std::endl;
}

/// Counts the scans that are flagged or to check, and those of them that raters excluded.
void judge_lists(const RatedScans& scans) {
  const Matrix everyone = data::stacked(scans.reference.accepted, scans.reference.excluded);
  Rows rows{{"reference", "flags", "by any", "by most", "also to check", "by any", "by most"}};
  for (const auto& [name, reference] :
       {std::pair<std::string, quality::JudgedReference>("with verdicts", scans.reference),
        {"accepted ones", {scans.reference.accepted}},
        {"all, no verdicts", {everyone}}}) {
    std::array<std::ptrdiff_t, 6> counts{};
    for (const RatedSite& site : scans.sites) {
      const quality::OutlierScores scores = quality::outlier_scores(site.subjects, reference);
      for (std::size_t i = 0; i < scores.flagged.size(); ++i) {
        if (!is_listed(scores, i)) continue;
        const std::size_t first = scores.flagged[i] ? 0 : 3;
        ++counts[first];
        if (site.by_any[i]) ++counts[first + 1];
        if (site.by_most[i]) ++counts[first + 2];
      }
    }
    rows.push_back({name});
    for (const auto count : counts) rows.back().push_back(std::to_string(count));
  }
  std::cout << "### Who is listed\n\n" << tools::markdown_table(rows) << std::endl;
}

/// Measures the share of undamaged sites' subjects that is flagged or to check, at real sites and
/// at random ones of the same size.
void measure_lists(const std::vector<Trial>& trials, const std::string& title) {
  std::map<std::string, std::pair<Values, Values>> shares;
  const auto add = [&](const std::string& name, const Matrix& own, const Matrix& reference) {
    const quality::OutlierScores scores = quality::outlier_scores(own, {reference});
    const std::vector<bool> everyone(scores.flagged.size(), true);
    shares[name].first.push_back(share(scores.flagged, everyone));
    shares[name].second.push_back(share(scores.also_check, everyone));
  };
  for (const Trial& trial : trials) {
    std::mt19937_64 engine(trial.seed);
    const Matrix everyone = data::stacked(trial.sites);
    for (const Matrix& subjects : trial.sites) add("real sites", subjects, trial.reference);
    for (const Index subjects : {15, 30, 100}) {
      for (int draw = 0; draw < random_sites; ++draw) {
        add(std::to_string(subjects) + " random subjects",
            everyone(drawn(everyone.rows(), subjects, engine), Eigen::all), trial.reference);
      }
    }
  }
  Rows rows{{title, "flagged", "also to check", "most of a site also to check"}};
  for (const auto& [name, both] : shares) {
    rows.push_back(
        {name, tools::measure_text(mean(both.first)), tools::measure_text(mean(both.second)),
         tools::measure_text(*std::max_element(both.second.begin(), both.second.end()))});
  }
  std::cout << tools::markdown_table(rows) << std::endl;
}

/// Returns whether scans moved by more than 0.5 mm on average.
std::vector<bool> moved_scans(const JoinedTables& functional, const Matrix& scans) {
  const auto fd = std::find(functional.features.begin(), functional.features.end(), "mean_fd") -
                  functional.features.begin();
  std::vector<bool> moved;
  for (const double value : scans.col(fd)) moved.push_back(value > 0.5);
  return moved;
}

/// Counts the flags, and the share of moved scans among them.
struct MotionFound {
  Values shares, flags, listed_shares, listed;

  void add(const JoinedTables& functional, const std::vector<Index>& own,
           const std::vector<Index>& reference) {
    const Matrix scans = functional.values(own, Eigen::all);
    const std::vector<bool> moved = moved_scans(functional, scans);
    const auto scores = quality::outlier_scores(scans, {functional.values(reference, Eigen::all)});
    const auto add_list = [&](const std::vector<bool>& list, Values& found, Values& counts) {
      found.push_back(share(list, moved));
      counts.push_back(static_cast<double>(std::count(list.begin(), list.end(), true)));
    };
    add_list(scores.flagged, shares, flags);
    add_list(are_listed(scores), listed_shares, listed);
  }
};

/// Counts the flagged scans of UM_1 with much motion, with a tenth of every site as reference, and
/// with all others.
void find_motion(const JoinedTables& functional) {
  MotionFound by_tenth;
  MotionFound by_others;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    std::mt19937_64 engine(seed);
    std::map<std::string, std::vector<Index>> sites;
    for (const Index row : drawn(functional.values.rows(), functional.values.rows(), engine)) {
      sites[functional.sites[static_cast<std::size_t>(row)]].push_back(row);
    }
    std::vector<Index> others;
    for (const auto& [name, rows] : sites) {
      if (name != "UM_1") others.insert(others.end(), rows.begin(), rows.end());
    }
    by_others.add(functional, sites.at("UM_1"), others);
    std::vector<Index> reference;
    for (auto& [name, rows] : sites) {
      const auto tenth = std::max<std::ptrdiff_t>(1, std::lround(0.1 * double(rows.size())));
      reference.insert(reference.end(), rows.begin(), rows.begin() + tenth);
      rows.erase(rows.begin(), rows.begin() + tenth);
    }
    by_tenth.add(functional, sites.at("UM_1"), reference);
  }
  std::cout << "### Motion at UM_1\n\nOf scans with a mean FD above 0.5 mm "
            << mean(by_tenth.shares) << " are flagged, of all " << mean(by_tenth.flags)
            << "; ten draws of the reference, a tenth of each site. With the other sites as "
               "reference "
            << mean(by_others.shares) << " and " << mean(by_others.flags)
            << ". Flagged or also to check are " << mean(by_tenth.listed_shares) << " of "
            << mean(by_tenth.listed) << ", with the others " << mean(by_others.listed_shares)
            << " of " << mean(by_others.listed) << ".\n"
            << std::endl;
}

std::vector<std::string> shift_row(const std::string& name, Values sizes) {
  std::sort(sizes.begin(), sizes.end());
  std::vector<std::string> row{name};
  for (const double share : {0.0, 0.1, 0.5, 0.9, 1.0}) {
    row.push_back(tools::measure_text(data::quantile(sizes, share)));
  }
  return row;
}

/// Measures site shifts: of true sites, of random ones, and with a wrong unit.
void measure_shifts(const std::vector<Trial>& trials, const std::string& title) {
  std::map<std::string, Values> sizes;
  for (const Trial& trial : trials) {
    std::mt19937_64 engine(trial.seed);
    const Matrix everyone = data::stacked(trial.sites);
    for (const Matrix& subjects : trial.sites) {
      const auto add = [&](const char* name, const Matrix& own) {
        sizes[name].push_back(quality::site_shift(own, trial.reference));
      };
      add("true sites", subjects);
      add("true sites, 5 subjects", subjects.topRows(5));
      const auto random = drawn(everyone.rows(), subjects.rows(), engine);
      add("random subjects", everyone(random, Eigen::all));
      add("5 random subjects",
          everyone(std::vector(random.begin(), random.begin() + 5), Eigen::all));
      const auto wrong = drawn(subjects.cols(), 3, engine);
      Matrix shifted = subjects;
      shifted.col(wrong[0]) /= 10;
      add("one measure / 10 for all", shifted);
      for (const Index m : {wrong[1], wrong[2]}) shifted.col(m) /= 10;
      add("three measures / 10 for all", shifted);
    }
  }
  Rows rows{{title, "least", "10 %", "median", "90 %", "largest"}};
  for (const auto& [name, values] : sizes) rows.push_back(shift_row(name, values));
  std::cout << tools::markdown_table(rows) << std::endl;
}

void measure_all(const std::string& folder) {
  const std::vector<JoinedTables> tables = read_tables(folder);
  find_motion(tables.back());
  std::vector<Trial> all;
  for (const auto& [from, title] :
       {std::pair(ReferenceSites::all, "Reference of all sites"),
        std::pair(ReferenceSites::others, "Reference of other sites")}) {
    std::vector<Trial> trials;
    for (const JoinedTables& table : tables) {
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        trials.push_back(make_trial(table, from, reference_points, seed));
      }
    }
    measure_shifts(trials, title);
    measure_lists(trials, title);
    compare_scores(trials, title);
    all.insert(all.end(), trials.begin(), trials.end());
  }
  check_reasons(all);
}

}  // namespace
}  // namespace dsne

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::cerr << "bench_outliers QAP [MRIQC]\n";
    return 2;
  }
  if (argc == 3) {
    const dsne::RatedScans scans = dsne::read_rated_scans(argv[2]);
    dsne::judge_lists(scans);
    dsne::judge_by_verdicts(scans);
  }
  dsne::measure_all(argv[1]);
}
