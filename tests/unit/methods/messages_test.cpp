// What a coordinator or a site that does not keep to the protocol sends, to the halves of every
// method.

#include "methods/messages.h"

#include <functional>
#include <map>

#include "method_runs.h"
#include "methods/fedne/map_network.h"

namespace {

std::string refusal(Federation& run, const Json& message) {
  return run.refusal(run.sites()[0], message);
}

using Lie = std::function<void(Json&)>;

Lie set(const char* pointer, const Json& value) {
  return [=](Json& message) { message[Json::json_pointer(pointer)] = value; };
}

Matrix matrix_in(const Json& message, const char* name) { return dsne::unpack(message.at(name)); }

/// A lie about one number of a packed matrix.
Lie set_number(const char* name, std::size_t index, double number) {
  return [=](Json& message) { message[name] = with_number(message[name], index, number); };
}

const Json fedne =
    short_run("fedne", {{"averaged", "weights"}, {"surrogates", "sum"}, {"max_iterations", 8}});
const Json clusters = short_run("spectral-clustering", {{"clusters", 3}});

dsne::nn::Network network_in(const Json& message) {
  return dsne::methods::network_field(
      message, "network", dsne::methods::map_widths(parse_parameters(fedne), 6), "message");
}

/// Another network, and the reference where it puts it.
void tell_another_network(Json& message) {
  dsne::nn::Network network = network_in(message);
  network.weights(3) = 0.1;
  message["network"] = dsne::pack(network.weights);
  message["reference_places"] =
      dsne::pack(dsne::methods::placed_by(network, reference_data(), reference_data()));
}

Lie tell_repulsion(double value) {
  return [=](Json& message) {
    const auto points = message["repulsion"]["columns"].get<Eigen::Index>();
    message["repulsion"] = dsne::pack(RowVector::Constant(points, value));
  };
}

}  // namespace

TEST_CASE("each field of a message, and of an answer, that is gone or damaged is refused") {
  for (const Json& given : all_runs()) {
    CAPTURE(given.dump());
    Federation run = run_of(given);
    for (int round = 0; round < run.rounds(); ++round) {
      CAPTURE(round);
      for_wrong_fields(run.message(), [&](const auto& field, const Json& value) {
        CAPTURE(field.to_string());
        CAPTURE(value.dump().substr(0, 300));
        CHECK_FALSE(refusal(run, with_value(run.message(), field, value)).empty());
      });
      const auto before = run.coordinator_state();
      run.round();
      for_wrong_fields(run.answers().at("b"), [&](const auto& field, const Json& value) {
        // A site that keeps its places sends no counts.
        if (field.back() == "cluster_counts" && value.is_discarded()) return;
        CAPTURE(field.to_string());
        CAPTURE(value.dump().substr(0, 300));
        auto answers = run.answers();
        answers["b"] = with_value(answers["b"], field, value);
        CHECK_THROWS_AS(run.coordinator(before)->combine(SiteAnswers(answers)), dsne::MessageError);
      });
    }
  }
}

TEST_CASE("a site answers each message once, in order, and releases nothing otherwise") {
  for (const Json& given : all_runs()) {
    CAPTURE(given.dump());
    std::vector<Json> messages;
    Federation other = run_of(given);
    for (int round = 0; round < other.rounds(); ++round) {
      messages.push_back(other.message());
      other.round();
    }
    Federation run = run_of(given);
    for (std::size_t round = 0; round <= messages.size(); ++round) {
      CAPTURE(round);
      const std::size_t releases = run.releases.size();
      for (std::size_t asked = 0; asked < messages.size(); ++asked) {
        if (asked == round) continue;
        CAPTURE(asked);
        CHECK_FALSE(refusal(run, messages[asked]).empty());
      }
      CHECK(run.releases.size() == releases);
      if (round < messages.size()) run.round();
    }
  }
}

TEST_CASE("a site charges its releases before it reads its subjects, or does neither") {
  for (const auto& [given, events] : {std::pair<Json, std::string>{short_run("dp-density"), "sr"},
                                      {short_run("dp-dsne", {{"local_iterations", 3}}), "sssr"},
                                      {short_run("sphere", {{"sphere_epsilon", 1}}), "sr"}}) {
    Federation run = run_of(given);
    if (given["method"] == "sphere") run.round();  // its numbers of subjects
    const SiteData& site = run.sites()[0];
    run.events.clear();
    run.site_half(site)->round(run.message());
    CHECK(run.events == events);
    run.events.clear();
    run.may_spend = false;
    CHECK_THROWS_AS(run.site_half(site)->round(run.message()), dsne::InputError);
    CHECK(run.events.empty());
  }
}

TEST_CASE("a site refuses what no run's coordinator tells") {
  struct Told {
    Json given;
    int rounds;
    Lie lie;
    std::string expected;
  };
  const std::string places = "reference_places is not where the network puts the reference";
  const std::string values = "values is not one of a run's";
  const std::string counted = "landmark_clusters is not what the sites' sums give";
  const Lie far = [](Json& message) {
    message["reference_places"] = dsne::pack(Matrix::Constant(40, 2, 1e7));
  };
  for (const Told& told : std::vector<Told>{
           {short_run("single-shot"), 0, far, ""},
           {short_run("dp-density"), 0, far, ""},
           {fedne, 0, tell_another_network, "network is not the one that the run starts from"},
           {fedne, 1, tell_another_network, "network is not the one that the run starts from"},
           {fedne, 3, set_number("network", 3, 1001), "network has weights that no run ends in"},
           {fedne, 3, set_number("reference_places", 7, 1e-3), places},
           {fedne, 3, set("/grid/step", 0.1), "step is out of range"},
           {fedne, 3, set("/grid/side", 129), ""},
           {fedne, 4, tell_repulsion(-1), "repulsion is not that of the run's subjects"},
           {fedne, 4, tell_repulsion(2.5 * 95 + 1), "repulsion is not that of the run's subjects"},
           {clusters, 1, set("/subjects", dsne::pack(Matrix::Constant(1, 1, 29))),
            "subjects is not the number of the sites' subjects"},
           {clusters, 2, set_number("affinity_sums", 4, 1e6),
            "affinity_sums is more than the sites can have sent"},
           {clusters, 3, set("/clusters", 2), "clusters must be a whole number from 3 to 3"},
           {clusters, 3, set("/values", {0.5, 0.6, 0.4}), values},
           {clusters, 3, set("/values", {1, 0.5, 0}), values},
           {clusters, 3, set("/values", {1e9, 0.5, 0.1}), values},
           {clusters, 3,
            [](Json& message) {
              message["vectors"] = dsne::pack(Matrix(2 * matrix_in(message, "vectors")));
            },
            "vectors is not one of a run's"},
           {clusters, 4, set("/landmark_clusters/0", 3), ""},
           {clusters, 4,
            [](Json& message) {
              Json& first = message["landmark_clusters"][0];
              first = (first.get<int>() + 1) % 3;
            },
            counted}}) {
    CAPTURE(told.given.dump());
    CAPTURE(told.expected);
    Federation run = run_of(told.given);
    run.run(told.rounds);
    Json message = run.message();
    CHECK(refusal(run, message).empty());
    told.lie(message);
    CHECK(refusal(run, message).starts_with("the remote's message: " + told.expected));
  }
}

TEST_CASE("the coordinator refuses what no site of a run sends") {
  struct Sent {
    Json given;
    int rounds;
    std::string name;
    Json value;
  };
  const Json posts = short_run("fed-tsne");
  Matrix distances = Matrix::Ones(25, 40);
  distances(3, 5) = -1e-9;
  const Json negative = dsne::pack(distances);
  distances(3, 5) = 1e9;
  for (const Sent& sent :
       std::vector<Sent>{{short_run("dp-density"), 0, "counts", std::vector<double>(9, 0.5)},
                         {short_run("dp-density"), 0, "counts", std::vector<double>(9, 1e300)},
                         {posts, 0, "distances", negative},
                         {posts, 0, "distances", dsne::pack(distances)},
                         {posts, 0, "places_key", "secret"},
                         {clusters, 4, "cluster_counts", {25, 1, 0, 0}},
                         {clusters, 4, "cluster_counts", {25, -1, 0, 0}}}) {
    CAPTURE(sent.name);
    Federation run = run_of(sent.given);
    run.run(sent.rounds);
    const Json before = run.coordinator_state();
    run.round();
    auto answers = run.answers();
    CHECK_NOTHROW(run.coordinator(before)->combine(SiteAnswers(answers)));
    answers["b"][sent.name] = sent.value;
    CHECK_THROWS_AS(run.coordinator(before)->combine(SiteAnswers(answers)), dsne::MessageError);
  }
}
