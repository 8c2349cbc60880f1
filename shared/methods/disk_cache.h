#pragma once

#include <functional>
#include <string>

#include "core/files.h"
#include "tsne/affinities.h"

namespace dsne::methods {

struct SitePoints;  // methods/method.h

/// Caches slow results between steps in a scratch folder, which may be emptied at any time and
/// shared with other users and runs. A file is used only if it and its folder belong to this user
/// alone, its digest is right, and its content is valid. If the folder cannot be
/// written, everything is computed again.
class DiskCache {
 public:
  /// @param scratch the step's cache directory
  /// @param key a hex digest of what the contents depend on (data, reference, preprocessing)
  DiskCache(const fs::path& scratch, const std::string& key);

  /// Returns the cached affinities; computes and keeps them if there are no valid ones.
  tsne::Affinities affinities(const std::function<tsne::Affinities()>& compute) const;

  /// Returns the cached points, read and preprocessed; computes and keeps them if there are no
  /// valid ones.
  SitePoints points(const std::function<SitePoints()>& compute) const;

  /// Removes the cached results, after the run.
  void forget() const;

  /// Removes what other runs have left in the scratch folder and not read for a week.
  static void forget_abandoned(const fs::path& scratch);

 private:
  fs::path file_;  ///< of affinities; that of points has a suffix
};

}  // namespace dsne::methods
