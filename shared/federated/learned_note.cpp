#include "federated/learned_note.h"

#include "federated/run_note.h"

namespace dsne::federated {

std::string learned_sentence(Eigen::Index landmarks, int least_members) {
  return "The reference was learned from all sites' subjects, by masked sums: " +
         counted(landmarks, "landmark") + ", each the mean of at least " +
         std::to_string(least_members) +
         " subjects. Everyone knows these means and the sums that led to them; no privacy "
         "guarantee "
         "covers them.";
}

}  // namespace dsne::federated
