#pragma once

#include "core/step.h"

namespace dsne::coinstac {

/// Where COINSTAC has a node read and write during a step; see docs/coinstac.md.
struct Directories {
  fs::path base;      ///< the node's input files and what other nodes sent; read only
  fs::path output;    ///< what the node's user finds afterwards; lasts
  fs::path transfer;  ///< what is put here is moved away and sent
  fs::path cache;     ///< scratch, lost at any time
};

/// The same as a step's handler is given them: what has arrived is read from them only when it is
/// asked for.
Folders folders_in(const Directories& directories);
ReadReceived received_in(const Directories& directories);

}  // namespace dsne::coinstac
