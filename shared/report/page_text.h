#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/json.h"

namespace dsne::report {

// What pages are put together from.

/// Names and values.
using PageEntries = std::vector<std::pair<std::string, std::string>>;

/// Each sentence as a paragraph.
std::string paragraphs(const std::vector<std::string>& sentences);

/// Entries as a list of the class given.
std::string description(const std::string& kind, const PageEntries& entries);

/// Links to files beside the page, each with what it holds, as items of a list.
std::string file_items(const PageEntries& files);

/// Links to files beside the page, each with what it holds, in a section; nothing of none.
std::string file_links(const PageEntries& files);

/// JSON that may stand in a script element: nothing in it can end the element.
std::string script_json(const Json& json);

/// What a content security policy calls a script of this text.
std::string policy_hash(std::string_view script);

using PageParts = std::map<std::string_view, std::string>;

/// The skeleton with each {{name}} replaced by the part of that name.
std::string filled(std::string_view skeleton, const PageParts& parts);

}  // namespace dsne::report
