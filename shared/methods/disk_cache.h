#pragma once

#include <functional>
#include <string>

#include "core/files.h"
#include "methods/site_subjects.h"
#include "tsne/affinities.h"

namespace dsne::methods {

/// Keeps what is slow to compute between steps in a scratch folder that may be emptied at any time
/// and that other users and runs may share. A file in it is believed only when it and its
/// folder belong to this user alone, its key is the asked one, its checksum is right, and its
/// content is possible. A scratch folder that cannot be written is no error: all is computed anew
/// next time.
class DiskCache {
 public:
  /// @param scratch the step's cache directory
  /// @param key what the contents depend on (data, reference, preprocessing), as a hex digest
  DiskCache(fs::path scratch, std::string key);

  /// The affinities kept under the key; computes and keeps them when there are none to be believed.
  /// @param besides what else they depend on: one kind is kept, the last
  tsne::Affinities affinities(const std::function<tsne::Affinities()>& compute,
                              const std::string& besides = "") const;

  /// The same of the points, read and preprocessed.
  SitePoints points(const std::function<SitePoints()>& compute) const;

  /// Removes what is kept under the key: the run is over.
  void forget() const;

 private:
  fs::path scratch_;
  std::string key_;
};

}  // namespace dsne::methods
