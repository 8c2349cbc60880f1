#include <doctest/doctest.h>

#include <random>

#include "core/json.h"

using dsne::Json;
using dsne::parse_json;

namespace {

const std::string long_text(100, 'x');

/// What the library makes of a text, which we must make of it, too.
void check_parses_alike(const std::string& text) {
  CAPTURE(text);
  const Json expected = Json::parse(text, nullptr, false);
  const auto parsed = parse_json(text);
  REQUIRE(parsed.has_value() == !expected.is_discarded());
  if (parsed) CHECK(*parsed == expected);
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

}  // namespace

TEST_CASE("long texts are read as the library reads them") {
  const std::string text = quoted(long_text);
  for (const std::string& document :
       {text, '[' + text + ',' + text + "]", "{\"a\":" + text + ",\"b\":\"y\"}",
        "{" + text + ":" + text + "}", "{" + text + " \n: 1, \"b\" : " + text + " }",
        "{\"a\":" + text + ",\"a\":\"last\"}", "{\"a\":\"first\",\"a\":" + text + "}",
        "[\"\", \"a\", " + text + ", \"\", " + text + ", \"\"]",
        quoted(long_text + "\\\"" + long_text), quoted(long_text + "\\\\"),
        "[" + quoted("\\\\\\\"" + long_text) + "," + text + "]", quoted(long_text + "\xc3\xab"),
        quoted(long_text + "\\u00eb"), "\xef\xbb\xbf" + text, "{\"a\":{\"b\":[" + text + "]}}"}) {
    check_parses_alike(document);
    CHECK(parse_json(document));
  }
}

TEST_CASE("text that is not JSON is refused, with or without long texts") {
  const std::string text = quoted(long_text);
  for (const std::string& document : std::vector<std::string>{
           "", " ", "\"", quoted(long_text + '\n'), quoted(long_text + '\x01'),
           quoted(long_text + "\xff"), quoted(long_text + "\\x"), '"' + long_text,
           '"' + long_text + "\\\"", text + text, "[" + text + text + "]", "{" + text + "}",
           "{1:" + text + "}", "[" + text + ":1]", text + "\\", "\\" + text, "[" + text + ",]",
           "{" + text + ":" + text, "nul" + text}) {
    check_parses_alike(document);
    CHECK_FALSE(parse_json(document));
  }
}

TEST_CASE("damaged documents are read, or refused, as by the library") {
  const Json whole = {{"a", {long_text, "b", 1.5, nullptr}}, {long_text, {{"c", long_text}}}};
  const std::string text = whole.dump();
  std::mt19937 engine(1);
  const std::string bytes = "\"\\{}[],: x1\xff";
  for (int i = 0; i < 3000; ++i) {
    std::string damaged = text;
    for (int times = 1 + i % 3; times > 0; --times) {
      damaged[engine() % damaged.size()] = bytes[engine() % bytes.size()];
    }
    check_parses_alike(damaged);
  }
}

TEST_CASE("a document is written as the library writes it") {
  const Json document = {
      {"empty", {Json::object(), Json::array(), "", nullptr}},
      {"numbers", {1, -2, 0.1, 1e300, 18446744073709551615U, true}},
      {"texts",
       {long_text, long_text + "\"", "a\\b", "\n", "\x7f", "Zo\xc3\xab", "\xf0\x9f\x99\x82"}},
      {"Zo\xc3\xab", {{long_text, long_text}, {"", 1}}}};
  CHECK(dsne::to_ascii(document) == document.dump(-1, ' ', true));
  for (const auto& item : document.items()) {
    CHECK(dsne::to_ascii(item.value()) == item.value().dump(-1, ' ', true));
  }
  CHECK_THROWS_AS(dsne::to_ascii({{"a", "\xff"}}), Json::type_error);
}

TEST_CASE("nesting is distinguished from brackets in texts") {
  const auto nested = [](int depth) { return std::string(static_cast<std::size_t>(depth), '['); };
  CHECK_FALSE(dsne::nests_too_deeply(nested(dsne::max_nested)));
  CHECK(dsne::nests_too_deeply(nested(dsne::max_nested + 1)));
  CHECK_FALSE(dsne::nests_too_deeply(quoted(nested(1000))));
  CHECK_FALSE(dsne::nests_too_deeply(quoted("\\\"" + nested(1000))));
  CHECK(dsne::nests_too_deeply(quoted("\\\\") + nested(1000)));
  CHECK_FALSE(dsne::nests_too_deeply('"' + nested(1000)));
}
