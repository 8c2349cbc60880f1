#pragma once

#include "core/step.h"

namespace dsne::coinstac {

/// A node's directories under COINSTAC during a step; see docs/coinstac.md.
struct Directories {
  fs::path base;      ///< the node's input files and what other nodes sent; read only
  fs::path output;    ///< results for the node's user; lasts
  fs::path transfer;  ///< COINSTAC moves files from here and sends them
  fs::path cache;     ///< scratch; may be lost at any time
};

/// Return the directories and the reader of received files for a step's handler. A file is read
/// only on request.
Folders folders_in(const Directories& directories);
ReadReceived received_in(const Directories& directories);

}  // namespace dsne::coinstac
