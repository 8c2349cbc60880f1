#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/files.h"

namespace dsne::tools {

/// What a folder of results remembers of the scans that its page has shown, so that decisions stay
/// with them when the table grows.
struct KnownScans {
  std::string key;                          ///< the browser's storage key for decisions
  std::vector<std::string> days;            ///< on which new scans came
  std::map<std::string, std::size_t> came;  ///< of each scan's id: on which of these days, from 0

  /// Returns which scans came last; empty where all came at once.
  std::vector<bool> newest(const std::vector<std::string>& ids) const;

  /// Returns the day before the newest came; "" where all came at once.
  std::string since() const;

  /// Returns how many scans are known and not among these.
  std::size_t missing(const std::vector<std::string>& ids) const;
};

/// Reads what the folder remembers, if it does, and adds the scans that it does not know.
/// @param ids at least one
/// @throws InputError when the file is damaged
KnownScans known_scans(const fs::path& folder, const std::vector<std::string>& ids,
                       const std::string& day);

/// Returns the file that the folder keeps.
File kept_file(const KnownScans& known);

}  // namespace dsne::tools
