#include "report/map_csv.h"

#include <doctest/doctest.h>

using dsne::Map;
using dsne::Matrix;

TEST_CASE("the joint map as CSV has a row per point") {
  const Map map{(Matrix(3, 2) << 0.5, -1, 2, 3, 0.1, 1e-5).finished(),
                {"local0", "reference"},
                {0, 1, 0},
                {"7", "", "a, \"b\""}};
  CHECK(dsne::joint_csv(map) ==
        "site,x,y,label\n"
        "local0,0.5,-1,7\n"
        "reference,2,3,\n"
        "local0,0.1,1e-05,\"a, \"\"b\"\"\"\n");
}

TEST_CASE("three dimensions have three columns") {
  const Map map{(Matrix(1, 3) << 1, 2, 3).finished(), {"s"}, {0}, {"l"}};
  CHECK(dsne::joint_csv(map) == "site,x,y,z,label\ns,1,2,3,l\n");
  CHECK(dsne::own_csv({"a"}, map.places, {"l"}) == "id,x,y,z,label\na,1,2,3,l\n");
}

TEST_CASE("a site's own points keep their order, and labels may be unknown") {
  const Matrix places = (Matrix(2, 2) << 1, 2, 3, 4).finished();
  CHECK(dsne::own_csv({"z", "a,b"}, places, {"u", "v"}) ==
        "id,x,y,label\nz,1,2,u\n\"a,b\",3,4,v\n");
  CHECK(dsne::own_csv({"z", "a"}, places, {}) == "id,x,y,label\nz,1,2,\na,3,4,\n");
}

TEST_CASE("a map without points is a header") {
  CHECK(dsne::joint_csv({Matrix(0, 2), {"local0"}, {}, {}}) == "site,x,y,label\n");
  CHECK(dsne::own_csv({}, Matrix(0, 3), {}) == "id,x,y,z,label\n");
}
