#include "small_data.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <random>

#include "core/uniform.h"

namespace {

std::uint32_t seed_of(const std::string& name) {
  std::uint32_t seed = 7;
  for (const char c : name) seed = 31 * seed + static_cast<unsigned char>(c);
  return seed;
}

std::string joined(const std::vector<std::string>& cells) {
  std::string line;
  for (const std::string& cell : cells) line += (line.empty() ? "" : ",") + cell;
  return line;
}

std::string feature_names(int features) {
  std::string names;
  for (int f = 1; f <= features; ++f) names += ",canary_f" + std::to_string(f);
  return names;
}

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

void put(dsne::Json& object, const dsne::Json& members) {
  for (const auto& [name, value] : members.items()) {
    if (value.is_null()) {
      object.erase(name);
    } else {
      object[name] = value;
    }
  }
}

}  // namespace

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text + secret_digits;
}

std::vector<std::vector<std::string>> small_numbers(const std::string& name, int points,
                                                    int features) {
  std::mt19937 generator(seed_of(name));
  std::vector<std::vector<std::string>> rows;
  for (int i = 0; i < points; ++i) {
    std::vector<std::string> row;
    for (int f = 0; f < features; ++f) {
      const double centre = f % 3 == i % 3 ? 4 : 0;
      row.push_back(number(centre + static_cast<double>(generator()) / 4294967296.0));
    }
    rows.push_back(row);
  }
  return rows;
}

std::string subject_id(const std::string& name, int subject) {
  return "canary-" + name + "-" + std::to_string(subject);
}

std::string subject_label(const std::string& name, int subject) {
  return "canary-" + name + "-" + std::string(1, "ABC"[subject % 3]);
}

std::string subjects_csv(const std::string& name, int points, int features) {
  std::string text = "canary_id,canary_label" + feature_names(features) + "\n";
  int subject = 0;
  for (const auto& row : small_numbers(name, points, features)) {
    ++subject;
    text +=
        subject_id(name, subject) + "," + subject_label(name, subject) + "," + joined(row) + "\n";
  }
  return text;
}

std::string reference_csv(int points, int features) {
  std::string text = "canary_label" + feature_names(features) + "\n";
  int point = 0;
  for (const auto& row : small_numbers("reference", points, features)) {
    text += subject_label("reference", ++point) + "," + joined(row) + "\n";
  }
  return text;
}

Site small_site(const std::string& name, int points) {
  return {
      {{"site_data", {subjects_file}},
       {"id_column", "canary_id"},
       {"label_column", "canary_label"},
       {"method", "dsne"},
       {"perplexity", 5},
       {"max_iterations", 4},
       {"site_settings",
        {{"least_subjects", 1},
         {"least_sites", 1},
         {"allow", {"dsne", "spectral-clustering", "sphere", "fedne", "fed-tsne", "fed-umap"}}}}},
      {{subjects_file, subjects_csv(name, points)}}};
}

Site with_reference(Site site) {
  site.input["reference_data"] = {reference_file};
  site.files[reference_file] = reference_csv();
  return site;
}

Site site_with_reference(const std::string& name, int points) {
  return with_reference(small_site(name, points));
}

std::vector<Site> sites_without_reference() {
  return {small_site("north", 24), small_site("south", 20), small_site("west", 16)};
}

std::vector<Site> small_sites() {
  return {site_with_reference("north", 24), small_site("south", 20), small_site("west", 16)};
}

std::vector<Site> sites_with(std::vector<Site> sites, const dsne::Json& inputs,
                             const dsne::Json& settings) {
  for (Site& site : sites) {
    put(site.input, inputs);
    put(site.input["site_settings"], settings);
  }
  return sites;
}

std::vector<Site> small_sites_with(const dsne::Json& inputs, const dsne::Json& settings) {
  return sites_with(small_sites(), inputs, settings);
}

std::vector<Site> single_shot_sites() { return small_sites_with({{"method", "single-shot"}}); }

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

std::string nifti_image(std::int16_t width, std::int16_t height, std::uint32_t seed) {
  constexpr std::size_t header = 352;
  constexpr std::int16_t slices = 4;
  std::string bytes(header, '\0');
  const auto put = [&bytes](std::size_t at, const auto& value) {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  };
  put(0, std::int32_t{348});
  put(40, std::array<std::int16_t, 8>{3, width, height, slices, 1, 1, 1, 1});
  put(70, std::array<std::int16_t, 2>{16, 32});
  put(76, std::array<float, 4>{1, 1, 1, 1});
  put(108, float{header});
  put(344, std::array<char, 4>{'n', '+', '1', '\0'});
  std::mt19937 generator(seed);
  for (int voxel = 0; voxel < width * height * slices; ++voxel) {
    const auto value = static_cast<float>(generator() % 1000);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return bytes;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
