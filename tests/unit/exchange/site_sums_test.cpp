#include "exchange/site_sums.h"

#include <doctest/doctest.h>

#include <map>
#include <random>

#include "core/errors.h"
#include "exchange/site_answers.h"
#include "meeting.h"
#include "methods/messages.h"
#include "packed.h"

using dsne::Json;
using dsne::Matrix;
using dsne::exchange::Roster;
using dsne::exchange::SiteAnswers;
using dsne::exchange::SiteSums;
using dsne::exchange::SumTerm;
using dsne::privacy::Identity;

namespace {

using Sites = std::map<std::string, SiteSums>;

/// As a step leaves it and the next one finds it.
SiteSums next_step(const SiteSums& sums, const std::string& site) {
  return {Json::parse(sums.state().dump()), site};
}

Roster roster_of(const Sites& sites) {
  Json keys = Json::object();
  for (const auto& [name, sums] : sites) keys[name] = dsne::to_message(sums.keys());
  return dsne::exchange::parse_roster(keys, "keys");
}

/// Sites without identities that have not met.
Sites new_sites(const std::vector<std::string>& names) {
  Sites sites;
  for (const std::string& name : names) sites.emplace(name, SiteSums::begin(name, std::nullopt));
  return sites;
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
  meet(sites);
  for (auto& [name, sums] : sites) {
    sums.hear({{"keys", to_json(roster_of(sites))}}, {"reference", 1});
    sums = next_step(sums, name);
  }
  return sites;
}

SumTerm term_of(const std::string& site) {
  Matrix values(2, 2);
  values << 1, 2, 3, static_cast<double>(site.front());
  return {"what", 1000, values};
}

Json answer(SiteSums& sums, const std::string& site, const Json& message) {
  sums.hear(message, {"embed", 5});
  return {{"masked", sums.mask({term_of(site)})}};
}

std::map<std::string, Json> answers_of(Sites& sites, const Json& message) {
  std::map<std::string, Json> answers;
  for (auto& [name, sums] : sites) answers[name] = answer(sums, name, message);
  return answers;
}

Matrix expected_sum(const Sites& sites) {
  Matrix sum = Matrix::Zero(2, 2);
  for (const auto& [name, sums] : sites) sum += term_of(name).values;
  return sum;
}

}  // namespace

TEST_CASE("the coordinator gets the sum, of one site or many") {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"a"}, {"a", "b"}, {"c", "b", "a", "local0", "local10"}}) {
    Sites sites = met_sites(names);
    const SiteAnswers answers(answers_of(sites, {{"iteration", 1}}));
    CHECK(answers.sum("what", 2, 2, 1000) == expected_sum(sites));
  }
}

TEST_CASE("the sites are told the sum that the coordinator gets") {
  Sites sites = met_sites({"a", "b", "c"});
  const SumTerm shape{"what", 1000, Matrix::Zero(2, 2)};
  Json message = Json::object();
  const SiteAnswers answers(answers_of(sites, {{"x", 1}}));
  CHECK(answers.hand_on(shape, message) == expected_sum(sites));
  CHECK(dsne::methods::told_sum(Json::parse(message.dump()), shape, 3) == expected_sum(sites));
}

TEST_CASE("a told sum has the sites' bound and shape") {
  const SumTerm shape{"what", 1000, Matrix::Zero(2, 3)};
  const auto told = [&](const Matrix& sum, Eigen::Index sites) {
    return dsne::methods::told_sum({{"what", dsne::pack(sum)}}, shape, sites);
  };
  Matrix sum = Matrix::Constant(2, 3, -3);
  for (const double edge : {-2000.0, 2000.0}) {
    sum(1, 2) = edge;
    CHECK(told(sum, 2) == sum);
    CHECK_THROWS_WITH_AS(told(sum, 1),
                         "the remote's message: what is more than the sites can have sent",
                         dsne::MessageError);
    sum(1, 2) = 1.001 * edge;
    CHECK_THROWS_AS(told(sum, 2), dsne::MessageError);
  }
  CHECK_THROWS_AS(dsne::methods::told_sum(Json::object(), shape, 2), dsne::MessageError);
  for (const Json& bad : damaged(dsne::pack(Matrix::Ones(2, 3)))) {
    CHECK_THROWS_AS(dsne::methods::told_sum({{"what", bad}}, shape, 2), dsne::MessageError);
  }
}

TEST_CASE("a site refuses a number of subjects below its own") {
  const auto told = [](double subjects) {
    return dsne::methods::all_subjects({{"subjects", dsne::pack(Matrix::Constant(1, 1, subjects))}},
                                       30);
  };
  CHECK(told(30) == 30);
  CHECK(told(70) == 70);
  for (const double bad : {29.0, 0.0, -30.0, 1e300}) {
    CHECK_THROWS_AS(told(bad), dsne::MessageError);
  }
  CHECK_THROWS_AS(dsne::methods::all_subjects(Json::object(), 30), dsne::MessageError);
  CHECK_THROWS_AS(dsne::methods::counts_from(dsne::RowVector::Constant(2, -1)), dsne::MessageError);
}

TEST_CASE("a repeated step gives the same answer, a site with another key a different one") {
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

TEST_CASE("a coordinator that tells two sites different things learns nothing but that") {
  const Sites met = met_sites({"a", "b", "c"});
  Sites sites = met;
  const std::map<std::string, Json> honest = answers_of(sites, {{"x", 1}});
  Sites again = met;
  std::map<std::string, Json> in_this_round = honest;
  in_this_round["c"] = answer(again.at("c"), "c", {{"x", 2}});
  again = sites;
  for (auto& [name, sums] : again) sums.hear({{"x", name == "b" ? 4 : 5}}, {"embed", 6});
  const std::map<std::string, Json> in_an_earlier_one = answers_of(again, {{"x", 6}});
  std::map<std::string, Json> replayed = answers_of(sites, {{"x", 1}});
  replayed["a"] = honest.at("a");
  std::map<std::string, Json> without = honest;
  without.erase("c");
  std::map<std::string, Json> invented = honest;
  invented["d"] = invented["c"];
  CHECK_NOTHROW(SiteAnswers{honest});
  for (const auto& answers : {in_this_round, in_an_earlier_one, replayed, without, invented}) {
    CHECK_THROWS_AS(SiteAnswers{answers}, dsne::MessageError);
  }
}

TEST_CASE("a site refuses a roster without itself, and a changed one") {
  const Sites sites = met_sites({"a", "b"});
  const Roster others = roster_of(new_sites({"a", "c"}));
  CHECK_THROWS_AS(Sites(sites).at("a").meet(others), dsne::MessageError);
  SiteSums fresh = SiteSums::begin("b", std::nullopt);
  CHECK_THROWS_AS(fresh.meet(others), dsne::MessageError);
  CHECK_THROWS_AS(fresh.meet(roster_of(sites)), dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(fresh.mask({})), dsne::MessageError);
}

TEST_CASE("a swapped key turns the sum into noise") {
  Sites sites = new_sites({"a", "b", "c"});
  const Roster honest = roster_of(sites);
  Roster swapped = honest;
  swapped.sites.at("b").run = SiteSums::begin("b", std::nullopt).keys().run;
  swapped = dsne::exchange::parse_roster(to_json(swapped), "keys");
  for (const char* name : {"b", "c"}) sites.at(name).meet(honest);
  sites.at("a").meet(swapped);
  CHECK_THROWS_AS(SiteAnswers{answers_of(sites, {{"x", 1}})}, dsne::MessageError);
}

TEST_CASE("useless keys, and keys of two sites, in another form, too, are refused") {
  Sites sites = new_sites({"a", "b"});
  const Json honest = to_json(roster_of(sites));
  for (const char top : {'8', '9', 'a', 'b', 'c', 'd', 'e', 'f'}) {
    Json keys = honest;
    std::string twin = keys["b"]["run"];
    twin[62] = top;
    keys["twin"] = {{"run", twin}};
    CHECK_THROWS_AS(sites.at("a").meet(dsne::exchange::parse_roster(keys, "keys")),
                    dsne::MessageError);
  }
  Json keys = honest;
  keys["b"] = {{"run", std::string(64, '0')}};
  sites.at("a").meet(dsne::exchange::parse_roster(keys, "keys"));
  CHECK_THROWS_AS(static_cast<void>(sites.at("a").mask({})), dsne::MessageError);
  keys["b"] = keys["a"];
  CHECK_THROWS_AS(dsne::exchange::parse_roster(keys, "keys"), dsne::MessageError);
  for (const Json& bad : {Json(), Json(1), Json::object(), Json{{"run", 1}}, Json{{"run", "ab"}}}) {
    CHECK_THROWS_AS(dsne::parse_message<dsne::exchange::SiteKeys>(bad, "keys"), dsne::MessageError);
  }
}

TEST_CASE("with known keys, every other site has a signed identity on the list") {
  std::map<std::string, Identity> identities;
  for (const char* name : {"a", "b", "c"}) identities.emplace(name, Identity::make());
  Sites sites = met_sites({"a", "b", "c"}, identities);
  Json signatures = Json::object();
  for (const auto& [name, identity] : identities) {
    signatures[name] = sites.at(name).signature(identity);
  }
  const SiteSums& a = sites.at("a");
  CHECK(a.sites() == 3);
  const auto key = [&](const char* name) { return identities.at(name).public_key(); };
  a.check_signatures(signatures, {{key("b"), key("c")}, 2});
  a.check_signatures(signatures, {{key("a"), key("b"), key("c")}, 2});
  a.check_signatures(signatures, {});
  CHECK_THROWS_WITH_AS(a.check_signatures(signatures, {{key("b")}, 2}),
                       "not on this site's known_keys: c; add their keys to the roster, or run "
                       "without them",
                       dsne::InputError);
  CHECK_THROWS_AS(a.check_signatures(signatures, {{Identity::make().public_key()}, 2}),
                  dsne::InputError);
  const Sites mixed = met_sites({"a", "b", "c", "d"}, identities);
  Json others = Json::object();
  for (const auto& [name, identity] : identities) {
    others[name] = mixed.at(name).signature(identity);
  }
  CHECK_THROWS_AS(mixed.at("a").check_signatures(others, {{key("b"), key("c")}, 2}),
                  dsne::InputError);
  // Another site's signature, one of another run, and none.
  Json others_signature = signatures;
  others_signature["b"] = signatures["c"];
  Json of_another_run = signatures;
  of_another_run["b"] = mixed.at("b").signature(identities.at("b"));
  Json none = signatures;
  none.erase("b");
  for (const Json& bad : {others_signature, of_another_run, none}) {
    CHECK_THROWS_AS(a.check_signatures(bad, {{key("b"), key("c")}, 2}), dsne::MessageError);
  }
}

TEST_CASE("a site signs with the identity that it registered only") {
  const Identity own = Identity::make();
  Sites sites = met_sites({"a", "b"}, {{"a", own}});
  CHECK_NOTHROW(static_cast<void>(sites.at("a").signature(own)));
  CHECK_THROWS_AS(static_cast<void>(sites.at("a").signature(Identity::make())), dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(sites.at("b").signature(own)), dsne::MessageError);
}

TEST_CASE("damaged messages are errors") {
  Sites sites = met_sites({"a", "b"});
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

TEST_CASE("the fingerprint is the same at all sites with one roster") {
  using dsne::privacy::Identity;
  const Identity a = Identity::make();
  const Identity b = Identity::make();
  const auto at = [](const Identity& own, const std::set<dsne::Bytes32>& known) {
    return dsne::exchange::roster_fingerprint(
        dsne::exchange::SiteSums::begin("x", own.public_key()), {known, 3});
  };
  const std::string whole = at(a, {a.public_key(), b.public_key()});
  CHECK(whole.size() == 24);
  CHECK(whole == at(b, {a.public_key(), b.public_key()}));
  CHECK(whole == at(a, {b.public_key()}));
  CHECK(whole != at(a, {Identity::make().public_key()}));
  CHECK(at(a, {}).empty());
}
