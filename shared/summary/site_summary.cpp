#include "summary/site_summary.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "core/errors.h"
#include "privacy/microaggregation.h"
#include "summary/covariates.h"
#include "summary/known_persons.h"
#include "summary/making.h"
#include "summary/records.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

const char* const whose_summary = "a summary is";

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Bytes32 drawn_key(privacy::RandomSource& source) {
  std::array<std::uint64_t, sizeof(Bytes32) / sizeof(std::uint64_t)> words{};
  for (std::uint64_t& word : words) word = source.next();
  return std::bit_cast<Bytes32>(words);
}

/// Each row's share of persons with an excluded record, among as many persons as the row has, drawn
/// from them with replacement: noise of the share's standard error.
Vector shares_of(const Kept& kept, const std::vector<Names>& rows, const Vector& subjects,
                 const Records& records, privacy::RandomSource& source) {
  const PersonHasher hash_of(kept);
  std::map<std::string, bool> verdicts;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    bool& excluded = verdicts[hash_of(records.persons[i])];
    excluded = excluded || records.excluded[i];
  }
  Vector shares(subjects.size());
  for (Index i = 0; i < shares.size(); ++i) {
    std::vector<bool> row;
    for (const std::string& person : rows[static_cast<std::size_t>(i)]) {
      const auto found = verdicts.find(person);
      if (found == verdicts.end()) {
        throw InputError("a subject of the summary is not among the verdicts");
      }
      row.push_back(found->second);
    }
    std::uniform_int_distribution<std::size_t> member(0, row.size() - 1);
    privacy::RandomBits bits{source};
    double excluded = 0;
    for (std::size_t draw = 0; draw < row.size(); ++draw) excluded += row[member(bits)] ? 1 : 0;
    const double share = std::clamp(excluded / static_cast<double>(row.size()), 1 / subjects(i),
                                    1 - 1 / subjects(i));
    shares(i) = std::round(share * 1e4) / 1e4;
  }
  return shares;
}

void check_rules(const Rules& rules) {
  if (rules.least < least_members) throw InputError("least_members must be 10 or more");
}

void require_subjects(Index subjects, Index least, const std::string& whose) {
  if (subjects >= least) return;
  throw InputError(whose + " of at least " + std::to_string(least) +
                   " different persons with different records; there are " +
                   std::to_string(subjects));
}

/// Returns each row's hashes, in the summary's order.
std::vector<Names> hashed(const Kept& kept, const Subjects& subjects, const SummaryRows& rows) {
  const PersonHasher hash_of(kept);
  std::vector<Names> hashes;
  for (const privacy::GroupRows& group : rows.groups) {
    Names& row = hashes.emplace_back();
    for (const Index i : group) {
      for (const std::string& person : subjects.persons[static_cast<std::size_t>(i)]) {
        row.push_back(hash_of(person));
      }
    }
    std::sort(row.begin(), row.end());
  }
  return hashes;
}

/// The rounding units of rows' means: by the spread; 0 for a column that is constant in the rows.
RowVector steps_of(const SummaryRows& rows) {
  RowVector steps = rows.spread.unaryExpr(&step_of);
  for (Index c = 0; c < steps.size(); ++c) {
    if ((rows.means.col(c).array() == rows.means(0, c)).all()) steps(c) = 0;
  }
  return steps;
}

NewSummary made(Records records, const Rules& rules, Kept kept, privacy::RandomSource& source) {
  check_rules(rules);
  const Names& persons = records.persons;
  const Index needed = std::max(least_summarized, 2 * rules.least);
  const std::set<std::string> different(persons.begin(), persons.end());
  // Of too few persons no measure would be left, which would be told instead.
  require_subjects(std::ssize(different), needed, whose_summary);
  remember(kept, records, different);
  NewSummary result;
  result.left_out = choose_measures(records, rules.listed, rules.least, source);
  kept.least = rules.least;
  kept.scale = fit_scale(records.values, records.measures, records.array);
  // Only covariates need the values again.
  Matrix values =
      records.covariates.empty() ? std::exchange(records.values, Matrix()) : records.values;
  const Subjects subjects = subjects_of(on_scale(std::move(values), kept.scale), persons);
  require_subjects(subjects.points.rows(), needed, whose_summary);
  SummaryRows rows = make_rows(subjects.points, kept.scale, rules.least, most_rows, source);
  kept.rows = hashed(kept, subjects, rows);
  kept.scale.steps = steps_of(rows);
  Summary& summary = result.site.summary;
  summary.measures = records.measures;
  summary.array = records.array;
  summary.means = rounded(std::move(rows.means), kept.scale.steps);
  summary.subjects = std::move(rows.subjects);
  summary.spread = std::move(rows.spread);
  if (!records.excluded.empty()) {
    summary.excluded = shares_of(kept, kept.rows, summary.subjects, records, source);
  }
  result.site.kept = std::move(kept);
  if (!records.covariates.empty()) {
    result.site = with_covariates(std::move(result.site), records, source);
  }
  return result;
}

/// The records of these persons alone.
Records records_of_persons(const Records& records, const Names& persons) {
  const std::set<std::string> wanted(persons.begin(), persons.end());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    if (wanted.contains(records.persons[i])) chosen.push_back(i);
  }
  Records result{records.values(chosen, Eigen::all),
                 records.measures,
                 data::chosen(records.persons, chosen),
                 data::chosen(records.excluded, chosen),
                 records.array,
                 records.covariates};
  for (Covariate& own : result.covariates) own.values = data::chosen(own.values, chosen);
  return result;
}

template <typename Rows>
void remove_row(Rows& all, Index row) {
  const Index behind = all.rows() - row - 1;
  all.middleRows(row, behind) = all.bottomRows(behind).eval();
  all.conservativeResize(all.rows() - 1, all.cols());
}

template <typename Rows>
void append(Rows& all, const Rows& more) {
  all.conservativeResize(all.rows() + more.rows(), more.cols());
  all.bottomRows(more.rows()) = more;
}

}  // namespace

NewSummary make_summary(Records records, const Rules& rules, const std::string& day,
                        privacy::RandomSource& source) {
  if (!records.doubt.empty()) throw InputError(records.doubt);
  Kept kept;
  kept.key = drawn_key(source);
  kept.made = day;
  return made(std::move(records), rules, std::move(kept), source);
}

NewSummary renewed(const SiteSummary& old, Records records, const Rules& rules,
                   const std::string& day, privacy::RandomSource& source) {
  if (const KnownPersons known = known_persons(old.kept, records); !known.empty()) {
    throw InputError(known_sentence(known, records, "the summary or one before it") +
                     "; a second one would reveal them: leave them out, or keep the summary and "
                     "add the others with --add");
  }
  Kept kept;
  kept.key = old.kept.key;
  kept.made = day;
  kept.gone = old.kept.gone;
  for (const Names& row : old.kept.rows) kept.gone.insert(kept.gone.end(), row.begin(), row.end());
  kept.records_of = old.kept.records_of;
  return made(std::move(records), rules, std::move(kept), source);
}

SiteSummary with_newcomers(SiteSummary site, const Records& records,
                           privacy::RandomSource& source) {
  Kept& kept = site.kept;
  Summary& summary = site.summary;
  if (summary.excluded.has_value() != !records.excluded.empty() && summary.means.rows() > 0) {
    throw InputError(summary.excluded ? "the summary has verdicts, the newcomers need them too"
                                      : "the summary has no verdicts, add them to it first");
  }
  const KnownPersons known = known_persons(kept, records);
  if (!known.by_values.empty()) {
    throw InputError(known_sentence({{}, known.by_values}, records, "the summary") +
                     ": give them the ids that they had, or leave them out");
  }
  const Records arrived = records_of_persons(records, known.newcomers);
  const Subjects subjects =
      subjects_of(on_scale(measures_on(arrived, kept.scale), kept.scale), arrived.persons);
  const std::string others =
      known.empty() ? "" : known_sentence(known, records, "the summary") + "; ";
  const Index least = std::max(kept.least, least_members);
  require_subjects(subjects.points.rows(), 2 * least,
                   others + "newcomers wait until there are rows");
  const Index room = most_rows - summary.means.rows();
  if (room < 1) throw InputError("the summary has 500 rows, which is the most");
  SummaryRows rows = make_rows(subjects.points, kept.scale, least, room, source);
  const std::vector<Names> hashes = hashed(kept, subjects, rows);
  if (summary.excluded) {
    append(*summary.excluded, shares_of(kept, hashes, rows.subjects, arrived, source));
  }
  if (!kept.covariates.empty()) {
    append(summary.covariates.means, covariates_of_newcomers(kept, arrived, hashes, source));
  }
  remember(kept, records, {arrived.persons.begin(), arrived.persons.end()});
  append(summary.means, rounded(std::move(rows.means), kept.scale.steps));
  append(summary.subjects, rows.subjects);
  kept.rows.insert(kept.rows.end(), hashes.begin(), hashes.end());
  return site;
}

SiteSummary without(SiteSummary site, const std::string& person) {
  Kept& kept = site.kept;
  const std::string hash = person_hash(kept, person);
  const auto row = std::find_if(kept.rows.begin(), kept.rows.end(),
                                [&](const Names& members) { return holds(members, hash); });
  kept.covariates_of.erase(hash);
  if (row == kept.rows.end()) {
    if (!holds(kept.gone, hash)) kept.gone.push_back(hash);
    return site;
  }
  const Index number = row - kept.rows.begin();
  kept.gone.insert(kept.gone.end(), row->begin(), row->end());
  kept.rows.erase(row);
  Summary& summary = site.summary;
  remove_row(summary.means, number);
  remove_row(summary.subjects, number);
  if (summary.excluded) remove_row(*summary.excluded, number);
  if (!kept.covariates.empty()) remove_row(summary.covariates.means, number);
  return site;
}

SiteSummary with_verdicts(SiteSummary site, const Records& records, privacy::RandomSource& source) {
  if (site.summary.excluded) throw InputError("the summary has verdicts, which are added once");
  if (site.kept.least < least_members) {
    throw InputError("a summary with verdicts needs least_members of 10 or more");
  }
  site.summary.excluded =
      shares_of(site.kept, site.kept.rows, site.summary.subjects, records, source);
  return site;
}

}  // namespace dsne::summary
