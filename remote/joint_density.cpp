#include "remote/joint_density.h"

#include "coinstac/files.h"
#include "dsne/privacy_note.h"
#include "report/density_figure.h"

namespace dsne {

void add_densities(const SiteDensities& densities, const Matrix& reference_places,
                   const Parameters& parameters, const fs::path& folder, Page& page) {
  const DensityReport report{densities, compare_densities(densities)};
  const std::string title = marked_title("Where each site's subjects lie on the map", parameters);
  const std::string image = png(density_picture(report, reference_places, title));
  write_atomically(folder / "density.csv", density_csv(report), "joint/density.csv");
  write_atomically(folder / "density.png", image, "joint/density.png");
  page.figures.push_back({title, image, density_sentences(report)});
  page.files.emplace_back("density.csv", "each site's noisy count in each cell of the map");
  page.files.emplace_back("density.png", "these counts as an image");
}

}  // namespace dsne
