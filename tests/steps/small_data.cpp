#include "small_data.h"

#include <doctest/doctest.h>

#include <boost/algorithm/string/join.hpp>
#include <cstdio>
#include <random>

#include "core/uniform.h"

using dsne::Json;

namespace {

constexpr int series_regions = 8;

std::uint32_t seed_of(const std::string& name) {
  std::uint32_t seed = 7;
  for (const char c : name) seed = 31 * seed + static_cast<unsigned char>(c);
  return seed;
}

std::string joined(const std::vector<std::string>& cells) {
  return boost::algorithm::join(cells, ",");
}

std::string feature_names(int features) {
  std::string names;
  for (int f = 1; f <= features; ++f) names += ",canary_f" + std::to_string(f);
  return names;
}

std::string time_series(std::mt19937_64& engine) {
  std::vector<std::vector<double>> sources(2, std::vector<double>(30));
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

void put(Json& object, const Json& members) {
  for (const auto& [name, value] : members.items()) {
    if (value.is_null()) {
      object.erase(name);
    } else {
      object[name] = value;
    }
  }
}

Site site_of_series(const std::string& name, int subjects) {
  Site site = with(small_site(name, subjects), {{"data_format", "time_series"},
                                                {"label_column", nullptr},
                                                {"subject_files", Json::array()}});
  std::mt19937_64 engine(std::hash<std::string>()(name));
  std::string list = "canary_file,canary_id\n";
  for (int subject = 1; subject <= subjects; ++subject) {
    const std::string file = "canary" + std::to_string(subject) + ".csv";
    list += file + "," + subject_id(name, subject) + "\n";
    site.files[file] = time_series(engine);
    site.input["subject_files"].push_back(file);
  }
  site.files[subjects_file] = list;
  return site;
}

}  // namespace

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text + secret_digits;
}

Cells small_numbers(const std::string& name, int points, int features) {
  std::mt19937 generator(seed_of(name));
  Cells rows;
  for (int i = 0; i < points; ++i) {
    rows.emplace_back();
    for (int f = 0; f < features; ++f) {
      const double centre = f % 3 == i % 3 ? 4 : 0;
      rows.back().push_back(number(centre + static_cast<double>(generator()) / 4294967296.0));
    }
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
    text += joined({subject_id(name, subject), subject_label(name, subject), joined(row)}) + "\n";
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

Site with(Site site, const Json& inputs, const Json& settings, const Files& files) {
  put(site.input, inputs);
  put(site.input["site_settings"], settings);
  for (const auto& [name, text] : files) site.files[name] = text;
  return site;
}

Site with_reference(Site site) {
  return with(std::move(site), {{"reference_data", {reference_file}}}, Json::object(),
              {{reference_file, reference_csv()}});
}

std::vector<Site> sites_with(std::vector<Site> sites, const Json& inputs, const Json& settings) {
  for (Site& site : sites) site = with(std::move(site), inputs, settings);
  return sites;
}

std::vector<Site> sites_without_reference() {
  return {small_site("north", 24), small_site("south", 20), small_site("west", 16)};
}

std::vector<Site> small_sites(const Json& inputs, const Json& settings) {
  std::vector<Site> sites = sites_without_reference();
  sites[0] = with_reference(sites[0]);
  return sites_with(sites, inputs, settings);
}

std::vector<Site> sites_of(const std::string& method, const Json& inputs, const Json& settings) {
  std::vector<Site> sites = small_sites();
  if (method == "sphere") {
    sites = {site_of_series("north", 14), site_of_series("south", 13), site_of_series("west", 12)};
  }
  if (method.starts_with("dp-")) {
    sites = sites_with(sites, {{"dp_sigma", 20}}, {{"epsilon_budget", 5}});
  }
  return sites_with(sites_with(sites, {{"method", method}}), inputs, settings);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}
