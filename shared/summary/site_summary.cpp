#include "summary/site_summary.h"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/errors.h"
#include "summary/covariates.h"
#include "summary/making.h"
#include "summary/subjects.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr Index least_of_shares = 10;

const char* const whose_summary = "a summary is";

Bytes32 drawn_key(privacy::RandomSource& source) {
  Bytes32 key{};
  for (std::size_t i = 0; i < key.size(); i += sizeof(std::uint64_t)) {
    boost::endian::store_little_u64(key.data() + i, source.next());
  }
  return key;
}

bool holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::set<std::string> hashes_in_rows(const Kept& kept) {
  std::set<std::string> hashes;
  for (const Names& row : kept.rows) hashes.insert(row.begin(), row.end());
  return hashes;
}

std::map<std::string, bool> verdicts_by_hash(const Kept& kept, const Records& records) {
  std::map<std::string, bool> verdicts;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    bool& excluded = verdicts[person_hash(kept, records.persons[i])];
    excluded = excluded || records.excluded[i];
  }
  return verdicts;
}

double share_of(const Names& row, double subjects, const std::map<std::string, bool>& verdicts) {
  double excluded = 0;
  for (const std::string& person : row) {
    const auto found = verdicts.find(person);
    if (found == verdicts.end()) {
      throw InputError("a subject of the summary is not among the verdicts");
    }
    excluded += found->second ? 1 : 0;
  }
  const double share =
      std::clamp(excluded / static_cast<double>(row.size()), 1 / subjects, 1 - 1 / subjects);
  return std::round(share * 1e4) / 1e4;
}

Vector shares_of(const std::vector<Names>& rows, const Vector& subjects,
                 const std::map<std::string, bool>& verdicts) {
  Vector shares(subjects.size());
  for (Index i = 0; i < shares.size(); ++i) {
    shares(i) = share_of(rows[static_cast<std::size_t>(i)], subjects(i), verdicts);
  }
  return shares;
}

void check_rules(const Records& records, const Rules& rules) {
  if (rules.least < least_subjects) throw InputError("least_members must be 5 or more");
  if (rules.least >= least_of_shares) return;
  if (records.array) {
    throw InputError("a summary of images or matrices needs least_members of 10 or more");
  }
  if (!records.excluded.empty()) {
    throw InputError("a summary with verdicts needs least_members of 10 or more");
  }
}

void require_subjects(Index subjects, Index least, const std::string& whose) {
  if (subjects >= least) return;
  throw InputError(whose + " of at least " + std::to_string(least) +
                   " different persons with different records; there are " +
                   std::to_string(subjects));
}

/// Reduces the records to the summary's columns. @return the measures left out
std::vector<LeftOut> reduce(Records& records, const Rules& rules) {
  if (records.array) {
    if (records.measures.empty()) {
      for (Index c = 1; c <= records.values.cols(); ++c) {
        records.measures.push_back(std::to_string(c));
      }
    }
    if (records.values.array().isNaN().colwise().all().any()) {
      throw InputError(
          "a value of the arrays is missing in every row, as of a region that no scan covers: "
          "bring arrays without it");
    }
    records.values = without_rare_values(std::move(records.values), rules.least);
    return {};
  }
  Choice choice = choose_measures(records.values, records.measures, rules.listed, rules.least);
  if (choice.columns.empty()) {
    throw InputError(
        "no measure is left for a summary; list the table's measures in the settings, as "
        "feature_columns");
  }
  records.values = Matrix(records.values(Eigen::all, choice.columns));
  Names names;
  for (const Index c : choice.columns) {
    names.push_back(records.measures[static_cast<std::size_t>(c)]);
  }
  records.measures = std::move(names);
  return std::move(choice.left_out);
}

/// Returns each row's hashes, in the summary's order.
std::vector<Names> hashed(const Kept& kept, const Subjects& subjects, const Rows& rows) {
  std::vector<Names> hashes;
  for (const privacy::GroupRows& group : rows.groups) {
    Names& row = hashes.emplace_back();
    for (const Index i : group) {
      for (const std::string& person : subjects.persons[static_cast<std::size_t>(i)]) {
        row.push_back(person_hash(kept, person));
      }
    }
    std::sort(row.begin(), row.end());
  }
  return hashes;
}

NewSummary made(Records records, const Rules& rules, Kept kept, privacy::RandomSource& source) {
  check_rules(records, rules);
  const Names& persons = records.persons;
  const Index needed = std::max(least_summarized, 2 * rules.least);
  // Of too few persons no measure would be left, which would be told instead.
  require_subjects(std::ssize(std::set<std::string>(persons.begin(), persons.end())), needed,
                   whose_summary);
  NewSummary result;
  result.left_out = reduce(records, rules);
  kept.least = rules.least;
  kept.scale = fit_scale(records.values, records.measures, records.array);
  // Only covariates need the values again.
  Matrix values =
      records.covariates.empty() ? std::exchange(records.values, Matrix()) : records.values;
  const Subjects subjects = subjects_of(on_scale(std::move(values), kept.scale), persons);
  require_subjects(subjects.points.rows(), needed, whose_summary);
  Rows rows = make_rows(subjects.points, kept.scale, rules.least, most_rows, source);
  kept.rows = hashed(kept, subjects, rows);
  Summary& summary = result.site.summary;
  summary.measures = records.measures;
  summary.means = std::move(rows.means);
  summary.subjects = std::move(rows.subjects);
  summary.spread = std::move(rows.spread);
  if (!records.excluded.empty()) {
    summary.excluded = shares_of(kept.rows, summary.subjects, verdicts_by_hash(kept, records));
  }
  result.site.kept = std::move(kept);
  if (!records.covariates.empty()) {
    result.site = with_covariates(std::move(result.site), records, source);
  }
  return result;
}

/// Records of newcomers alone.
Records of_newcomers(const Kept& kept, const Records& records) {
  const Names arrived = newcomers(kept, records);
  const std::set<std::string> wanted(arrived.begin(), arrived.end());
  std::vector<Index> chosen;
  Records result;
  result.measures = records.measures;
  result.array = records.array;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    if (!wanted.contains(records.persons[i])) continue;
    chosen.push_back(static_cast<Index>(i));
    result.persons.push_back(records.persons[i]);
    if (!records.excluded.empty()) result.excluded.push_back(records.excluded[i]);
  }
  for (const Covariate& covariate : records.covariates) {
    Covariate& own = result.covariates.emplace_back();
    own.name = covariate.name;
    for (const Index i : chosen)
      own.values.push_back(covariate.values[static_cast<std::size_t>(i)]);
  }
  result.values = records.values(chosen, Eigen::all);
  return result;
}

template <typename Rows>
Rows without_row(const Rows& all, Index row) {
  Rows rest(all.rows() - 1, all.cols());
  rest.topRows(row) = all.topRows(row);
  rest.bottomRows(rest.rows() - row) = all.bottomRows(rest.rows() - row);
  return rest;
}

template <typename Rows>
void append(Rows& all, const Rows& more) {
  Rows both(all.rows() + more.rows(), more.cols());
  both.topRows(all.rows()) = all;
  both.bottomRows(more.rows()) = more;
  all = std::move(both);
}

}  // namespace

std::string person_hash(const Kept& kept, const std::string& person) {
  return to_hex(keyed_hash(kept.key, {"person", person}));
}

bool is_in_row(const Kept& kept, const std::string& person) {
  return hashes_in_rows(kept).contains(person_hash(kept, person));
}

bool is_known(const Kept& kept, const std::string& person) {
  return is_in_row(kept, person) || holds(kept.gone, person_hash(kept, person));
}

Names newcomers(const Kept& kept, const Records& records) {
  std::set<std::string> known = hashes_in_rows(kept);
  known.insert(kept.gone.begin(), kept.gone.end());
  std::set<std::string> seen;
  Names arrived;
  for (const std::string& person : records.persons) {
    if (!seen.insert(person).second || known.contains(person_hash(kept, person))) continue;
    arrived.push_back(person);
  }
  return arrived;
}

Matrix measures_on(const Records& records, const Scale& scale) {
  if (scale.array) {
    if (!records.array || records.values.cols() != std::ssize(scale.measures)) {
      throw InputError("the data have another form than the summary");
    }
    return records.values;
  }
  Matrix values(records.values.rows(), std::ssize(scale.measures));
  for (Index c = 0; c < values.cols(); ++c) {
    const auto found = std::find(records.measures.begin(), records.measures.end(),
                                 scale.measures[static_cast<std::size_t>(c)]);
    if (records.array || found == records.measures.end()) {
      throw InputError("the data lack a measure of the summary");
    }
    values.col(c) = records.values.col(found - records.measures.begin());
  }
  return values;
}

Records records_of(data::Table table) {
  Records records;
  records.persons = persons_of(table);
  if (const auto visits = visits_of_one_person(table)) {
    records.doubt = "rows " + std::to_string(table.rows.at(visits->first)) + " and " +
                    std::to_string(table.rows.at(visits->second)) +
                    " look like two visits of one person: add a column person that says whose each "
                    "row is, with the ids again if all are different persons";
  }
  records.values = std::move(table.values);
  records.measures = std::move(table.features);
  records.array = table.reading.is_array;
  return records;
}

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
  const std::set<std::string> different(records.persons.begin(), records.persons.end());
  if (newcomers(old.kept, records).size() != different.size()) {
    throw InputError(
        "a person of these data is in an earlier summary; a second one would reveal that person");
  }
  Kept kept;
  kept.key = old.kept.key;
  kept.made = day;
  kept.gone = old.kept.gone;
  for (const Names& row : old.kept.rows) kept.gone.insert(kept.gone.end(), row.begin(), row.end());
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
  const Records arrived = of_newcomers(kept, records);
  const Subjects subjects =
      subjects_of(on_scale(measures_on(arrived, kept.scale), kept.scale), arrived.persons);
  require_subjects(subjects.points.rows(), 2 * kept.least, "newcomers wait until there are rows");
  const Index room = most_rows - summary.means.rows();
  if (room < 1) throw InputError("the summary has 500 rows, which is the most");
  Rows rows = make_rows(subjects.points, kept.scale, kept.least, room, source);
  const std::vector<Names> hashes = hashed(kept, subjects, rows);
  if (summary.excluded) {
    append(*summary.excluded, shares_of(hashes, rows.subjects, verdicts_by_hash(kept, arrived)));
  }
  if (!kept.covariates.empty()) {
    append(summary.covariates.means, covariates_of_newcomers(kept, arrived, hashes, source));
  }
  append(summary.means, rows.means);
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
  summary.means = without_row(summary.means, number);
  summary.subjects = without_row(summary.subjects, number);
  if (summary.excluded) summary.excluded = without_row(*summary.excluded, number);
  if (!kept.covariates.empty()) {
    summary.covariates.means = without_row(summary.covariates.means, number);
  }
  return site;
}

SiteSummary with_verdicts(SiteSummary site, const Records& records) {
  if (site.summary.excluded) throw InputError("the summary has verdicts, which are added once");
  if (site.kept.least < least_of_shares) {
    throw InputError("a summary with verdicts needs least_members of 10 or more");
  }
  site.summary.excluded =
      shares_of(site.kept.rows, site.summary.subjects, verdicts_by_hash(site.kept, records));
  return site;
}

}  // namespace dsne::summary
