// Messages of the product may hold millions; these hold few, so that one more can be tried.

#include "core/message.h"

#include "hostile_fields.h"

namespace {

namespace within = dsne::within;

struct Piece {
  std::int64_t size = 1;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("size", self.size, within::whole(1, 9));
  }
};

struct Pieces {
  std::vector<std::string> words;
  std::map<std::string, std::string> meanings;
  std::vector<Piece> parts;
  std::map<std::string, Piece> parts_by_name;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    const auto word =
        within::text([](const std::string& text) { return text.size() < 4; }, "is no word", 2);
    visit("words", self.words, word);
    visit("meanings", self.meanings, word);
    visit("parts", self.parts, within::at_most(2));
    visit("parts_by_name", self.parts_by_name, within::at_most(2));
  }
};

}  // namespace

TEST_CASE("a list or an object of a message is no longer than its bound") {
  check_fields(Pieces{{"a"}, {{"a", "b"}}, {{1}}, {{"a", {2}}}});
  check_fields(Pieces{{"a", "b"}, {{"a", "b"}, {"c", "d"}}, {{1}, {9}}, {{"a", {2}}, {"b", {3}}}});
}
