#include "report/page_text.h"

#include <sodium.h>

#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <span>

#include "core/base64.h"
#include "core/json_text.h"
#include "report/html.h"

namespace dsne::report {

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "<p>" + html(sentence) + "</p>\n";
  return text;
}

std::string description(const std::string& kind, const PageEntries& entries) {
  std::string list;
  for (const auto& [name, value] : entries) {
    list += "<div><dt>" + html(name) + "</dt><dd>" + html(value) + "</dd></div>\n";
  }
  return list.empty() ? "" : "<dl class=\"" + kind + "\">\n" + list + "</dl>\n";
}

std::string file_items(const PageEntries& files) {
  std::string items;
  for (const auto& [name, content] : files) {
    items += "<li><a href=\"" + href(name) + "\">" + html(name) + "</a> <span>" + html(content) +
             "</span></li>\n";
  }
  return items;
}

std::string file_links(const PageEntries& files) {
  if (files.empty()) return "";
  return "<section class=\"files\">\n<h2>Files</h2>\n<ul>\n" + file_items(files) +
         "</ul>\n</section>\n";
}

std::string script_json(const Json& json) {
  std::string text = to_ascii(json);
  boost::algorithm::replace_all(text, "<", "\\u003c");
  return text;
}

std::string policy_hash(std::string_view script) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(script.data()),
                     script.size());
  return "sha256-" + to_base64(std::as_bytes(std::span(digest)));
}

std::string filled(std::string_view skeleton, const PageParts& parts) {
  std::string text;
  while (true) {
    const auto open = skeleton.find("{{");
    text += skeleton.substr(0, open);
    if (open == std::string_view::npos) return text;
    const auto close = skeleton.find("}}", open);
    text += parts.at(skeleton.substr(open + 2, close - open - 2));
    skeleton.remove_prefix(close + 2);
  }
}

}  // namespace dsne::report
