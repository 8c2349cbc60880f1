#pragma once

#include <string>

#include "summary/site_summary.h"

namespace dsne::summary {

/// Writes the private file's text: the private part, the summary's digest, and a digest of the
/// text.
std::string kept_text(const Kept& kept, const std::string& summary_digest);

/// The content of a private file.
struct KeptFile {
  Kept kept;
  std::string summary_digest;
};

/// Reads the text of kept_text. @throws InputError when the text was changed
KeptFile parse_kept(const std::string& text);

}  // namespace dsne::summary
