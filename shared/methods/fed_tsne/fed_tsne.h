#pragma once

#include "methods/method.h"

namespace dsne::methods {

/// Fed-tSNE and Fed-UMAP (Qiao, Ma & Fan 2025): every site sends its subjects' distances to the
/// reference. The coordinator computes the distances between all subjects, embeds them by t-SNE or
/// UMAP, and sends each site its own subjects' positions. The distances reveal the data.
const Method& fed_tsne();
const Method& fed_umap();

}  // namespace dsne::methods
