#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// One t-SNE, or UMAP, of all points of all sites and the reference, in which points of different
/// sites attract each other only through the reference (site_part) and everything repels
/// everything.
///
/// No site shows a place. The reference points divide the subjects into cells of at least
/// least_members, from counts that each site verifies (SiteSums::verified_sum); a site vetoes
/// a cell in which few of the others are, which is then merged with its neighbour, until none is
/// vetoed. Then in each round everyone knows, of iteration t, the reference's places and each
/// cell's number, mean and covariance: a site sees the others as points that have these
/// (standing_for). It moves its own points to t + 1 and sends, masked, its part of the cells' sums
/// and of the reference's gradient; the coordinator moves the reference to t + 1. A federated run
/// is the same descent as in one process, to the rounding of masked sums.
const Method& joint();

}  // namespace dsne::federated
