#include "report/page.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <span>
#include <utility>

#include "core/digest.h"
#include "core/json.h"
#include "report/figures.h"
#include "report/reasons.h"
#include "report/text.h"

namespace dsne::report {
namespace {

std::string paragraphs(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += "<p>" + html(sentence) + "</p>\n";
  return text;
}

/// Returns entries as a list of the given class.
std::string description(const std::string& kind, const Page::Entries& entries) {
  std::string list;
  for (const auto& [name, value] : entries) {
    list += "<div><dt>" + html(name) + "</dt><dd>" + html(value) + "</dd></div>\n";
  }
  return list.empty() ? "" : "<dl class=\"" + kind + "\">\n" + list + "</dl>\n";
}

/// Returns links to files in the page's folder, each with its content.
std::string file_list(const Page::Entries& files) {
  std::string items;
  for (const auto& [name, content] : files) {
    items += "<li><a href=\"" + href(name) + "\">" + html(name) + "</a> <span>" + html(content) +
             "</span></li>\n";
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

/// Returns the hash by which a content security policy allows a script.
std::string policy_hash(const Script& script) {
  const Bytes32 digest = from_hex(script.sha256).value();
  return "sha256-" + to_base64(std::as_bytes(std::span(digest)));
}

std::string map_figure(const std::string& title, const std::string& svg) {
  return "<figure><img alt=\"" + html(title) +
         ": a scatter plot with one mark for each point, coloured by site and, where labels are "
         "known, by label\" src=\"data:image/svg+xml;base64," +
         to_base64(std::as_bytes(std::span(svg))) + "\"></figure>\n";
}

std::string figures(const Page& page) {
  std::string sections;
  for (const PageFigure& each : page.figures) {
    sections += "<section>\n<h2>" + html(each.heading) + "</h2>\n" + paragraphs(each.sentences) +
                "<figure><img alt=\"" + html(each.heading) + "\" src=\"data:image/png;base64," +
                to_base64(std::as_bytes(std::span(each.png))) + "\"></figure>\n</section>\n";
  }
  return sections;
}

/// Whether all cells of a column but its name begin with a digit, behind a sign or not.
bool holds_numbers(const PageTable& table, std::size_t column) {
  return std::all_of(table.rows.begin(), table.rows.end(), [column](const auto& cells) {
    const std::string& text = cells.at(column).text;
    const auto first = text.find_first_not_of("+-");
    return first < 2 && text[first] >= '0' && text[first] <= '9';
  });
}

/// A cell's classes: columns of words are aligned at the left, and wrap.
std::string classes(const std::string& first, const std::string& second) {
  const std::string both = first + (first.empty() || second.empty() ? "" : " ") + second;
  return both.empty() ? "" : " class=\"" + both + "\"";
}

std::string table_row(const std::vector<TableCell>& cells, const std::vector<std::string>& kinds) {
  std::string text = "<th scope=\"row\">" + html(cells.front().text) + "</th>";
  for (std::size_t i = 1; i < cells.size(); ++i) {
    text += "<td" + classes(kinds[i], cells[i].muted ? "muted" : "") + ">" + html(cells[i].text) +
            "</td>";
  }
  return "<tr>" + text + "</tr>\n";
}

std::string entries_table(const Page::Entries& entries) {
  std::string rows;
  for (const auto& [name, value] : entries) {
    rows += "<tr><th scope=\"row\">" + html(name) + "</th><td>" + html(value) + "</td></tr>\n";
  }
  return "<table>\n" + rows + "</table>\n";
}

/// Empty in a report for all sites.
std::string own_data(const Page& page) {
  if (page.own_data.empty() && page.own_files.empty()) return "";
  return "<section class=\"files\" id=\"own-data\">\n<h2>Your data</h2>\n" +
         paragraphs(page.own_data) + file_list(page.own_files) + "</section>\n";
}

std::string way_on(const Page& page) {
  if (page.way_on.empty()) return "";
  return "<section class=\"way-on\">\n<h2>The way on</h2>\n" + paragraphs(page.way_on) +
         "</section>\n";
}

std::string facts(const PageText& page) {
  if (page.facts.empty() && page.defaults.empty()) return "";
  const std::string folded = page.defaults.empty()
                                 ? ""
                                 : "<details>\n<summary>Settings at their defaults: " +
                                       std::to_string(page.defaults.size()) + "</summary>\n" +
                                       entries_table(page.defaults) + "</details>\n";
  const std::string changed =
      page.facts.empty() ? "<p>None was changed.</p>\n" : entries_table(page.facts);
  return "<section class=\"facts\">\n<h2>The run's settings</h2>\n" + changed + folded +
         "</section>\n";
}

std::string about(const PageText& page) {
  if (page.sentences.empty() && page.highlights.empty() && facts(page).empty()) return "";
  return "<details class=\"about\" id=\"about\">\n<summary>About this run</summary>\n" +
         description("highlights", page.highlights) + "<div class=\"summary\">\n" +
         paragraphs(page.sentences) + "</div>\n" + facts(page) + "</details>\n";
}

std::string table_sections(const std::vector<PageTable>& tables) {
  std::string sections;
  for (const PageTable& each : tables) {
    std::string names;
    std::vector<std::string> kinds;
    for (std::size_t i = 0; i < each.columns.size(); ++i) {
      kinds.emplace_back(i == 0 || holds_numbers(each, i) ? "" : "words");
      names += "<th scope=\"col\"" + classes(kinds[i], "") + ">" + html(each.columns[i]) + "</th>";
    }
    std::string rows;
    for (const auto& cells : each.rows) rows += table_row(cells, kinds);
    const std::string heading = html(each.heading);
    sections.append("<section>\n<h2>").append(heading).append("</h2>\n");
    sections.append(paragraphs(each.sentences));
    sections.append("<div class=\"scroll wide\" tabindex=\"0\" role=\"region\" aria-label=\"");
    sections.append(heading).append("\">\n<table class=\"counts\">\n<thead><tr>").append(names);
    sections.append("</tr></thead>\n<tbody>\n").append(rows);
    sections.append("</tbody>\n</table>\n</div>\n</section>\n");
  }
  return sections;
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

/// Returns the elements with a page's data and its script.
std::string scripts(const Json& data, std::string_view script) {
  // Escaped so that nothing in it can end the element.
  return "<script type=\"application/json\" id=\"data\">" +
         boost::algorithm::replace_all_copy(to_ascii(data), "<", "\\u003c") +
         "</script>\n<script>" + std::string(script) + "</script>\n";
}

/// Returns the points of the subjects with a flag, as many as a figure has room to name, the first
/// to look at first.
std::vector<NamedPoint> points_with_flag(const OwnSubjects& own, const Embedding& map) {
  constexpr std::size_t most_named = 12;
  if (!own.outliers) return {};
  std::vector<std::size_t> points;
  for (std::size_t point = 0; point < map.sites.size(); ++point) {
    if (map.sites[point] == own.site) points.push_back(point);
  }
  std::vector<NamedPoint> named;
  for (const std::size_t subject : quality::subjects_with_flag(*own.outliers)) {
    if (named.size() == most_named) break;
    named.push_back({points.at(subject), display_text(own.ids.at(subject)),
                     short_reason(*own.outliers, subject, own.features)});
  }
  return named;
}

}  // namespace

std::string filled_page(std::string_view skeleton, const PageText& page, const Script& script,
                        const Json& data, PageParts parts) {
  const std::string title = html(page.title);
  parts.insert(
      {{"head", filled(page_head, {{"policy", script.text.empty() ? "none" : policy_hash(script)},
                                   {"title", title},
                                   {"style", std::string(page_style)}})},
       {"title", title},
       {"origin", description("origin", page.origin)},
       {"headline", html(page.headline)},
       {"tables", table_sections(page.tables)},
       {"about", about(page)},
       {"files", page.files.empty() ? ""
                                    : "<section class=\"files\">\n<h2>Files</h2>\n" +
                                          file_list(page.files) + "</section>\n"},
       {"scripts", scripts(data, script.text)}});
  return filled(skeleton, parts);
}

std::string page_html(const Page& page, const std::string& figure) {
  return filled_page(page_skeleton, page, page_script, to_json(page.plots),
                     {{"own_data", own_data(page)},
                      {"figure", map_figure(page.title, figure)},
                      {"overview", page.overview ? table_sections({*page.overview}) : ""},
                      {"figures", figures(page)},
                      {"lead", paragraphs(page.lead)},
                      {"way_on", way_on(page)},
                      {"licences", html(page_licences)}});
}

Files files_of(const Page& page) {
  EmbeddingFigure figure =
      draw_scene(page.plots.scene, page.figure_title.empty() ? page.title : page.figure_title,
                 page.plots.own ? points_with_flag(*page.plots.own, page.plots.scene.map)
                                : std::vector<NamedPoint>{});
  std::string html = page_html(page, figure.svg);
  return {{"embedding.png", std::move(figure.png), "the PNG figure"},
          {"embedding.svg", std::move(figure.svg), "the SVG figure"},
          {"index.html", std::move(html), "the report page"}};
}

}  // namespace dsne::report
