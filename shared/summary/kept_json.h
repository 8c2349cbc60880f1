#pragma once

#include <string>

#include "summary/site_summary.h"

namespace dsne::summary {

/// The private file's text: what is kept, the summary's digest, and a digest of all.
std::string kept_text(const Kept& kept, const std::string& summary_digest);

/// What a private file says.
struct KeptFile {
  Kept kept;
  std::string summary_digest;
};

/// Reads kept_text's text. @throws InputError when it is not what was written
KeptFile parse_kept(const std::string& text);

}  // namespace dsne::summary
