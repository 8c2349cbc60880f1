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

/// What one site brings to a run.
struct Site {
  dsne::Json input;                          ///< its inputs
  std::map<std::string, std::string> files;  ///< its input folder, by file name
};

inline const std::string subjects_file = "canary_subjects.csv";
inline const std::string reference_file = "canary_reference.csv";

/// A number of the data: whole.fraction with the secret digits behind it.
std::string number(double value);

/// Rows of numbers in three clusters, the same for the same name.
std::vector<std::vector<std::string>> small_numbers(const std::string& name, int points,
                                                    int features = 5);

/// The name of a site's subject, counted from 1.
std::string subject_id(const std::string& name, int subject);

/// A label as only this site has it: one of three.
std::string subject_label(const std::string& name, int subject);

/// A CSV table with ids, labels and features.
std::string subjects_csv(const std::string& name, int points, int features = 5);

/// A CSV table with labels and features.
std::string reference_csv(int points = 30, int features = 5);

/// One site with `points` subjects, without reference, that takes part with however few and in any
/// method. A run with it takes four iterations of method dsne.
Site small_site(const std::string& name, int points);

/// A site that also brings a reference of 30 points.
Site with_reference(Site site);

/// The same site with this reference.
Site site_with_reference(const std::string& name, int points);

/// Three sites, north, south and west, with 24, 20 and 16 subjects.
std::vector<Site> sites_without_reference();

/// The same; north brings the reference.
std::vector<Site> small_sites();

/// Sites with more inputs and settings, each in place of one of its name. Null removes one.
std::vector<Site> sites_with(std::vector<Site> sites, const dsne::Json& inputs,
                             const dsne::Json& settings = dsne::Json::object());

/// small_sites() with these.
std::vector<Site> small_sites_with(const dsne::Json& inputs,
                                   const dsne::Json& settings = dsne::Json::object());

/// small_sites() for a single-shot run.
std::vector<Site> single_shot_sites();

inline constexpr int series_regions = 8;

/// A site whose subjects are files of regions' time series, canary1.csv and so on, in a run of
/// method sphere. The regions follow two sources, one for each half of them.
Site site_of_series(const std::string& name, int subjects);

/// Three of them, with 14, 13 and 12 subjects.
std::vector<Site> sphere_sites();

/// A NIfTI-1 image of this size and four slices, with random voxels.
std::string nifti_image(std::int16_t width, std::int16_t height, std::uint32_t seed);

/// A text with the first occurrence of `from` replaced. @pre it occurs
std::string replaced(std::string text, const std::string& from, const std::string& to);
