#pragma once

#include "federated/method.h"

namespace dsne::federated {

/// One t-SNE of all points of all sites and the reference, in which points of different sites
/// attract each other only through the reference (site_part) and everything repels everything.
///
/// In the first round each site says where its own points start. In each further one everyone knows
/// all places of iteration t; a site moves its own points to t + 1 and sends them with the
/// attraction that they and its share of the reference exert on the reference points at t; the
/// coordinator moves the reference to t + 1. So a federated run is the descent of the same
/// objective in one process. Every site is shown every place in every round.
const Method& joint();

}  // namespace dsne::federated
