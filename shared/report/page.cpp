#include "report/page.h"

#include <sodium.h>

#include <string_view>

#include "coinstac/files.h"
#include "report/text.h"

namespace dsne {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --text: #1f2328; --soft: #59636e; --back: #f6f7f9; --card: #fff;
  --line: #d9dee4; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9ed; --soft: #9aa4af; --back: #14171b; --card: #1d2127; --line: #343a42;
    --link: #7db7f5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1.25rem 3rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
p { margin: 0 0 .5rem; max-width: 45rem; }
figure { margin: 1.5rem 0 0; padding: .75rem; background: #fff; border: 1px solid var(--line);
  border-radius: 10px; }
img { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; background: var(--card);
  border: 1px solid var(--line); }
th, td { padding: .4rem .8rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
tr:last-child > * { border-bottom: 0; }
th { width: 34%; font-weight: normal; color: var(--soft); }
td { font-variant-numeric: tabular-nums; }
ul { margin: 0; padding-left: 1.2rem; }
li span { color: var(--soft); }
a { color: var(--link); }
@media print {
  :root { --text: #000; --soft: #444; --back: #fff; --card: #fff; --line: #bbb; --link: #000; }
  main { max-width: none; padding: 0; }
  figure { padding: 0; border: 0; }
  figure, tr, li { break-inside: avoid; }
}
)";

/// Text as HTML that shows just this text, inside an element or a quoted attribute.
std::string html(std::string_view text) {
  std::string escaped;
  for (const char c : display_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

bool needs_no_encoding(char c) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  return plain.find(c) != std::string_view::npos;
}

/// A link to a file beside the page; the leading "./" keeps it there whatever the name is.
std::string href(std::string_view file) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string link = "./";
  for (const char c : file) {
    if (needs_no_encoding(c)) {
      link += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      link += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return link;
}

std::string base64(std::string_view bytes) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), variant);
  text.pop_back();  // the terminating zero
  return text;
}

std::string head(const Page& page) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" "
         "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
         "<title>" +
         html(page.title) + "</title>\n<style>" + std::string(style) + "</style>\n</head>\n";
}

std::string figure(const std::string& title, const std::string& svg) {
  return "<figure><img alt=\"" + html(title) +
         ": a scatter plot with one mark for each point, coloured by site and, where labels are "
         "known, by label\" src=\"data:image/svg+xml;base64," +
         base64(svg) + "\"></figure>\n";
}

std::string facts(const Page& page) {
  if (page.facts.empty()) return "";
  std::string table = "<h2>Facts</h2>\n<table>\n";
  for (const auto& [name, value] : page.facts) {
    table += "<tr><th scope=\"row\">" + html(name) + "</th><td>" + html(value) + "</td></tr>\n";
  }
  return table + "</table>\n";
}

std::string files(const Page& page) {
  if (page.files.empty()) return "";
  std::string list = "<h2>Files</h2>\n<ul>\n";
  for (const auto& [name, content] : page.files) {
    list += "<li><a href=\"" + href(name) + "\">" + html(name) + "</a> <span>" + html(content) +
            "</span></li>\n";
  }
  return list + "</ul>\n";
}

std::string sentences(const Page& page) {
  std::string paragraphs;
  for (const std::string& sentence : page.sentences)
    paragraphs += "<p>" + html(sentence) + "</p>\n";
  return paragraphs;
}

}  // namespace

void write_page(const Page& page, const fs::path& folder) {
  const std::string svg = read_file(folder / "embedding.svg", "the SVG figure");
  const std::string content = head(page) + "<body>\n<main>\n<h1>" + html(page.title) + "</h1>\n" +
                              sentences(page) + figure(page.title, svg) + facts(page) +
                              files(page) + "</main>\n</body>\n</html>\n";
  write_atomically(folder / "index.html", content, "the report page");
}

}  // namespace dsne
