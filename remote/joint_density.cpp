#include "remote/joint_density.h"

#include <utility>

#include "report/density_figure.h"
#include "report/group_table.h"
#include "sentences/privacy_note.h"

namespace dsne::remote {

Files add_densities(const quality::SiteDensities& densities, const report::EmbeddingPart& reference,
                    const methods::Parameters& parameters, report::Page& page) {
  const report::DensityReport report{densities, quality::compare_densities(densities)};
  const std::string title =
      sentences::marked_title("Where each site's subjects lie on the map", parameters);
  const std::string image =
      report::png(report::density_picture(report, reference.coordinates, title));
  page.plots.densities = report;
  if (auto table = report::group_table(report, reference)) page.tables.push_back(std::move(*table));
  page.figures.push_back({title, image, report::density_sentences(report)});
  page.files.emplace_back("density.csv", "each site's noisy count in each cell of the map");
  page.files.emplace_back("density.png", "these counts as an image");
  return {{"density.csv", report::density_csv(report), "joint/density.csv"},
          {"density.png", image, "joint/density.png"}};
}

}  // namespace dsne::remote
