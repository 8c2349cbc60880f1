#include "small_summaries.h"

#include <boost/filesystem/operations.hpp>
#include <limits>
#include <memory>
#include <vector>

#include "core/digest.h"
#include "exchange/site_answers.h"
#include "folders.h"
#include "privacy/random_source.h"
#include "seeded.h"
#include "summary/shared_file.h"

namespace fs = boost::filesystem;

dsne::summary::Records records_of_table(const std::string& table) {
  std::vector<std::vector<std::string>> rows = cells_of(table);
  const std::vector<std::string> header = rows.front();
  rows.erase(rows.begin());
  const std::size_t first = header[1].ends_with("label") ? 2 : 1;
  dsne::summary::Records records;
  records.measures.assign(header.begin() + static_cast<std::ptrdiff_t>(first), header.end());
  records.values.resize(std::ssize(rows), std::ssize(records.measures));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    records.persons.push_back(rows[i][0]);
    for (std::size_t f = 0; f < records.measures.size(); ++f) {
      const std::string& cell = rows[i][f + first];
      records.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(f)) =
          cell.empty() ? std::numeric_limits<double>::quiet_NaN() : std::stod(cell);
    }
  }
  return records;
}

dsne::summary::SiteSummary summary_of_table(const std::string& table, std::uint64_t seed) {
  const dsne::summary::Records records = records_of_table(table);
  dsne::summary::Rules rules;
  rules.listed = records.measures;
  auto source = seeded(seed);
  return dsne::summary::make_summary(records, rules, "2026-01-01", source).site;
}

Site with_summary(Site site, std::uint64_t seed) {
  site.input["summary"] = {summary_file};
  site.files[summary_file] =
      dsne::summary::summary_csv(summary_of_table(site.files.at(subjects_file), seed).summary);
  return site;
}

Site summary_site(const std::string& name, int points, std::uint64_t seed) {
  Site site = small_site(name, points);
  site.input["method"] = "single-shot";
  site.input["reference"] = "summaries";
  site.input["site_settings"]["share_places"] = false;
  return with_summary(site, seed);
}

void send_other_map(SmallFederation& federation, const std::string& site,
                    const std::function<std::string(const std::string& map)>& change) {
  const auto digest = std::make_shared<std::string>();
  federation.after = [=](dsne::tools::Node& node) {
    const dsne::fs::path sent = node.directories.transfer / dsne::exchange::sent_reference_name;
    if (node.id != dsne::tools::coordinator_id || !fs::exists(sent)) return;
    const std::string text = change(content(sent));
    write(sent, text);
    *digest = dsne::sha256(text);
  };
  federation.tamper = [=](const std::string& node, dsne::Json& input) {
    const bool is_site = node != dsne::tools::coordinator_id;
    if (is_site && input.contains("sha256")) input["sha256"] = *digest;
  };
  federation.run_until(site, "reference");
  while (digest->empty()) {
    federation.step();
    federation.run_until(site, "reference");
  }
}

std::vector<Site> summary_sites() {
  return {summary_site("north", 110, 1), summary_site("south", 100, 2),
          summary_site("west", 90, 3)};
}
