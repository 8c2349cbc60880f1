#include "tools/check/usual_ranges.h"

#include <map>

namespace dsne::tools::checking {
namespace {

using Ranges = std::map<std::string, UsualRange>;

/// All positive, and none wider than a factor of thirty.
const Ranges& mriqc_ranges() {
  static const Ranges ranges = {{"cjv", {0.2, 1.5}},
                                {"cnr", {1, 8}},
                                {"efc", {0.3, 0.9}},
                                {"fwhm_avg", {2, 8}},
                                {"fwhm_x", {2, 8}},
                                {"fwhm_y", {2, 8}},
                                {"fwhm_z", {2, 8}},
                                {"icvs_gm", {0.3, 0.6}},
                                {"icvs_wm", {0.2, 0.7}},
                                {"snr_total", {4, 30}},
                                {"snr_gm", {4, 30}},
                                {"snr_wm", {5, 60}},
                                {"tpm_overlap_gm", {0.2, 0.8}},
                                {"tpm_overlap_wm", {0.2, 0.8}},
                                {"wm2max", {0.3, 0.9}},
                                {"size_x", {40, 600}},
                                {"size_y", {40, 600}},
                                {"size_z", {20, 600}},
                                {"spacing_x", {0.4, 5}},
                                {"spacing_y", {0.4, 5}},
                                {"spacing_z", {0.4, 6}},
                                {"spacing_tr", {0.4, 6}},
                                {"fd_mean", {0.05, 1}},
                                {"dvars_std", {0.7, 2.5}},
                                {"tsnr", {15, 150}}};
  return ranges;
}

/// Adult volumes in mm³.
const Ranges& freesurfer_ranges() {
  static const Ranges ranges = {
      {"Left-Hippocampus", {2000, 6000}}, {"Right-Hippocampus", {2000, 6000}},
      {"Left-Amygdala", {800, 3000}},     {"Right-Amygdala", {800, 3000}},
      {"Left-Thalamus", {4000, 12000}},   {"Right-Thalamus", {4000, 12000}},
      {"Left-Caudate", {2000, 6500}},     {"Right-Caudate", {2000, 6500}},
      {"Left-Putamen", {3000, 9000}},     {"Right-Putamen", {3000, 9000}},
      {"Brain-Stem", {14000, 32000}},     {"BrainSegVol", {7e5, 1.8e6}},
      {"TotalGrayVol", {4e5, 1e6}},       {"EstimatedTotalIntraCranialVol", {9e5, 2.3e6}}};
  return ranges;
}

}  // namespace

std::optional<UsualRange> usual_range(const std::string& measure) {
  for (const Ranges* ranges : {&mriqc_ranges(), &freesurfer_ranges()}) {
    const auto found = ranges->find(measure);
    if (found != ranges->end()) return found->second;
  }
  if (measure.ends_with("_thickness")) return UsualRange{1.5, 4.5};
  return std::nullopt;
}

}  // namespace dsne::tools::checking
