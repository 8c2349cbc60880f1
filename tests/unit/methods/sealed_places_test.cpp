#include "methods/fed_tsne/sealed_places.h"

#include <doctest/doctest.h>

#include "core/errors.h"
#include "test_points.h"

using dsne::Json;
using dsne::Matrix;
using dsne::methods::opened;
using dsne::methods::sealed;

namespace {

const dsne::Bytes32 own_key = {1, 2, 3};
const dsne::Bytes32 another_key = {1, 2, 4};

void check_not_opened(const Json& message, const dsne::Bytes32& key, Eigen::Index rows = 5) {
  CHECK_THROWS_AS(opened(message, "a", key, rows, 6, "the message"), dsne::MessageError);
}

}  // namespace

TEST_CASE("sealed coordinates need the key, and look random without it") {
  const Matrix places = own_data(5, 11);
  const Json message = {{"a", sealed(places, own_key)}};
  CHECK(relative_error(opened(message, "a", own_key, 5, 6, "the message"), places) < 1e-11);
  CHECK(sealed(places, own_key) == message["a"]);
  CHECK(sealed(places, another_key)["uint64"] != message["a"]["uint64"]);
  check_not_opened(message, another_key);
}

TEST_CASE("coordinates sealed otherwise are refused") {
  const Json good = {{"a", sealed(own_data(5, 11), own_key)}};
  check_not_opened(good, own_key, 4);
  check_not_opened(Json::object(), own_key);
  Json bad = good;
  bad["a"]["tag"] = std::string(64, '0');
  check_not_opened(bad, own_key);
  bad["a"].erase("tag");
  check_not_opened(bad, own_key);
  bad = good;
  bad["a"]["uint64"] = sealed(own_data(5, 12), own_key)["uint64"];
  check_not_opened(bad, own_key);
}

TEST_CASE("an empty set of coordinates can be sealed") {
  const Json message = {{"a", sealed(Matrix(0, 2), own_key)}};
  CHECK(opened(message, "a", own_key, 0, 2, "the message").rows() == 0);
}
