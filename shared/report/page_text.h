#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"

namespace dsne::report {

// Building blocks of pages.

/// Names and values.
using PageEntries = std::vector<std::pair<std::string, std::string>>;

/// Returns each sentence as a paragraph.
std::string paragraphs(const std::vector<std::string>& sentences);

/// Returns entries as a list of the given class.
std::string description(const std::string& kind, const PageEntries& entries);

/// Returns links to files in the page's folder, each with its content, as list items.
std::string file_items(const PageEntries& files);

/// Returns links to files in the page's folder, each with its content, as a section; "" without
/// files.
std::string file_links(const PageEntries& files);

/// Returns JSON for a script element, escaped so that it cannot end the element.
std::string script_json(const Json& json);

/// Returns the hash by which a content security policy allows a script.
std::string policy_hash(std::string_view script);

using PageParts = std::map<std::string_view, std::string>;

/// Returns the skeleton with each {{name}} replaced by the part of that name.
std::string filled(std::string_view skeleton, const PageParts& parts);

}  // namespace dsne::report
