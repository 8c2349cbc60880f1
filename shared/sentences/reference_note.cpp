#include "sentences/reference_note.h"

#include <boost/format.hpp>

#include "core/phrases.h"
#include "run/reference/private_reference.h"
#include "sentences/privacy_note.h"

namespace dsne::sentences {
namespace {

/// Describes the published "+" form by what it protects.
std::string noise_sentence(const methods::Parameters& parameters) {
  if (parameters.mmd_noise == 0) return "";
  return str(boost::format(" Sites added noise to their gradients (mmd_noise %g), which hides "
                           "little, because exact sums over the same subjects also left.") %
             parameters.mmd_noise);
}

std::string guaranteed_sentence(Eigen::Index points, const methods::Parameters& parameters) {
  return str(boost::format(
                 "The reference was drawn with a guarantee: %s, "
                 "from masked sums with noise. They cost each site an epsilon of %s at delta %g, "
                 "when one subject's record is replaced by another, as long as the coordinator "
                 "colludes with, or invents, at most %s.") %
             counted(points, "synthetic subject") %
             shown_epsilon(run::reference_cost(parameters).epsilon(parameters.dp_delta)) %
             parameters.dp_delta % counted(parameters.dp_colluding, "site"));
}

std::string landmarks_sentence(Eigen::Index landmarks, const methods::Parameters& parameters) {
  return "The reference points are " + counted(landmarks, "landmark") + ", moved in " +
         counted(parameters.mmd_rounds, "round") +
         " towards all sites' subjects as Fed-tSNE was published (landmark_method mmd). Each round "
         "told everyone a sum over all subjects, and many rounds can reveal records: it is for "
         "study only. No privacy guarantee covers it." +
         noise_sentence(parameters);
}

}  // namespace

std::optional<std::string> reference_sentence(const run::RunReference& reference,
                                              const methods::Parameters& parameters) {
  const Eigen::Index points = run::number_of_points(reference, parameters);
  if (reference.landmarks) return landmarks_sentence(points, parameters);
  if (run::is_private_reference(parameters)) return guaranteed_sentence(points, parameters);
  if (!reference.summaries || run::is_map_of_summaries(reference, parameters)) return std::nullopt;
  return "The reference points are the " + counted(points, "row") +
         " of the sites' summaries, each the mean of a group of a site's subjects with noise.";
}

}  // namespace dsne::sentences
