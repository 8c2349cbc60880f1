#include "report/cluster_page.h"

#include <algorithm>
#include <boost/format.hpp>
#include <numeric>
#include <utility>

#include "data/csv.h"
#include "report/page_parts.h"
#include "report/text.h"

namespace dsne::report {
namespace {

using Eigen::Index;

constexpr std::size_t most_subjects_listed = 2000;

std::string cluster_name(Index cluster) { return std::to_string(cluster + 1); }

TableCell count_cell(Index count, Index least_members) {
  if (count > 0) return {std::to_string(count)};
  return {least_members > 1 ? "< " + std::to_string(least_members) : "0", true};
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

/// Says above a table of counts whether the number of clusters means anything, and what it counts.
std::vector<std::string> above_counts(const spectral::FoundClusters& found, std::string counted) {
  constexpr double clear_drop = 0.05;
  const Index last = found.clusters();
  const bool open = last < found.eigenvalues.size() &&
                    found.eigenvalues(last - 1) - found.eigenvalues(last) < clear_drop;
  std::vector<std::string> sentences;
  if (open) {
    sentences.emplace_back(
        "The data do not determine the number of clusters: there is hardly a drop after the last "
        "cluster's eigenvalue.");
  }
  sentences.push_back(std::move(counted));
  return sentences;
}

}  // namespace

std::string cluster_page_html(const PageText& page) { return filled_page(clusters_skeleton, page); }

PageTable joint_cluster_table(const spectral::JointClusters& clusters, Index least_members) {
  PageTable table{
      "Sites and clusters",
      columns_after("Site", clusters.found.clusters()),
      {},
      above_counts(clusters.found,
                   "How many subjects of each site are in which cluster, for sites "
                   "that share positions. If a site has few subjects in a cluster, they "
                   "are counted under others, also in the sum over all sites.")};
  for (const auto& [site, counts] : rows_of(clusters)) {
    std::vector<TableCell> cells{{display_text(site)}};
    for (const Index count : counts) cells.push_back(count_cell(count, least_members));
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

PageTable own_cluster_table(const spectral::SiteClusters& clusters, Index least_members) {
  const spectral::Counts own =
      spectral::cluster_counts(clusters.own.clusters, clusters.found.clusters());
  PageTable table{"Clusters",
                  {"Cluster", "This site", "All sites"},
                  {},
                  above_counts(clusters.found,
                               "The numbers for all sites include only sites with at least " +
                                   std::to_string(least_members) + " subjects in the cluster.")};
  for (Index cluster = 0; cluster < own.size(); ++cluster) {
    table.rows.push_back({{cluster_name(cluster)},
                          {std::to_string(own(cluster)), own(cluster) == 0},
                          count_cell(clusters.found.counts(cluster), least_members)});
  }
  return table;
}

PageTable own_subjects_table(const std::vector<std::string>& ids, const spectral::Membership& own) {
  PageTable table{"This site's subjects",
                  {"Id", "Cluster", "Margin"},
                  {},
                  {"The margin is 1 at the centre of a cluster and 0 half-way to another."}};
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return own.clusters.at(i); });
  if (order.size() > most_subjects_listed) {
    order.resize(most_subjects_listed);
    table.sentences.push_back("The first 2,000 are listed; clusters.csv has all.");
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

std::string eigenvalues_sentence(const spectral::FoundClusters& found) {
  std::string values;
  for (const double value : found.eigenvalues) {
    values += (values.empty() ? "" : ", ") + two_digits(value);
  }
  return "The leading eigenvalues of the normalised affinities are " + values +
         ": values near 1 belong to well-separated clusters, and a large drop after the last one "
         "shows that there are no more.";
}

}  // namespace dsne::report
