#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Fed-tSNE and Fed-UMAP (Qiao, Ma & Fan 2025): every site posts its subjects' distances to the
/// reference, the coordinator completes those between all subjects, lays these out by t-SNE or
/// UMAP, and tells each site its own subjects' places. The distances are as good as the data.
const Method& fed_tsne();
const Method& fed_umap();

}  // namespace dsne::methods
