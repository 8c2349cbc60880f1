#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/json.h"

/// Every id, label, column, file and folder of the tests' data has this word in its name, and every
/// number of the data these digits in it, so that an error that tells one is found.
inline const std::string secret_word = "canary";
inline const std::string secret_digits = "31337";

using Cells = std::vector<std::vector<std::string>>;
using Files = std::map<std::string, std::string>;

/// What one site brings to a run.
struct Site {
  dsne::Json input;  ///< its inputs
  Files files;       ///< its input folder, by file name
};

inline const std::string subjects_file = "canary_subjects.csv";
inline const std::string reference_file = "canary_reference.csv";

/// A number of the data: whole.fraction with the secret digits behind it.
std::string number(double value);

/// Rows of numbers in three clusters, the same for the same name.
Cells small_numbers(const std::string& name, int points, int features = 5);

/// The name of a site's subject, counted from 1, and a label as only this site has it: one of
/// three.
std::string subject_id(const std::string& name, int subject);
std::string subject_label(const std::string& name, int subject);

/// A CSV table with ids, labels and features, and one with labels and features.
std::string subjects_csv(const std::string& name, int points, int features = 5);
std::string reference_csv(int points = 30, int features = 5);

/// One site with `points` subjects, without reference, that takes part with however few and in any
/// method. A run with it takes four iterations of method dsne.
Site small_site(const std::string& name, int points);

/// A site with more inputs, settings and files, each in place of one of its name. Null removes one.
Site with(Site site, const dsne::Json& inputs, const dsne::Json& settings = dsne::Json::object(),
          const Files& files = {});

/// A site that also brings a reference of 30 points.
Site with_reference(Site site);

/// Sites with more inputs and settings, as `with` has them.
std::vector<Site> sites_with(std::vector<Site> sites, const dsne::Json& inputs,
                             const dsne::Json& settings = dsne::Json::object());

/// Three sites, north, south and west, with 24, 20 and 16 subjects.
std::vector<Site> sites_without_reference();

/// The same with more inputs and settings; north brings the reference.
std::vector<Site> small_sites(const dsne::Json& inputs = dsne::Json::object(),
                              const dsne::Json& settings = dsne::Json::object());

/// Three sites for a run of any method: small_sites, with a budget where it is private, or for
/// method sphere 14, 13 and 12 subjects, each with a file of time series, canary1.csv and so on, of
/// regions that follow two sources.
std::vector<Site> sites_of(const std::string& method,
                           const dsne::Json& inputs = dsne::Json::object(),
                           const dsne::Json& settings = dsne::Json::object());

/// A text with the first occurrence of `from` replaced. @pre it occurs
std::string replaced(std::string text, const std::string& from, const std::string& to);
