#include "remote/joint_density.h"

#include "federated/privacy_note.h"
#include "report/density_figure.h"

namespace dsne::remote {

Files add_densities(const quality::SiteDensities& densities, const Matrix& reference_coordinates,
                    const federated::Parameters& parameters, report::Page& page) {
  const report::DensityReport report{densities, quality::compare_densities(densities)};
  const std::string title =
      federated::marked_title("Where each site's subjects lie on the map", parameters);
  const std::string image =
      report::png(report::density_picture(report, reference_coordinates, title));
  page.figures.push_back({title, image, report::density_sentences(report)});
  page.files.emplace_back("density.csv", "each site's noisy count in each cell of the map");
  page.files.emplace_back("density.png", "these counts as an image");
  return {{"density.csv", report::density_csv(report), "joint/density.csv"},
          {"density.png", image, "joint/density.png"}};
}

}  // namespace dsne::remote
