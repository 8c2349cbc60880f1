#include "report/page.h"

#include <doctest/doctest.h>

#include <span>

#include "core/digest.h"
#include "embedding_fixture.h"
#include "report/figures.h"
#include "text_search.h"

using dsne::report::Page;

namespace {

std::string written(const Page& page) { return page_html(page, "<svg/>"); }

/// A page with a title and the text parts given.
Page page_with(const std::string& title, const std::vector<std::string>& sentences = {},
               const Page::Entries& facts = {}, const Page::Entries& files = {}) {
  Page page;
  page.title = title;
  page.highlights = facts;
  page.sentences = sentences;
  page.plots.scene = make_scene(spiral_embedding(6, 2, 2));
  page.facts = facts;
  page.files = files;
  return page;
}

}  // namespace

TEST_CASE("the page may run its own script, and load nothing") {
  const std::string html = written(page_with("t"));
  CHECK(contains(html,
                 "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
                 "script-src 'sha256-"));
  for (const char* reference : {"<link", "src=\"http", "href=\"http", "@import", "<script src"}) {
    CAPTURE(reference);
    CHECK_FALSE(contains(html, reference));
  }
}

TEST_CASE("text from outside stays text") {
  const std::string bad = "<script>\"'&\x01\xFF";
  const std::string shown = "&lt;script&gt;&quot;&#39;&amp; \uFFFD";
  const std::string html = written(page_with(bad, {bad}, {{bad, bad}}, {{bad, bad}}));
  CHECK_FALSE(contains(html, "<script>\""));
  CHECK_FALSE(contains(html, "\xFF"));
  CHECK(contains(html, "<title>" + shown + "</title>"));
  CHECK(contains(html, "<h1>" + shown + "</h1>"));
  CHECK(contains(html, "<p>" + shown + "</p>"));
  CHECK(contains(html, "<dt>" + shown + "</dt><dd>" + shown + "</dd>"));
  CHECK(contains(html, "alt=\"" + shown + ": "));
  CHECK(contains(html, "<th scope=\"row\">" + shown + "</th><td>" + shown + "</td>"));
  CHECK(contains(html, "href=\"./%3Cscript%3E%22%27%26%01%FF\">" + shown + "</a>"));
}

TEST_CASE("a site's name or a label cannot end the data, nor fill a part of the page") {
  Page page = page_with("t");
  page.plots.scene.map.site_names = {"</script><script>alert(1)</script>", "<!--{{files}}"};
  page.plots.scene.map.labels.assign(6, "canary</script>\xFF");
  const std::string html = written(page);
  CHECK_FALSE(contains(html, "alert(1)</script"));
  CHECK_FALSE(contains(html, "<!--{{"));
  CHECK(contains(html, R"(\u003c/script>\u003cscript>alert(1))"));
  CHECK(contains(html, R"(canary\u003c/script>\ufffd)"));
}

TEST_CASE("a link leads to a file beside the page, whatever its name") {
  const std::string html =
      written(page_with("t", {}, {}, {{"javascript:x", ""}, {"//host/a b?c#d", ""}}));
  CHECK(contains(html, "href=\"./javascript%3Ax\""));
  CHECK(contains(html, "href=\".///host/a%20b%3Fc%23d\""));
}

TEST_CASE("the page names its site, and folds unchanged settings") {
  Page page = page_with("t", {}, {{"perplexity", "7"}});
  page.origin = {{"Site", "<north>"}};
  page.defaults = {{"seed", "1"}, {"theta", "<0.5>"}};
  const std::string html = written(page);
  CHECK(contains(html, "<dl class=\"origin\">\n<div><dt>Site</dt><dd>&lt;north&gt;</dd></div>"));
  CHECK(contains(html, "<summary>Settings at their defaults: 2</summary>"));
  CHECK(contains(html, "<th scope=\"row\">theta</th><td>&lt;0.5&gt;</td>"));
  page.facts.clear();
  CHECK(contains(written(page), "<p>None was changed.</p>"));
}

TEST_CASE("a table's names and cells stay text, and possible noise is muted") {
  Page page = page_with("t");
  page.tables = {{"Sites & groups",
                  {"Site", "<b>"},
                  {{{"<i>north"}, {"31 ± 12"}}, {{"south"}, {"2 ± 12", true}}},
                  {"How <many>."}}};
  const std::string html = written(page);
  CHECK(contains(html, "<h2>Sites &amp; groups</h2>"));
  CHECK(contains(html, "<p>How &lt;many&gt;.</p>"));
  CHECK(contains(html, "<th scope=\"col\">&lt;b&gt;</th>"));
  CHECK(contains(html, "<tr><th scope=\"row\">&lt;i&gt;north</th><td>31 ± 12</td></tr>"));
  CHECK(contains(html, "<td class=\"muted\">2 ± 12</td>"));
}

TEST_CASE("a page without a script may run none, and without words about the run folds none") {
  dsne::report::PageText page;
  page.title = "t";
  page.tables = {{"Faults", {"", "What is wrong"}, {{{"1"}, {"row 5"}}}, {}}};
  const std::string html = dsne::report::cluster_page_html(page);
  CHECK(contains(html, "script-src 'none'\""));
  CHECK_FALSE(contains(html, "<script"));
  CHECK_FALSE(contains(html, "About this run"));
  page.sentences = {"One sentence."};
  const std::string told = dsne::report::cluster_page_html(page);
  CHECK(told.find("<h2>Faults</h2>") < told.find("<summary>About this run</summary>"));
}

TEST_CASE("the page shows its figure, whose files lie beside it") {
  Page page = page_with("t");
  const auto figure = draw_scene(page.plots.scene, "t");
  const std::string html = page_html(page, figure.svg);
  CHECK(contains(html, dsne::to_base64(std::as_bytes(std::span(figure.svg)))));
  const dsne::Files files = files_of(page);
  REQUIRE(files.size() == 3);
  CHECK(files[0].name == "embedding.png");
  CHECK(files[0].content == figure.png);
  CHECK(files[1].name == "embedding.svg");
  CHECK(files[1].content == figure.svg);
  CHECK(files[2].name == "index.html");
  CHECK(files[2].content == html);
}

TEST_CASE("a table's columns of words are marked, those of numbers are not") {
  Page page = page_with("t");
  page.tables = {
      {"Sites", {"Site", "Subjects", "Apart in"}, {{{"north"}, {"12 groups"}, {"cnr"}}}, {}}};
  const std::string html = written(page);
  CHECK(
      html.find("<th scope=\"col\">Subjects</th><th scope=\"col\" class=\"words\">Apart in</th>") !=
      std::string::npos);
  CHECK(html.find("<td>12 groups</td><td class=\"words\">cnr</td>") != std::string::npos);
}
