#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "core/matrix.h"

namespace dsne::experiments {

/// Subjects of several acquiring sites, each of a class: what an experiment is made from.
struct Dataset {
  Matrix values;                      ///< subjects × features; NaN where a value is missing
  std::vector<std::string> features;  ///< the features' names; empty when they have none
  std::vector<std::string> labels;    ///< each subject's class
  std::vector<std::string> sites;     ///< the site that scanned each subject
};

/// Where an experiment's data is looked for.
struct DataSource {
  fs::path folder;  ///< with the public data sets, each in the folder that descriptions name
  fs::path table;   ///< a table of the user's own, in place of the description's data; else empty
};

/// Reads or makes the data that a description asks for, one of
///   {"values": "mnist/X.npy", "labels": "mnist/y.npy"}                a table and its labels
///   {"tables": ["a.csv", "b.csv"], "join": ["subject", "session"],    tables side by side, their
///    "features": [...], "label_column": …, "site_column": …}          rows matched by the columns
///   {"synthetic": {…}}                                                see synthetic.h
/// A label or site that is not given is empty. `source.table` is read with the description's
/// `label_column` and `site_column`, where it names none with the columns "label" and "site" if
/// they are there, every other column of numbers being a feature.
/// @throws InputError when it is not there or cannot be read
Dataset read_dataset(const Json& description, const DataSource& source);

/// Every n-th subject of each class at each site, the first one included.
/// @pre n >= 1
Dataset thinned(const Dataset& data, std::size_t n);

}  // namespace dsne::experiments
