#include "federated/site_sums.h"

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <random>

#include "core/errors.h"
#include "federated/masked_fields.h"
#include "federated/site_answers.h"

using dsne::Json;
using dsne::Matrix;
using dsne::federated::KeyPolicy;
using dsne::federated::Roster;
using dsne::federated::SiteAnswers;
using dsne::federated::SiteSums;
using dsne::federated::SumTerm;
using dsne::privacy::Identity;

namespace {

using Sites = std::map<std::string, SiteSums>;

/// As a step leaves it and the next one finds it.
SiteSums next_step(const SiteSums& sums, const std::string& site) {
  return {Json::parse(sums.state().dump()), site};
}

Roster roster_of(const Sites& sites) {
  Json keys = Json::object();
  for (const auto& [name, sums] : sites) keys[name] = to_json(sums.keys());
  return dsne::federated::parse_roster(keys, "keys");
}

/// Sites that have met.
Sites met_sites(const std::vector<std::string>& names,
                const std::map<std::string, Identity>& identities = {}) {
  Sites sites;
  for (const std::string& name : names) {
    const auto identity = identities.find(name);
    sites.emplace(
        name, SiteSums::begin(name, identity == identities.end() ? std::optional<dsne::Bytes32>()
                                                                 : identity->second.public_key()));
  }
  const Roster roster = roster_of(sites);
  for (auto& [name, sums] : sites) {
    sums.hear({{"keys", to_json(roster)}}, {"reference", 1});
    sums.meet(roster);
    sums = next_step(sums, name);
  }
  return sites;
}

SumTerm term_of(const std::string& site) {
  Matrix values(2, 2);
  values << 1, 2, 3, static_cast<double>(site.front());
  return {"what", 1000, values};
}

Json answer(SiteSums& sums, const std::string& site, const Json& message, bool verified = false) {
  sums.hear(message, {"embed", 5});
  SumTerm term = term_of(site);
  term.verified = verified;
  return {{"masked", sums.mask({term})}};
}

std::map<std::string, Json> answers_of(Sites& sites, const Json& message, bool verified = false) {
  std::map<std::string, Json> answers;
  for (auto& [name, sums] : sites) answers[name] = answer(sums, name, message, verified);
  return answers;
}

Matrix expected_sum(const Sites& sites) {
  Matrix sum = Matrix::Zero(2, 2);
  for (const auto& [name, sums] : sites) sum += term_of(name).values;
  return sum;
}

Json terms(const std::map<std::string, Json>& answers) {
  return SiteAnswers(answers).masked_terms("what");
}

}  // namespace

TEST_CASE("the coordinator gets the sum, of one site as of many") {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"a"}, {"a", "b"}, {"c", "b", "a", "local0", "local10"}}) {
    Sites sites = met_sites(names);
    const SiteAnswers answers(answers_of(sites, {{"iteration", 1}}));
    CHECK(answers.sum("what", 2, 2, 1000) == expected_sum(sites));
  }
}

TEST_CASE("a step that is made again says the same, a site with another key something else") {
  Sites sites = met_sites({"a", "b"});
  SiteSums again = next_step(sites.at("a"), "a");
  CHECK(answer(again, "a", {{"x", 1}}) == answer(sites.at("a"), "a", {{"x", 1}}));
  Sites others = met_sites({"a", "b"});
  CHECK(answer(others.at("a"), "a", {{"x", 1}}) != answer(again, "a", {{"x", 1}}));
}

TEST_CASE("a message that two orchestrators write differently is the same message") {
  Sites sites = met_sites({"a", "b"});
  std::map<std::string, Json> answers;
  answers["a"] = answer(sites.at("a"), "a", Json::parse(R"({"x": [1.0, -0.0], "y": 2})"));
  answers["b"] = answer(sites.at("b"), "b", Json::parse(R"({"y": 2e0, "x": [1, 0]})"));
  CHECK(SiteAnswers(answers).sum("what", 2, 2, 1000) == expected_sum(sites));
}

TEST_CASE("who tells one site something else than another learns nothing but that") {
  Sites sites = met_sites({"a", "b", "c"});
  std::map<std::string, Json> answers = answers_of(sites, {{"x", 1}});
  SUBCASE("in this round") {
    Sites again = sites;
    answers["c"] = answer(again.at("c"), "c", {{"x", 2}});
  }
  SUBCASE("in an earlier round") {
    answers_of(sites, {{"x", 3}});
    sites.at("b").hear({{"x", 4}}, {"embed", 6});
    sites.at("a").hear({{"x", 5}}, {"embed", 6});
    sites.at("c").hear({{"x", 4}}, {"embed", 6});
    answers = answers_of(sites, {{"x", 6}});
  }
  SUBCASE("or replays an answer of another round") {
    const Json old = answers["a"];
    answers = answers_of(sites, {{"x", 1}});
    answers["a"] = old;
  }
  CHECK_THROWS_AS(SiteAnswers{answers}, dsne::MessageError);
}

TEST_CASE("a coordinator that invents a site, or leaves one out, is found out") {
  Sites sites = met_sites({"a", "b", "c"});
  std::map<std::string, Json> answers = answers_of(sites, {{"x", 1}});
  answers.erase("c");
  CHECK_THROWS_AS(SiteAnswers{answers}, dsne::MessageError);
  answers = answers_of(sites, {{"x", 2}});
  answers["d"] = answers["c"];
  CHECK_THROWS_AS(SiteAnswers{answers}, dsne::MessageError);
}

TEST_CASE("a site refuses to meet sites among which it is not, and others than before") {
  Sites sites = met_sites({"a", "b"});
  Sites others;
  others.emplace("a", SiteSums::begin("a", std::nullopt));
  others.emplace("c", SiteSums::begin("c", std::nullopt));
  CHECK_THROWS_AS(sites.at("a").meet(roster_of(others)), dsne::MessageError);
  SiteSums fresh = SiteSums::begin("b", std::nullopt);
  CHECK_THROWS_AS(fresh.meet(roster_of(others)), dsne::MessageError);
  CHECK_THROWS_AS(fresh.meet(roster_of(sites)), dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(fresh.mask({})), dsne::MessageError);
}

TEST_CASE("a swapped key makes noise of the sum") {
  Sites sites;
  for (const char* name : {"a", "b", "c"}) {
    sites.emplace(name, SiteSums::begin(name, std::nullopt));
  }
  Roster honest = roster_of(sites);
  Roster swapped = honest;
  swapped.sites.at("b").run = SiteSums::begin("b", std::nullopt).keys().run;
  swapped = dsne::federated::parse_roster(to_json(swapped), "keys");
  for (const char* name : {"b", "c"}) sites.at(name).meet(honest);
  sites.at("a").meet(swapped);
  CHECK_THROWS_AS(SiteAnswers{answers_of(sites, {{"x", 1}})}, dsne::MessageError);
}

TEST_CASE("keys of no use, or of two sites, are refused") {
  Sites sites;
  sites.emplace("a", SiteSums::begin("a", std::nullopt));
  Json keys = {{"a", to_json(sites.at("a").keys())}, {"b", {{"run", std::string(64, '0')}}}};
  CHECK_THROWS_AS(sites.at("a").meet(dsne::federated::parse_roster(keys, "keys")),
                  dsne::MessageError);
  keys["b"] = keys["a"];
  CHECK_THROWS_AS(dsne::federated::parse_roster(keys, "keys"), dsne::MessageError);
  for (const Json& bad : {Json(), Json(1), Json::object(), Json{{"run", 1}}, Json{{"run", "ab"}}}) {
    CHECK_THROWS_AS(dsne::federated::parse_site_keys(bad, "keys"), dsne::MessageError);
  }
}

TEST_CASE("known sites are those whose keys are signed by identities that this site knows") {
  std::map<std::string, Identity> identities;
  for (const char* name : {"a", "b", "c"}) identities.emplace(name, Identity::make());
  Sites sites = met_sites({"a", "b", "c", "d"}, identities);
  Json signatures = Json::object();
  for (const auto& [name, identity] : identities) {
    signatures[name] = sites.at(name).signature(identity);
  }
  SiteSums& a = sites.at("a");
  const KeyPolicy knows_b{{identities.at("b").public_key()}, 2};
  a.check_signatures(signatures, knows_b);
  CHECK(a.sites() == 4);
  CHECK(a.known_sites() == 2);
  CHECK(next_step(a, "a").known_sites() == 2);
  a.check_signatures(signatures, {{Identity::make().public_key()}, 2});
  CHECK(a.known_sites() == 1);
  a.check_signatures(signatures, {});
  CHECK(a.known_sites() == 4);

  SUBCASE("another's signature") { signatures["b"] = signatures["c"]; }
  SUBCASE("none") { signatures.erase("b"); }
  SUBCASE("one of another run") {
    Sites other = met_sites({"a", "b", "c", "d"}, identities);
    signatures["b"] = other.at("b").signature(identities.at("b"));
  }
  CHECK_THROWS_AS(a.check_signatures(signatures, knows_b), dsne::MessageError);
}

TEST_CASE("a site signs with the identity that it registered only") {
  const Identity own = Identity::make();
  Sites sites = met_sites({"a", "b"}, {{"a", own}});
  CHECK_NOTHROW(static_cast<void>(sites.at("a").signature(own)));
  CHECK_THROWS_AS(static_cast<void>(sites.at("a").signature(Identity::make())), dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(sites.at("b").signature(own)), dsne::MessageError);
}

TEST_CASE("sites add verified terms up themselves, and see when one was changed on the way") {
  Sites sites = met_sites({"a", "b", "c"});
  const auto sent = answers_of(sites, {{"x", 1}}, true);
  Json handed_on = terms(sent);
  const SumTerm shape{"what", 1000, Matrix::Zero(2, 2)};
  for (auto& [name, sums] : sites) sums.hear({{"what", handed_on}}, {"embed", 6});
  for (auto& [name, sums] : sites)
    CHECK(sums.verified_sum(handed_on, shape) == expected_sum(sites));

  Json changed = handed_on;
  SUBCASE("another site's words") { changed["b"]["uint64"] = changed["c"]["uint64"]; }
  SUBCASE("its own words") { changed["a"]["uint64"] = changed["c"]["uint64"]; }
  SUBCASE("no tag for it") { changed["b"]["tags"].erase("a"); }
  SUBCASE("a site missing") { changed.erase("b"); }
  SUBCASE("a site too many") { changed["d"] = changed["b"]; }
  SUBCASE("another shape") { changed["b"]["rows"] = 4; }
  SUBCASE("terms of an earlier round") {
    for (auto& [name, sums] : sites) sums.hear({{"x", 9}}, {"embed", 7});
  }
  CHECK_THROWS_AS(static_cast<void>(sites.at("a").verified_sum(changed, shape)),
                  dsne::MessageError);
}

TEST_CASE("damaged states and messages are errors") {
  Sites sites = met_sites({"a", "b"});
  for (const char* name : {"secret", "others", "identities", "known", "now", "before"}) {
    Json state = sites.at("a").state();
    state[name] = "x";
    CHECK_THROWS_AS(SiteSums(state, "a"), dsne::MessageError);
    state.erase(name);
    CHECK_THROWS_AS(SiteSums(state, "a"), dsne::MessageError);
  }
  auto answers = answers_of(sites, {{"x", 1}});
  CHECK_THROWS_AS(static_cast<void>(SiteAnswers(answers).sum("other", 2, 2, 1)),
                  dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(SiteAnswers(answers).sum("what", 4, 1, 1)), dsne::MessageError);
  answers["a"]["masked"]["what"]["uint64"] = "!";
  CHECK_THROWS_AS(static_cast<void>(SiteAnswers(answers).sum("what", 2, 2, 1)), dsne::MessageError);
  answers["a"].erase("masked");
  CHECK_THROWS_AS(SiteAnswers{answers}, dsne::MessageError);
}

TEST_CASE("a message mutated at random is refused or adds to a finite sum") {
  Sites sites = met_sites({"a", "b"});
  const auto answers = answers_of(sites, {{"x", 1}});
  const std::string text = answers.at("a").dump();
  const std::string characters = R"( -.0123456789:,{}[]"eAaZz+/=)";
  std::minstd_rand random(1);
  int refused = 0;
  int added_up = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = text;
    for (std::size_t changes = 1 + random() % 3; changes > 0; --changes) {
      mutated[random() % mutated.size()] = characters[random() % characters.size()];
    }
    const Json answer = Json::parse(mutated, nullptr, false);
    if (answer.is_discarded()) continue;
    auto changed = answers;
    changed["a"] = answer;
    try {
      const Matrix sum = SiteAnswers(changed).sum("what", 2, 2, 1000);
      REQUIRE(sum.allFinite());
      REQUIRE(sum.cwiseAbs().maxCoeff() < 10000);
      ++added_up;
    } catch (const dsne::MessageError&) {
      ++refused;
    }
  }
  CHECK(refused > 1000);
  CHECK(added_up > 1000);
}
