// Data with a file per subject.

#include <doctest/doctest.h>

#include "refusal.h"

using dsne::Json;

namespace {

/// A site whose subjects have a file of measures each, named by a list, with the numbers of
/// small_site.
Site site_of_files(const std::string& name, int points) {
  Site site = small_site(name, points);
  site.input["id_column"] = "canary_id";
  std::string list = "canary_file,canary_id,canary_label\n";
  int subject = 0;
  for (const auto& row : small_numbers(name, points)) {
    const std::string file = "canary" + std::to_string(++subject) + ".txt";
    list += file + "," + subject_id(name, subject) + "," + subject_label(name, subject) + "\n";
    std::string& text = site.files[file];
    text = "canary_measure\tcanary\n";
    for (std::size_t f = 0; f < row.size(); ++f) {
      text += "canary_f" + std::to_string(f + 1) + "\t" + row[f] + "\n";
    }
    site.input["subject_files"].push_back(file);
  }
  site.files[subjects_file] = list;
  return site;
}

}  // namespace

TEST_CASE("the same numbers in another format make the same run") {
  const FinishedRun tables;
  std::vector<Site> sites = small_sites();
  sites[1] = site_of_files("south", 20);
  CHECK(FinishedRun(sites).outputs() == tables.outputs());
}

TEST_CASE("a subject's file is missing, wrong or in another folder") {
  Site site = with_reference(site_of_files("north", 24));
  const std::string list = site.files[subjects_file];
  site.files["canary3.txt"] = "canary_f1\t1\ncanary_f2\t31337x\n";
  check_site_refuses(site, "site_data row 4's file row 2, column 2: not a number");
  site.files.erase("canary3.txt");
  check_site_refuses(site, "site_data row 4, column 1: there is no such file");
  site.files[subjects_file] = replaced(list, "canary3.txt", "../canary3.txt");
  check_site_refuses(site, "site_data row 4, column 1: there is no such file");
  site.input["subject_files"] = {"../canary"};
  check_site_refuses(site, "subject_files must be names of files");
}
