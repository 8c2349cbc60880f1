#include "series_sites.h"

#include <random>

#include "core/uniform.h"

namespace {

constexpr int moments = 30;

std::string time_series(std::mt19937_64& engine) {
  std::vector<std::vector<double>> sources(2, std::vector<double>(moments));
  for (auto& source : sources) {
    for (double& value : source) value = dsne::uniform(engine);
  }
  std::string text;
  for (int region = 0; region < series_regions; ++region) {
    const bool visual = region < series_regions / 2;
    text += (visual ? "Vis:" : "Motor:") + std::to_string(region);
    for (const double value : sources[visual ? 0 : 1]) {
      text += "," + number(value + dsne::uniform(engine));
    }
    text += "\n";
  }
  return text;
}

}  // namespace

Site site_of_series(const std::string& name, int subjects) {
  Site site = small_site(name, subjects);
  site.files.clear();
  site.input["method"] = "sphere";
  site.input["data_format"] = "time_series";
  site.input["id_column"] = "canary_id";
  site.input.erase("label_column");
  std::mt19937_64 engine(std::hash<std::string>()(name));
  std::string list = "canary_file,canary_id\n";
  site.input["subject_files"] = dsne::Json::array();
  for (int subject = 1; subject <= subjects; ++subject) {
    const std::string file = "canary" + std::to_string(subject) + ".csv";
    list += file + "," + subject_id(name, subject) + "\n";
    site.files[file] = time_series(engine);
    site.input["subject_files"].push_back(file);
  }
  site.files[subjects_file] = list;
  return site;
}

std::vector<Site> sphere_sites() {
  return {site_of_series("north", 14), site_of_series("south", 13), site_of_series("west", 12)};
}
