#pragma once

#include "core/files.h"

namespace dsne {

/// Where a node reads and writes during a step; see docs/coinstac.md.
struct Directories {
  fs::path base;      ///< the node's input files and what other nodes sent; read only
  fs::path output;    ///< what the node's user finds afterwards; lasts
  fs::path transfer;  ///< what is put here is moved away and sent
  fs::path cache;     ///< scratch, lost at any time
};

}  // namespace dsne
