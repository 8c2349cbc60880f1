#include "tools/experiments/split.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.h"

using dsne::Json;
using dsne::experiments::Dataset;
using dsne::experiments::draw_split;
using dsne::experiments::parse_split_rule;
using dsne::experiments::Split;
using Eigen::Index;

namespace {

/// 30 subjects of each class "a", "b", "c"; of every three the first was scanned at site 1, the
/// others at site 2.
Dataset classes_and_sites() {
  Dataset data;
  data.values.setZero(90, 1);
  for (int i = 0; i < 90; ++i) {
    data.labels.emplace_back(1, static_cast<char>('a' + i / 30));
    data.sites.emplace_back(i % 3 == 0 ? "1" : "2");
  }
  return data;
}

Split drawn(const char* rule, std::uint64_t seed = 1, Index fewer = 1) {
  return draw_split(parse_split_rule(Json::parse(rule)), classes_and_sites(), seed, fewer);
}

std::map<std::string, int> counts_of(const std::vector<Index>& rows,
                                     const std::vector<std::string>& names) {
  std::map<std::string, int> counts;
  for (const Index row : rows) ++counts[names[static_cast<std::size_t>(row)]];
  return counts;
}

std::map<std::string, int> label_counts(const std::vector<Index>& rows) {
  return counts_of(rows, classes_and_sites().labels);
}

std::map<std::string, int> acquirers_of(const std::vector<Index>& rows) {
  return counts_of(rows, classes_and_sites().sites);
}

using Counts = std::map<std::string, int>;

}  // namespace

TEST_CASE("a site for each class, and as many of each in the reference") {
  const Split split = drawn(R"({"reference": [{"each": "label", "count": 4}],
                               "sites": [{"for_each": "label", "take": [{"count": 9}]}]})");
  CHECK(label_counts(split.reference) == Counts{{"a", 4}, {"b", 4}, {"c", 4}});
  REQUIRE(split.sites.size() == 3);
  CHECK(label_counts(split.sites[0]) == Counts{{"a", 9}});
  CHECK(label_counts(split.sites[2]) == Counts{{"c", 9}});
}

TEST_CASE("nobody goes to two places") {
  const Split split = drawn(R"({"reference": [{"share": 0.2}],
                               "sites": [{"copies": 3, "take": [{"count": 20}]},
                                         {"take": [{}]}]})");
  std::vector<Index> all = split.reference;
  for (const auto& site : split.sites) all.insert(all.end(), site.begin(), site.end());
  CHECK(all.size() == 90);
  CHECK(std::set<Index>(all.begin(), all.end()).size() == 90);
  CHECK(split.reference.size() == 18);
  CHECK(split.sites.back().size() == 12);
}

TEST_CASE("what is left goes where nothing else is said, whoever is named first") {
  const Split split = drawn(R"({"reference": [{"each": "label", "count": 5}],
                               "sites": [{"take": [{"label": "a"}, {"label": "b", "count": 6}]},
                                         {"take": [{"label": "b"}, {"label": "a", "count": 3}]}]})");
  CHECK(label_counts(split.sites[0]) == Counts{{"a", 22}, {"b", 6}});
  CHECK(label_counts(split.sites[1]) == Counts{{"a", 3}, {"b", 19}});
}

TEST_CASE("classes and sites can be named or left out") {
  const Split split =
      drawn(R"({"reference": [{"other_than_label": ["a", "b"], "site": "2", "count": 5}],
               "sites": [{"for_each": "site", "take": [{"other_than_label": "c"}]}]})");
  CHECK(label_counts(split.reference) == Counts{{"c", 5}});
  CHECK(acquirers_of(split.reference) == Counts{{"2", 5}});
  REQUIRE(split.sites.size() == 2);
  CHECK(label_counts(split.sites[0]) == Counts{{"a", 10}, {"b", 10}});
  CHECK(acquirers_of(split.sites[0]) == Counts{{"1", 20}});
}

TEST_CASE("a selection's own site or class leaves out the others' sites") {
  const Split split = drawn(R"({"reference": [{"count": 3}],
                               "sites": [{"for_each": "label", "take": [{"label": "b"}]}]})");
  CHECK(split.sites.size() == 1);
}

TEST_CASE("each class has its turn, round and round") {
  const char* rule = R"({"reference": [{"label": "$turn", "count": 5}],
      "sites": [{"take": [{"other_than_label": "$turn", "each": "label", "count": 2}]}]})";
  CHECK(label_counts(drawn(rule, 1).reference) == Counts{{"a", 5}});
  CHECK(label_counts(drawn(rule, 2).reference) == Counts{{"b", 5}});
  CHECK(label_counts(drawn(rule, 4).reference) == Counts{{"a", 5}});
  CHECK(label_counts(drawn(rule, 2).sites[0]) == Counts{{"a", 2}, {"c", 2}});
}

TEST_CASE("a seed decides on everything") {
  const char* rule = R"({"reference": [{"count": 30}], "sites": [{"take": [{"count": 30}]}]})";
  CHECK(drawn(rule, 3).reference == drawn(rule, 3).reference);
  CHECK(drawn(rule, 3).reference != drawn(rule, 4).reference);
}

TEST_CASE("quick trials take a part, but two at least") {
  const Split split =
      drawn(R"({"reference": [{"count": 30}], "sites": [{"take": [{"count": 3}]}]})", 1, 5);
  CHECK(split.reference.size() == 6);
  CHECK(split.sites[0].size() == 2);
}

TEST_CASE("rules that cannot be met are refused") {
  CHECK_THROWS_AS(drawn(R"({"reference": [{"count": 91}], "sites": [{"take": [{}]}]})"),
                  dsne::InputError);
  CHECK_THROWS_AS(drawn(R"({"reference": [{"label": "d"}], "sites": [{"take": [{}]}]})"),
                  dsne::InputError);
  CHECK_THROWS_AS(drawn(R"({"reference": [{}], "sites": [{"take": [{}]}]})"), dsne::InputError);
}

TEST_CASE("data without labels or sites is refused where the rule groups by them") {
  const auto refused = [](const char* rule, bool labels, bool sites) {
    Dataset data = classes_and_sites();
    if (!labels) data.labels.assign(90, "");
    if (!sites) data.sites.assign(90, "");
    try {
      draw_split(parse_split_rule(Json::parse(rule)), data, 1);
    } catch (const dsne::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string no_labels =
      "the experiment groups subjects by label, and the data has no labels";
  const std::string no_sites = "the experiment groups subjects by site, and the data has no sites";
  const char* each = R"({"reference": [{"each": "label", "count": 4}], "sites": [{"take": [{}]}]})";
  const char* others =
      R"({"reference": [{"count": 4}], "sites": [{"take": [{"other_than_label": "a"}]}]})";
  const char* for_each = R"({"reference": [{"count": 4}],
                            "sites": [{"for_each": "site", "take": [{"count": 3}]}]})";
  const char* neither = R"({"reference": [{"count": 4}], "sites": [{"take": [{}]}]})";
  CHECK(refused(each, false, true) == no_labels);
  CHECK(refused(others, false, true) == no_labels);
  CHECK(refused(for_each, true, false) == no_sites);
  CHECK(refused(each, true, false).empty());
  CHECK(refused(for_each, false, true).empty());
  CHECK(refused(neither, false, false).empty());
}

TEST_CASE("subjects without a label are no class") {
  Dataset data = classes_and_sites();
  std::fill(data.labels.begin(), data.labels.begin() + 30, "");
  const Split split =
      draw_split(parse_split_rule(Json::parse(R"({"reference": [{"each": "label", "count": 4}],
          "sites": [{"for_each": "label", "take": [{"count": 5}]}, {"take": [{"count": 30}]}]})")),
                 data, 1);
  CHECK(split.reference.size() == 8);
  CHECK(split.sites.size() == 3);
}

TEST_CASE("malformed rules are refused") {
  for (const char* rule : {"[]", "{}", R"({"reference": [], "sites": []})",
                           R"({"reference": [{"count": 0}], "sites": [{"take": [{}]}]})",
                           R"({"reference": [{"number": 5}], "sites": [{"take": [{}]}]})",
                           R"({"reference": [{"each": "digit"}], "sites": [{"take": [{}]}]})",
                           R"({"reference": [{"label": 3}], "sites": [{"take": [{}]}]})",
                           R"({"reference": [{"share": 2}], "sites": [{"take": [{}]}]})",
                           R"({"reference": [{}], "sites": [{"take": []}]})",
                           R"({"reference": [{}], "sites": [3]})"}) {
    CAPTURE(rule);
    CHECK_THROWS_AS(parse_split_rule(Json::parse(rule)), dsne::InputError);
  }
}
