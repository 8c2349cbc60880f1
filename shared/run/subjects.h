#pragma once

#include <string>

#include "data/table.h"
#include "run/reference/run_reference.h"
#include "run/registration.h"
#include "run/site_inputs.h"

namespace dsne::run {

/// Reads a site's own subjects, with their labels from the label file or column; missing values
/// stay missing. The reference chooses features later (TableFormat::features_later), unless
/// feature_columns names them.
/// @param folder the site's input folder
/// @param visit receives the scans' slices, if the data are images
/// @throws InputError as read_data does, or when the numbers of rows and labels differ
data::Table read_subjects(const SiteInputs& inputs, const fs::path& folder,
                          const data::SliceVisitor& visit = {});

/// Do the same in two parts: read the subjects without the label file's labels, and add these if
/// there is such a file.
data::Table read_unlabelled(const SiteInputs& inputs, const fs::path& folder,
                            const data::SliceVisitor& visit);
void add_labels(const SiteInputs& inputs, const fs::path& folder, data::Table& subjects);

/// Returns what replaces missing values of each feature: the reference's median.
RowVector fill_of(const RunReference& reference);

/// Returns the subjects with the reference's features in the reference's order, and without missing
/// values; leaves out other features. If either has no names, the numbers of features must agree.
/// Missing values, if filled, become fill_of the reference.
/// @throws InputError when a feature of the reference is missing or has a cell of text, or as
///   resolve_missing does
data::Table match_reference(data::Table subjects, const RunReference& reference,
                            const methods::Parameters& parameters);

/// Does the same, but leaves NaN where values would be filled.
data::Table match_with_missing(data::Table subjects, const RunReference& reference,
                               const methods::Parameters& parameters);

/// The values that a site's subjects miss in the run's features.
struct MissingValues {
  std::int64_t values = 0;          ///< the number of missing values, including empty features
  std::vector<Eigen::Index> empty;  ///< features without any value
  std::vector<Eigen::Index> of_subjects;  ///< how many values of other features each subject misses
};

MissingValues missing_values_of(data::Table subjects, const RunReference& reference);

/// Returns the subjects for a run without a reference: with every feature; missing values stay with
/// Missing::impute.
/// @throws InputError when a cell is text, or as resolve_missing does
data::Table without_reference(data::Table subjects, data::Missing missing);

/// Returns whether nothing beyond a guarantee may depend on the site's subjects. Then no later step
/// may fail because of their cells, and no name of a measure may depend on them.
bool tells_nothing(const SiteInputs& inputs);

/// Checks δ against the number of subjects n: with δ of 1/n a mechanism may reveal one subject
/// outright.
/// @throws InputError when the run spends a budget and its dp_delta is 1/n or more
void check_delta(Eigen::Index subjects, const RunPlan& plan);

/// Checks that it is known whose each row is, where a promise about persons depends on it: the site
/// brings a summary, or the run spends its budget.
/// @throws InputError with the settings that answer
void check_persons(const data::Table& subjects, const SiteInputs& inputs);

/// Checks all columns that could be used, before the coordinator chooses among them; where
/// tells_nothing holds, no later answer may depend on single cells.
/// @throws InputError naming the first cell that is text or, where that is an error, missing
void check_cells(const data::Table& subjects, const SiteInputs& inputs);

/// Describes a site's table for its registration.
/// @throws InputError when it has no usable measure, or as describe_table does
TableProfile told_table(const data::Table& subjects, const SiteInputs& inputs);

}  // namespace dsne::run
