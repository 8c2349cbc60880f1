#pragma once

#include <string>
#include <vector>

namespace dsne::data {

/// The text in lower case, whatever the locale.
std::string lower_case(const std::string& text);

/// Whether texts count whole numbers from 0 or from 1: 0, 1, 2, …
bool count_up(const std::vector<std::string>& texts);

/// Whether texts are whole numbers, each above the one before: the numbers of an atlas's regions.
bool are_increasing_labels(const std::vector<std::string>& texts);

/// Whether texts are numbers, each above the one before: times.
bool are_increasing(const std::vector<std::string>& texts);

/// Whether texts are numbers with one distance from each to the next, as times have it.
bool are_evenly_spaced(const std::vector<std::string>& texts);

/// Whether names are what a program gives for want of any: 0, 1, …; V1, V2, … (R); Var1, …
/// (MATLAB).
bool are_made_up(const std::vector<std::string>& names);

/// Whether names differ by a number alone, which counts up: "a_0.txt", "a_1.txt".
bool are_counted(const std::vector<std::string>& names);

/// Whether names do no more than count time points: t1, t2, …, "TR 0", vol0001, "0[?]" (AFNI's
/// sub-bricks), 2.0, 4.0, an image's volumes ("bold.nii.gz[0]").
bool count_time_points(const std::vector<std::string>& names);

/// Whether a column's name says that it numbers time points, or rows at all: "time", "TR", "".
bool names_time(const std::string& name);

/// Whether all names differ.
bool are_different(const std::vector<std::string>& names);

}  // namespace dsne::data
