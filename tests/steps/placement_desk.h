#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "small_federation.h"
#include "tools/commands.h"

/// A finished run, and a folder in which `dsne place` puts new subjects on its map.
class PlacementDesk {
 public:
  explicit PlacementDesk(const std::vector<Site>& sites) : run(sites) {}

  dsne::fs::path site(const std::string& id) { return run.output(id); }
  /// A file of the last placement.
  dsne::fs::path result(const std::string& name) const;
  /// Writes a file to give to the command. @return its path
  std::string file(const std::string& name, const std::string& text) const;

  /// Places a table's subjects on a map. @return the command's error, "" if there is none
  std::string place(const dsne::fs::path& map, const std::string& table,
                    const dsne::tools::Arguments& more = {});

  FinishedRun run;
  std::ostringstream out;  ///< what the command said

 private:
  TemporaryFolder folder_;
};
