#include "federated/reference/extension.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "extending.h"
#include "federated/reference/landmark_rules.h"
#include "tsne/initialization.h"

namespace {

using dsne::Json;
using dsne::Matrix;
using dsne::RowVector;
using dsne::federated::AddedLandmarks;
using dsne::federated::extension_space;
using dsne::federated::lacking_subjects;
using dsne::federated::Parameters;
using dsne::federated::SumTerm;
using Eigen::Index;

constexpr Index extended_features = 4;

/// Points about (at, 0, 0, 0).
Matrix cloud_at(Index size, double at, std::uint64_t seed) {
  Matrix points = dsne::tsne::random_coordinates(size, extended_features, 1, seed);
  points.col(0).array() += at;
  return points;
}

Matrix in_one(const std::vector<Matrix>& parts) {
  Index rows = 0;
  for (const Matrix& part : parts) rows += part.rows();
  Matrix all(rows, extended_features);
  Index row = 0;
  for (const Matrix& part : parts) {
    all.middleRows(row, part.rows()) = part;
    row += part.rows();
  }
  return all;
}

Matrix two_groups() { return in_one({cloud_at(60, 0, 1), cloud_at(60, 20, 2)}); }

/// Three sites, of which two have a group that the reference lacks, at 40.
std::vector<Matrix> lacking_sites() {
  return {in_one({cloud_at(30, 0, 3), cloud_at(25, 40, 4)}),
          in_one({cloud_at(30, 20, 5), cloud_at(18, 40, 6)}),
          in_one({cloud_at(20, 0, 7), cloud_at(20, 20, 8)})};
}

}  // namespace

TEST_CASE("the reference lacks those of whose neighbours none is a reference point") {
  const auto lacking = lacking_subjects(lacking_sites()[0], two_groups());
  REQUIRE(lacking.size() == 25);
  CHECK(lacking.front() == 30);
  CHECK(lacking_subjects(lacking_sites()[2], two_groups()).empty());
}

TEST_CASE("a site that is larger than the reference asks more neighbours") {
  // Among own points that are fifty times as many the 15 nearest are mostly own ones.
  const Matrix own = cloud_at(1000, 0, 9);
  CHECK(lacking_subjects(own, cloud_at(20, 0, 10)).size() < 100);
}

TEST_CASE("the group that the reference lacks gets landmarks, each the mean of enough subjects") {
  Extending extending(two_groups(), lacking_sites());
  const auto added = extending.extend();
  REQUIRE(added);
  CHECK(added->landmarks.rows() >= 2);
  CHECK(added->members.sum() == 43);
  CHECK(added->members.minCoeff() >= 5);
  CHECK((added->landmarks.col(0).array() - 40).abs().maxCoeff() < 3);
  const Matrix all = in_one({lacking_sites()[0].bottomRows(25), lacking_sites()[1].bottomRows(18)});
  const RowVector mean = added->members.cast<double>().transpose() * added->landmarks / 43;
  CHECK((mean - all.colwise().mean()).norm() < 1e-6);
  for (std::size_t i = 0; i < 3; ++i) CHECK_NOTHROW(extending.at(i).check(*added));
  AddedLandmarks other = *added;
  other.members(0) += 1;
  CHECK_THROWS_AS(extending.at(0).check(other), dsne::MessageError);
  other = *added;
  other.landmarks.conservativeResize(Eigen::NoChange, extended_features - 1);
  CHECK_THROWS_AS(extending.at(0).check(other), dsne::MessageError);
}

TEST_CASE("a site with few that the reference lacks adds none, and without any there is no tree") {
  std::vector<Matrix> few = lacking_sites();
  few[1] = in_one({cloud_at(30, 20, 5), cloud_at(4, 40, 6)});
  Extending extending(two_groups(), few);
  const auto added = extending.extend();
  REQUIRE(added);
  CHECK(added->members.sum() == 25);

  few[0] = cloud_at(30, 0, 3);
  Extending none(two_groups(), few);
  CHECK_FALSE(none.extend());
  CHECK(none.rounds() == 1);
  CHECK(none.at(0).may_leave_reference());
}

TEST_CASE("a site whose subjects are nearly all lacking leaves some out, so that nobody vetoes") {
  std::vector<Matrix> most = lacking_sites();
  most[1] = in_one({cloud_at(2, 20, 5), cloud_at(30, 40, 6)});
  Extending extending(two_groups(), most);
  const auto added = extending.extend();
  REQUIRE(added);
  CHECK(added->members.sum() == 25 + 27);
}

TEST_CASE("who is beyond all measure is summed with nobody") {
  std::vector<Matrix> far = lacking_sites();
  far[0].row(54).setConstant(1e9);
  Extending extending(two_groups(), far);
  const auto added = extending.extend();
  REQUIRE(added);
  CHECK(added->members.sum() == 42);
  CHECK((added->landmarks.col(0).array() - 40).abs().maxCoeff() < 3);
}

TEST_CASE("with few subjects of others on either side a site vetoes the landmarks") {
  using dsne::federated::may_part;
  CHECK(may_part(100, 40, 50, 25, 5));
  CHECK(may_part(100, 40, 50, 40, 5));  // nobody else is lacking
  CHECK(may_part(40, 40, 20, 20, 5));   // the reference lacks all
  CHECK_FALSE(may_part(100, 4, 50, 2, 5));
  CHECK_FALSE(may_part(100, 40, 50, 37, 5));
  CHECK_FALSE(may_part(100, 97, 50, 50, 5));
  CHECK_FALSE(may_part(100, 60, 45, 7, 5));  // two others are not
  CHECK_FALSE(may_part(30, 40, 10, 10, 5));  // counts that lie
}

TEST_CASE("a site that lies about its number ends the extension or is vetoed") {
  Extending extending(two_groups(), lacking_sites());
  const auto set = [](double lacking) {
    return [lacking](std::vector<SumTerm>& terms) {
      for (SumTerm& term : terms) {
        if (term.name == dsne::federated::lacking_name) term.values(0, 0) = lacking;
      }
    };
  };
  SUBCASE("all together would be few") {
    extending.lie = set(-14);
    CHECK_FALSE(extending.extend());
    CHECK(extending.rounds() == 1);
  }
  SUBCASE("more than there are") {
    extending.lie = set(500);
    CHECK_FALSE(extending.extend());
  }
  SUBCASE("below 0") {
    extending.lie = set(-100);
    CHECK_THROWS_AS(extending.extend(), dsne::MessageError);
  }
  SUBCASE("few beside another site's") {
    // The second site's 18 are lacking, and of the others it is told 2.
    extending.lie = set(2);
    CHECK_FALSE(extending.extend());
    CHECK(extending.rounds() == 2);
    CHECK(extending.at(1).may_leave_reference());
  }
}

TEST_CASE("a site is asked each question of an extension once, and in its order") {
  Extending extending(two_groups(), lacking_sites());
  const Json first = extending.message();
  const std::string unexpected = "the remote's message: stage is not the one expected";
  for (const char* stage : {"veto", "moments", "count", "mean", "subspace"}) {
    CHECK(extending.refusal({{"stage", stage}}) == unexpected);
  }
  extending.round();
  CHECK(extending.refusal(first) == unexpected);
  Json told = extending.message();
  told["lacking"] = told["subjects"];
  CHECK_FALSE(extending.refusal(told).empty());  // not what the sites sent
  extending.round();
  REQUIRE(extending.message().at("stage") == "moments");
  CHECK(extending.at(0).may_leave_reference());
  Json vetoed = extending.message();
  vetoed["vetoes"] = dsne::pack(Matrix::Ones(1, 1));
  CHECK(extending.refusal(vetoed) == "the remote's message: landmarks are vetoed");
  Json nodes = extending.message();
  nodes["nodes"] = {1};
  CHECK(extending.refusal(nodes) ==
        "the remote's message: nodes must hold whole numbers from 0 to 0");
  Json axes = extending.message();
  axes["nodes"] = {0};
  axes["axes"] = {extended_features + 1};
  CHECK_FALSE(extending.refusal(axes).empty());
  extending.round();
  CHECK_FALSE(extending.at(0).may_leave_reference());
  CHECK(extending.refusal(first) == unexpected);
}

TEST_CASE("a damaged state of an extension is refused") {
  Extending extending(two_groups(), lacking_sites());
  extending.run_until("count");
  const Json whole = extending.state(0);
  for (const auto& item : whole.items()) {
    CAPTURE(item.key());
    extending.state(0) = whole;
    extending.state(0).erase(item.key());
    CHECK_THROWS_AS(extending.at(0), dsne::Error);
    extending.state(0) = whole;
    extending.state(0)[item.key()] = "damaged";
    CHECK_THROWS_AS(extending.at(0), dsne::Error);
  }
}

TEST_CASE("an extended reference is the same when it is read again") {
  const std::string given = "label,a,b\nx,1,2\ny,3,4\nx,5,7\n";
  const AddedLandmarks added{Matrix::Constant(2, 2, 0.1), dsne::federated::Counts::Constant(2, 7)};
  const std::string text = to_text(given, added);
  CHECK(dsne::federated::given_part(text) == given);
  CHECK_FALSE(dsne::federated::is_learned(text));
  const auto reference = dsne::federated::parse_run_reference(text);
  CHECK(number_of_points(reference) == 5);
  CHECK(reference.points.values.rows() == 3);
  CHECK(labels_of(reference) == std::vector<std::string>{"x", "y", "x", "", ""});
  REQUIRE(reference.added);
  CHECK(reference.added->landmarks == added.landmarks);
  CHECK(reference.added->members == added.members);
  Parameters parameters;
  parameters.initial_dims = 0;
  const auto preprocessing = preprocessing_of(reference, parameters);
  const Matrix points = preprocessed(reference, preprocessing);
  CHECK(points.rows() == 5);
  CHECK(points.bottomRows(2) == added.landmarks);
  CHECK(held_out_points(reference, preprocessing).rows() == 5);
  for (const char* name : {"kind", "given", "landmarks", "members", "number_of_landmarks"}) {
    CAPTURE(name);
    Json damaged = Json::parse(text);
    damaged[name] = 3.5;
    CHECK_THROWS_AS(dsne::federated::parse_run_reference(damaged.dump()), dsne::InputError);
  }
  Json wide = Json::parse(text);
  wide["number_of_components"] = 1;
  wide["landmarks"] = dsne::pack(Matrix::Ones(2, 1));
  CHECK_THROWS_AS(preprocessed(dsne::federated::parse_run_reference(wide.dump()), preprocessing),
                  dsne::InputError);
}

TEST_CASE("what does not go with an extended reference is refused") {
  const auto refusal = [](const std::function<void(Parameters&)>& change) -> std::string {
    Parameters parameters;
    parameters.reference = dsne::federated::ReferenceChoice::extended;
    change(parameters);
    try {
      check_extensible(parameters);
    } catch (const dsne::InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const char* method : {"dsne", "joint", "single-shot", "sphere"}) {
    CHECK(refusal([&](Parameters& p) { p.method = method; }).empty());
  }
  for (const char* method :
       {"fedne", "dp-dsne", "dp-density", "fed-tsne", "fed-umap", "spectral-clustering"}) {
    CHECK(refusal([&](Parameters& p) { p.method = method; }) ==
          "method " + std::string(method) + " does not take reference extended");
  }
  CHECK(refusal([](Parameters& p) { p.reference_epsilon = 1; }) ==
        "reference extended has no guarantee: with it reference_epsilon must be 0");
  CHECK(refusal([](Parameters& p) { p.landmark_method = dsne::federated::LandmarkMethod::mmd; }) ==
        "reference extended takes landmark_method tree alone");
  CHECK_THROWS_AS(extension_space(Matrix::Random(20, 101)), dsne::InputError);
}
