#include "core/state.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/errors.h"

using dsne::Json;
using dsne::Matrix;

namespace {

struct Part {
  dsne::RowVector row;
  std::vector<Eigen::Index> numbers;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("row", self.row);
    visit("numbers", self.numbers);
  }
};

struct Whole {
  int count = 0;
  double real = 0;
  bool flag = false;
  std::string text;
  Json json;
  Matrix matrix;
  Eigen::Matrix<Eigen::Index, Eigen::Dynamic, 1> counts;
  dsne::Bytes32 key{};
  std::optional<double> none;
  std::optional<Part> part;
  std::vector<Part> parts;
  std::map<std::string, dsne::Vector> vectors;

  template <typename Self, typename Visit>
  static void visit(Self& self, const Visit& visit) {
    visit("count", self.count);
    visit("real", self.real);
    visit("flag", self.flag);
    visit("text", self.text);
    visit("json", self.json);
    visit("matrix", self.matrix);
    visit("counts", self.counts);
    visit("key", self.key);
    visit("none", self.none);
    visit("part", self.part);
    visit("parts", self.parts);
    visit("vectors", self.vectors);
  }
};

Whole example() {
  Whole whole;
  whole.count = -3;
  whole.real = 0.1;
  whole.flag = true;
  whole.text = "\u00e9";
  whole.json = {{"a", {1, nullptr}}};
  whole.matrix = Matrix::Random(3, 2);
  whole.counts.resize(2);
  whole.counts << 5, 0;
  whole.key[31] = 200;
  whole.part = Part{dsne::RowVector::Random(4), {2, 0, 7}};
  whole.parts = {*whole.part, {}};
  whole.vectors = {{"x", dsne::Vector::Random(2)}, {"y", {}}};
  return whole;
}

}  // namespace

TEST_CASE("what is kept is read back to the last bit") {
  const Whole whole = example();
  const Json text = Json::parse(dsne::state_of(whole).dump());
  Whole again;
  again.none = 1;
  again.vectors = {{"gone", {}}};
  dsne::restore(text, again);
  CHECK(again.matrix == whole.matrix);
  CHECK(again.key == whole.key);
  CHECK_FALSE(again.none);
  REQUIRE(again.part);
  CHECK(again.part->row == whole.part->row);
  CHECK(again.vectors["x"] == whole.vectors.at("x"));
  CHECK(dsne::state_of(again) == text);
}

TEST_CASE("a matrix that is not finite is not kept") {
  CHECK_THROWS_AS(static_cast<void>(dsne::state_of(Matrix::Constant(1, 1, NAN).eval())),
                  dsne::Error);
}

TEST_CASE("a digest tells whether a cache is as it was") {
  const Json cache = dsne::with_digest({{"whole", 3}, {"real", 0.25}, {"text", "a"}});
  CHECK_NOTHROW(dsne::check_digest(cache, "it"));
  CHECK(dsne::with_digest(cache) == cache);
  Json same = cache;
  same["whole"] = 3.0;
  CHECK_NOTHROW(dsne::check_digest(same, "it"));
  for (const char* name : {"whole", "real", "text", "digest"}) {
    Json other = cache;
    other[name] = 4;
    CHECK_THROWS_WITH_AS(dsne::check_digest(other, "it"),
                         "it is damaged, or another version of this program made it",
                         dsne::MessageError);
    other.erase(name);
    CHECK_THROWS_AS(dsne::check_digest(other, "it"), dsne::MessageError);
  }
  Json more = cache;
  more["more"] = nullptr;
  CHECK_THROWS_AS(dsne::check_digest(more, "it"), dsne::MessageError);
}
