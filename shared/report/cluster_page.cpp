#include <algorithm>
#include <boost/format.hpp>
#include <numeric>
#include <utility>

#include "core/phrases.h"
#include "data/csv.h"
#include "report/page.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/words.h"

namespace dsne::report {
namespace {

using Eigen::Index;

constexpr std::size_t most_subjects_listed = 2000;

std::string cluster_name(Index cluster) { return std::to_string(cluster + 1); }

TableCell count_cell(Index count, Index least_in_sums) {
  if (count > 0) return {std::to_string(count)};
  return {least_in_sums > 1 ? "< " + std::to_string(least_in_sums) : "0", true};
}

/// Returns each site's name and counts, the others last, and those of all sites together.
std::vector<std::pair<std::string, std::vector<Index>>> rows_of(
    const spectral::JointClusters& clusters) {
  std::vector<std::pair<std::string, std::vector<Index>>> rows;
  const auto add = [&](const std::string& name, const spectral::Counts& counts, Index others) {
    rows.push_back({name, {counts.begin(), counts.end()}});
    rows.back().second.push_back(others);
  };
  for (const spectral::SiteClusterSizes& site : clusters.sites)
    add(site.site, site.counts, site.others);
  add("all sites", clusters.found.counts, clusters.found.others);
  return rows;
}

std::vector<std::string> columns_after(const std::string& first, Index clusters) {
  std::vector<std::string> names = {first};
  for (Index cluster = 0; cluster < clusters; ++cluster) names.push_back(cluster_name(cluster));
  names.emplace_back("others");
  return names;
}

std::string two_digits(double value) { return str(boost::format("%.2f") % value); }

PageTable joint_cluster_table(const spectral::JointClusters& clusters, Index least_in_sums) {
  PageTable table{"Sites and clusters",
                  columns_after("Site", clusters.found.clusters()),
                  {},
                  words::joint_clusters(clusters.found)};
  for (const auto& [site, counts] : rows_of(clusters)) {
    std::vector<TableCell> cells{{display_text(site)}};
    for (const Index count : counts) cells.push_back(count_cell(count, least_in_sums));
    if (counts.back() == 0) cells.back() = {"0", true};
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string joint_clusters_csv(const spectral::JointClusters& clusters) {
  std::string text =
      data::spreadsheet_line(columns_after("site", clusters.found.clusters())) + "\n";
  for (const auto& [site, counts] : rows_of(clusters)) {
    std::vector<std::string> cells = {site};
    for (const Index count : counts) cells.push_back(count > 0 ? std::to_string(count) : "");
    text += data::spreadsheet_line(cells) + "\n";
  }
  return text;
}

PageTable own_cluster_table(const spectral::SiteClusters& clusters, Index least_in_sums) {
  const spectral::Counts own =
      spectral::cluster_counts(clusters.own.clusters, clusters.found.clusters());
  PageTable table{"Clusters",
                  {"Cluster", "This site", "All sites"},
                  {},
                  words::own_clusters(clusters.found, least_in_sums)};
  for (Index cluster = 0; cluster < own.size(); ++cluster) {
    table.rows.push_back({{cluster_name(cluster)},
                          {std::to_string(own(cluster)), own(cluster) == 0},
                          count_cell(clusters.found.counts(cluster), least_in_sums)});
  }
  return table;
}

PageTable own_subjects_table(const std::vector<std::string>& ids, const spectral::Membership& own) {
  PageTable table{"This site's subjects",
                  {"Id", "Cluster", "Margin"},
                  {},
                  words::margins(ids.size() <= most_subjects_listed)};
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return own.clusters.at(i); });
  if (order.size() > most_subjects_listed) {
    order.resize(most_subjects_listed);
  }
  for (const std::size_t subject : order) {
    table.rows.push_back({{display_text(ids[subject])},
                          {cluster_name(own.clusters[subject])},
                          {two_digits(own.margins(static_cast<Index>(subject)))}});
  }
  return table;
}

std::string own_clusters_csv(const std::vector<std::string>& ids, const spectral::Membership& own) {
  std::string text = "id,cluster,margin\n";
  for (std::size_t i = 0; i < ids.size(); ++i) {
    text += data::spreadsheet_line({ids[i], cluster_name(own.clusters.at(i)),
                                    data::number_text(own.margins(static_cast<Index>(i)))}) +
            "\n";
  }
  return text;
}

}  // namespace

std::string cluster_page_html(const PageText& page) { return filled_page(clusters_skeleton, page); }

Files site_cluster_files(const SiteFacts& site, const spectral::SiteClusters& clusters,
                         const Names& ids) {
  const RunFacts& run = site.run;
  PageText page;
  page.title = words::title("This site's subjects in clusters", run);
  page.headline = counted(clusters.found.clusters(), "cluster") + ", " +
                  counted(site.points, "subject") + " of this site" +
                  words::after_headline(run.left_out);
  page.highlights = {{"Subjects at all sites", std::to_string(clusters.found.subjects)},
                     {"Landmarks", std::to_string(clusters.found.landmarks)}};
  page.sentences = words::together({words::description(run),
                                    words::dominating(site),
                                    words::eigenvalues(clusters.found),
                                    words::left_out_subjects(site),
                                    words::sums(site),
                                    words::reference(run),
                                    {run.disclosure}});
  page.tables = {own_cluster_table(clusters, run.least_in_sums),
                 own_subjects_table(ids, clusters.own)};
  add_measures_table(run, page);
  page.files = {{"clusters.csv", "this site's subjects and their clusters"},
                {"joint/index.html", "the report that every site has"}};
  return {{"clusters.csv", own_clusters_csv(ids, clusters.own), "clusters.csv"},
          {"index.html", cluster_page_html(page), "the report page"}};
}

Files joint_cluster_files(const JointFacts& facts, const spectral::JointClusters& clusters) {
  const RunFacts& run = facts.run;
  PageText page;
  page.title = words::title("All sites' subjects in clusters", run);
  page.headline = joint_headline(facts, ", " + counted(clusters.found.clusters(), "cluster"));
  page.highlights = {{"Landmarks", std::to_string(clusters.found.landmarks)}};
  page.sentences = words::together({words::description(run),
                                    words::replaced_summaries(run.replaced),
                                    words::eigenvalues(clusters.found),
                                    words::reference(run),
                                    {run.disclosure},
                                    words::without_effect(run)});
  page.tables = {joint_cluster_table(clusters, run.least_in_sums)};
  end_result_page(run, {"clusters.csv", "how many subjects of each site are in which cluster"},
                  page);
  return {{"clusters.csv", joint_clusters_csv(clusters), "joint/clusters.csv"},
          {"index.html", cluster_page_html(page), "the joint report"}};
}

}  // namespace dsne::report
