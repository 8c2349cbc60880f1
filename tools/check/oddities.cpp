#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/phrases.h"
#include "data/columns/columns.h"
#include "data/columns/persons.h"
#include "data/names/measure_names.h"
#include "privacy/random_source.h"
#include "quality/outlier_scores.h"
#include "summary/records.h"
#include "summary/site_summary.h"
#include "tools/check/checking.h"
#include "tools/data_options.h"

namespace dsne::tools::checking {
namespace {

using Eigen::Index;

Problems without_names(const SiteFile& file) {
  if (!file.text || file.is_array() || !file.is_table()) return {};
  if (!file.text->layout.header) {
    return {{Gravity::look, "no_header",
             "The table has no header, so that sites match its columns by their order alone.",
             "Add a first row with the measures' names."}};
  }
  if (!file.text->id_columns.empty()) return {};
  return {{Gravity::look, "no_ids",
           "No column of ids was found. Reports will name subjects by their row.",
           "Add a column of ids first, or name it in the settings (id_column)."}};
}

/// Returns "a name (3 of 20)".
std::string with_share(const std::string& name, std::size_t part, std::size_t all) {
  return name + " (" + std::to_string(part) + " of " + std::to_string(all) + ")";
}

Problems subjects_without_values(const SiteFile& file) {
  const data::Table& table = *file.table;
  const auto all = static_cast<std::size_t>(table.values.cols());
  Rows rows;
  Names shown;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto missing =
        static_cast<std::size_t>(table.values.row(static_cast<Index>(i)).array().isNaN().count());
    if (missing < 2 || 5 * missing <= all) continue;
    rows.push_back(table.rows[i]);
    shown.push_back(with_share(shown_text(table.ids[i]), missing, all));
  }
  if (shown.empty()) return {};
  return {{Gravity::look, "subject_missing_values",
           counted(shown.size(), "subject lacks", "subjects lack") +
               " more than a fifth of the measures: " + listed(shown, 4) + ".",
           "Such a subject looks ordinary once its missing values are filled. Check whether its "
           "processing finished.",
           rows}};
}

Problems empty_measures(const SiteFile& file) {
  Problem problem{Gravity::look, "measure_missing_values"};
  Names shown;
  for (const MeasureView& measure : file.measures) {
    const std::size_t all = measure.missing + measure.present;
    if (2 * measure.missing <= all) continue;
    problem.measures.push_back(measure.name);
    shown.push_back(with_share(measure.name, measure.missing, all));
  }
  if (shown.empty()) return {};
  problem.text = counted(shown.size(), "measure has", "measures have") +
                 " no value for most subjects: " + listed(shown, 5) + ".";
  problem.remedy = "Check whether the program that measures them failed.";
  return {problem};
}

/// Finds columns named as a program's measure that hold text: dates, "####", words.
Problems measures_of_text(const SiteFile& file) {
  Names names;
  for (const data::LeftOut& column : file.table->reading.left_out) {
    const bool is_measure = data::is_known_measure(column.name);
    if (is_measure && column.content == data::LeftOutContent::text)
      names.push_back(shown_text(column.name));
  }
  if (names.empty()) return {};
  return {{Gravity::look,
           "text",
           listed(names, 5) + (names.size() == 1 ? " holds" : " hold") +
               " text in most rows, and no numbers.",
           "Export the numbers again, or the measure is left out at all sites.",
           {},
           0,
           names}};
}

/// Tells of values that a measure cannot have.
Problems impossible_values(const SiteFile& file) {
  Problems problems;
  for (const data::ImpossibleValues& values : file.table->reading.impossible) {
    problems.push_back({Gravity::look,
                        values.counts_as_missing ? "impossible_value" : "unit",
                        shown_text(data::impossible_note(values), 300),
                        values.counts_as_missing
                            ? "Nothing is to do if they mean that the value is missing."
                            : "Check the unit, and bring the values in the measure's own.",
                        values.rows,
                        0,
                        {values.measure}});
  }
  return problems;
}

/// Tells that no measure is known by name, and how to list them.
Problems unknown_measures(const Json& settings, const SiteFile& file) {
  const Names& names = file.table->features;
  if (names.empty() || settings.contains("feature_columns") ||
      std::ranges::any_of(names, data::is_known_measure))
    return {};
  Problem problem{
      Gravity::look, "unknown_measures", data::nothing_known,
      "Look at the measures below. A summary takes them only if the settings list them."};
  if (names.size() <= 100) problem.setting = "\"feature_columns\": " + Json(names).dump();
  return {problem};
}

Problems all_constant(const SiteFile& file) {
  const bool constant = std::ranges::all_of(file.measures, &MeasureView::constant);
  if (!constant || file.table->values.rows() < 2) return {};
  return {{Gravity::look, "constant", "Every measure is the same for all subjects.",
           "Check whether this is the right file."}};
}

/// Asks whose each row is.
Problems unknown_persons(SiteFile& file) {
  const auto& doubt = file.table->reading.person_doubt;
  if (!doubt) return {};
  Problem problem{Gravity::mend, "whose_rows", shown_text(sentence(doubt->found), 300),
                  "A row of a summary must be of different persons, so dsne summarize stops, and a "
                  "run that a summary takes part in."};
  problem.setting = data::answer_to(*doubt);
  file.summary = "none: it is not known whose each row is";
  return {problem};
}

/// What `dsne summarize` would make of these subjects, or the problem why it would not.
Problems try_summary(const Json& settings, SiteFile& file) {
  constexpr Index most_subjects = 5000;  // making one takes long for more
  const data::Table& table = *file.table;
  if (table.values.rows() > most_subjects) return {};
  summary::Records records = summary::records_of(table);
  try {
    if (table.features.empty() && !records.array) {
      throw InputError("a summary needs names of columns");
    }
    privacy::SystemSource source;
    const summary::NewSummary made =
        summary::make_summary(std::move(records), summary_rules(settings), today(), source);
    const summary::Summary& rows = made.site.summary;
    file.summary = "would have " +
                   counted(static_cast<std::size_t>(rows.means.rows()), "row", "rows") + " of " +
                   counted(rows.measures.size(), file.is_array() ? "value" : "measure",
                           file.is_array() ? "values" : "measures");
    std::vector<std::string> left;
    for (const data::LeftOut& one : made.left_out) {
      left.push_back(shown_text(one.name) + " (" + one.reason + ")");
    }
    if (!left.empty()) *file.summary += "; without " + listed(left, 3);
    if (left.size() > rows.measures.size()) {
      return {{Gravity::look, "small_summary", "The summary " + *file.summary + ".",
               "A run on summaries uses the measures that all summaries have. Where a measure's "
               "name is not known, list your measures in the settings (feature_columns)."}};
    }
  } catch (const InputError& error) {
    file.summary = std::string("none: ") + error.what();
    return {{Gravity::look, "no_summary",
             std::string("dsne summarize would make no summary: ") + error.what() + ".",
             "Without one the site is not on the others' maps, and shares nothing."}};
  }
  return {};
}

/// Reports too few persons for a summary, for which there is a remedy.
Problems too_few_to_summarize(const Json& settings, const SiteFile& file) {
  constexpr auto at_least = static_cast<std::size_t>(summary::least_summarized);
  const auto least = static_cast<std::size_t>(summary_rules(settings).least);
  const std::size_t needed = std::max(at_least, 2 * least);
  if (file.persons >= needed) return {};
  return {{Gravity::look, "few_for_summary",
           counted(file.persons, "person", "persons") + "; dsne summarize needs " +
               std::to_string(needed) + (needed > at_least ? " (twice least_members)." : "."),
           "Bring more persons, or take part without a summary: then the site shares nothing of "
           "its subjects."}};
}

/// Reports one person, or a few, with a large part of the scans. Counts the persons.
Problems persons_scanned_often(SiteFile& file) {
  constexpr std::size_t often = 5;
  std::map<std::string, std::size_t> scans_of;
  std::size_t most = 0;
  const Names persons = data::persons_of(*file.table);
  for (const std::string& person : persons) most = std::max(most, ++scans_of[person]);
  const std::size_t scans = persons.size();
  file.persons = scans_of.size();
  if ((most < often || 10 * most < scans) && scans < 4 * file.persons) return {};
  return {{Gravity::look, "one_person_often",
           counted(scans, "scan is", "scans are") + " of " +
               counted(file.persons, "person", "persons") +
               (file.persons == 1 ? "." : ", one of whom has " + std::to_string(most) + "."),
           "Scans of one person are alike and hide bad ones: bring one or two of each."}};
}

Problems too_few_to_flag(const SiteFile& file) {
  constexpr std::size_t least = 12;
  const std::size_t subjects = file.table->ids.size();
  const bool repeated = file.persons < subjects;
  if ((repeated ? file.persons : subjects) >= least) return {};
  const std::string persons =
      repeated ? " of " + counted(file.persons, "person", "persons") : std::string();
  return {{Gravity::look, "few_to_flag",
           counted(subjects, "subject", "subjects") + persons + "; with fewer than " +
               std::to_string(least) + (repeated ? " persons" : "") + " nobody is flagged.",
           "Bring more subjects."}};
}

}  // namespace

void find_oddities(const Json& settings, const CheckedReference* reference, SiteFile& file) {
  const auto add = [&file](Problems found) {
    std::ranges::move(found, std::back_inserter(file.problems));
  };
  add(without_names(file));
  if (!file.is_array()) {
    add(unknown_measures(settings, file));
    add(impossible_values(file));
    add(sentinel_codes(file));
    add(reference != nullptr ? compare_units(file.measures, reference->measures, "the reference")
                             : compare_with_usual(file.measures));
    add(far_values(file));
    add(empty_measures(file));
    add(measures_of_text(file));
  }
  add(subjects_without_values(file));
  add(copied_rows(file));
  add(all_constant(file));
  add(persons_scanned_often(file));
  add(too_few_to_flag(file));
  for (const std::string& label : file.table->labels) ++file.labels[shown_text(label)];
  Problems no_summary = too_few_to_summarize(settings, file);
  if (no_summary.empty()) no_summary = unknown_persons(file);
  add(no_summary.empty() ? try_summary(settings, file) : no_summary);
}

std::optional<Problem> like_excluded(const SiteFile& file,
                                     const quality::NamedVerdictModel& model) {
  if (!file.table || file.is_array()) return std::nullopt;
  data::Table table = *file.table;
  try {
    table = data::with_features(std::move(table), model.measures, "site_data", the_verdict_model);
  } catch (const InputError& error) {
    Problem problem = problem_of(error.what(), "site_data", file.name);
    problem.gravity = Gravity::look;
    problem.kind = "verdict_model";
    return problem;
  }
  const quality::OwnRecords records{table.values, data::persons_of(table)};
  quality::OwnScores scores = quality::own_scores(records, {});
  add_verdict_list(scores, records, model.model);
  if (!scores.like_excluded) return std::nullopt;
  Rows rows;
  for (std::size_t i = 0; i < scores.like_excluded->listed.size(); ++i) {
    if (scores.like_excluded->listed[i]) rows.push_back(table.rows[i]);
  }
  if (rows.empty()) return std::nullopt;
  const auto tenths = static_cast<int>(std::lround(10 * scores.like_excluded->share_excluded));
  return Problem{Gravity::look, "like_excluded",
                 "As raters elsewhere would exclude: " + counted(rows.size(), "scan", "scans") +
                     " (rows " + listed(rows) + "). Of such scans raters excluded " +
                     std::to_string(tenths) + " in 10.",
                 "Look at these scans.", rows};
}

}  // namespace dsne::tools::checking
