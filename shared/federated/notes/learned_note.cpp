#include "federated/notes/learned_note.h"

#include <boost/format.hpp>

#include "federated/notes/privacy_note.h"
#include "federated/notes/run_note.h"
#include "federated/reference/private_reference.h"

namespace dsne::federated {
namespace {

/// The published "+" form, told by what it is worth.
std::string noise_sentence(const Parameters& parameters) {
  if (parameters.mmd_noise == 0) return "";
  return str(boost::format(" Sites added noise to their gradients (mmd_noise %g), which hides "
                           "little: exact sums over the same subjects left besides.") %
             parameters.mmd_noise);
}

}  // namespace

std::string learned_sentence(Eigen::Index landmarks, const Parameters& parameters) {
  if (parameters.landmark_method == LandmarkMethod::mmd) {
    return "The reference was learned from all sites' subjects as Fed-tSNE was published "
           "(landmark_method mmd): " +
           counted(landmarks, "landmark") + ", moved in " +
           counted(parameters.mmd_rounds, "round") +
           ". Each round told everyone a sum over all subjects, as many numbers as the landmarks "
           "have, and many rounds can give records away: it is for study. No privacy guarantee "
           "covers it." +
           noise_sentence(parameters);
  }
  return "The reference was learned from all sites' subjects, by masked sums: " +
         counted(landmarks, "landmark") + ", each the mean of at least " +
         std::to_string(parameters.least_members) +
         " subjects. Everyone knows these means and the sums that led to them; no privacy "
         "guarantee "
         "covers them.";
}

std::string extended_sentence(Eigen::Index added, const Parameters& parameters) {
  if (added == 0) {
    return "The sites looked for subjects that the reference lacks (reference extended) and found "
           "too few for a landmark. Everyone knows how many they are at all sites; no privacy "
           "guarantee covers that number.";
  }
  return "The reference was extended for what it lacks, by masked sums over all sites' subjects "
         "that no reference point stands for: " +
         counted(added, "landmark") + ", each the mean of at least " +
         std::to_string(parameters.least_members) +
         " subjects. Everyone knows these means and the sums that led to them; no privacy "
         "guarantee covers them.";
}

std::string private_reference_sentence(Eigen::Index points, const Parameters& parameters) {
  return str(boost::format(
                 "The reference was learned from all sites' subjects with a guarantee: %s, drawn "
                 "from masked sums with noise. They cost each site an epsilon of %s at delta %g, "
                 "when one subject's record is replaced by another, as long as no more than %s "
                 "with the coordinator, or are invented by it.") %
             counted(points, "synthetic subject") %
             shown_epsilon(reference_cost(parameters).epsilon(parameters.dp_delta)) %
             parameters.dp_delta %
             (counted(parameters.dp_colluding, "site") +
              (parameters.dp_colluding == 1 ? " colludes" : " collude")));
}

}  // namespace dsne::federated
