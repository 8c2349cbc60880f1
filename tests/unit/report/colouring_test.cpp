#include <doctest/doctest.h>

#include <set>
#include <tuple>

#include "embedding_fixture.h"
#include "report/scene.h"

using dsne::report::Colouring;
using dsne::report::Embedding;

namespace {

std::vector<std::string> group_names(const Colouring& colouring) {
  std::vector<std::string> result;
  for (const dsne::report::Group& group : colouring.groups) result.push_back(group.name);
  return result;
}

std::size_t grouped_points(const Colouring& colouring) {
  std::size_t sum = 0;
  for (const dsne::report::Group& group : colouring.groups) sum += group.points;
  return sum;
}

}  // namespace

TEST_CASE("what has a site's name has its colour") {
  Embedding embedding = spiral_embedding(6, 3, 0);
  embedding.site_names = {"own", "other", "own"};
  const Colouring colouring = dsne::report::by_site(embedding);
  CHECK(group_names(colouring) == std::vector<std::string>{"own", "other"});
  CHECK(colouring.group_of_point == std::vector<std::size_t>{0, 1, 0, 0, 1, 0});
}

TEST_CASE("a site without points stays in the legend, a reference without points does not") {
  Embedding embedding = spiral_embedding(4, 1, 0);
  embedding.site_names = {"a", "b", "reference"};
  const Colouring colouring = dsne::report::by_site(embedding);
  CHECK(group_names(colouring) == std::vector<std::string>{"a", "b"});
  CHECK(colouring.groups[1].points == 0);
}

TEST_CASE("labels are in natural order, points without one are the background") {
  Embedding embedding = spiral_embedding(5, 1, 0);
  embedding.labels = {"10", "", "9", "10", "x"};
  const Colouring colouring = *dsne::report::by_label(embedding);
  CHECK(group_names(colouring) == std::vector<std::string>{"9", "10", "x", "no label"});
  CHECK(colouring.group_of_point == std::vector<std::size_t>{1, 3, 0, 1, 2});
  CHECK(colouring.groups[3].behind);
}

TEST_CASE("points that stand for several subjects are counted as groups") {
  Embedding embedding = spiral_embedding(4, 2, 0);
  embedding.subjects = {12, 1, 10, 1};
  const Colouring colouring = by_site(embedding);
  CHECK(count_text(colouring.groups[0]) == "2 groups");
  CHECK(count_text(colouring.groups[1]) == "2");
  embedding.sites = {0, 1, 0, 0};
  CHECK(count_text(by_site(embedding).groups[0]) == "1 and 2 groups");
}

TEST_CASE("fifty sites and the reference all have their own entry and style") {
  Embedding embedding = spiral_embedding(102, 51, 0);
  embedding.site_names.back() = "reference";
  const Colouring colouring = dsne::report::by_site(embedding);
  REQUIRE(colouring.groups.size() == dsne::report::max_groups);
  std::set<std::tuple<dsne::report::Shape, double, double, double>> styles;
  for (const dsne::report::Group& group : colouring.groups) {
    const auto& [shape, colour] = group.style;
    styles.insert({shape, colour.red, colour.green, colour.blue});
  }
  CHECK(styles.size() == dsne::report::max_groups);
}

TEST_CASE("entries beyond the legend's room are gathered in one") {
  const Embedding embedding = spiral_embedding(300, 60, 100);
  const Colouring sites = dsne::report::by_site(embedding);
  CHECK(sites.groups.size() == dsne::report::max_groups - 1);
  CHECK(sites.groups.back().name == "and 11 more");
  CHECK(sites.groups.back().points == 55);
  const Colouring labels = *dsne::report::by_label(embedding);
  CHECK(labels.groups.back().name == "and 51 more");
  CHECK(grouped_points(labels) == 300);
}

TEST_CASE("names from outside become displayable text") {
  Embedding embedding = spiral_embedding(2, 2, 0);
  embedding.site_names = {"a\xFF", "b\nc"};
  CHECK(group_names(dsne::report::by_site(embedding)) ==
        std::vector<std::string>{"a\uFFFD", "b c"});
}
