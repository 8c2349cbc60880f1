#include "federated/sums/site_sums.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>

#include "core/errors.h"
#include "federated/site_answers.h"
#include "federated/sums/masked_fields.h"
#include "meeting.h"
#include "packed.h"

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

const SumTerm what_is_summed{"what", 1000, Matrix::Zero(2, 2), true};

/// What the coordinator tells of the sum.
Json told(const std::map<std::string, Json>& answers) {
  Json message = Json::object();
  SiteAnswers(answers).hand_on(what_is_summed, message);
  return message.at("what");
}

std::string refusal(const SiteSums& sums, const Json& sum, const SumTerm& term = what_is_summed) {
  try {
    sums.verified_sum(sum, term);
  } catch (const dsne::MessageError& error) {
    return error.what();
  }
  return "";
}

const std::string not_the_sum =
    "the remote's message: what is not the sum of what the sites have sent";

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

TEST_CASE("a coordinator cannot add an honest site's key a second time in another form") {
  Sites sites;
  for (const char* name : {"a", "b"}) sites.emplace(name, SiteSums::begin(name, std::nullopt));
  Json keys = to_json(roster_of(sites));
  for (const char top : {'8', '9', 'a', 'b', 'c', 'd', 'e', 'f'}) {
    std::string twin = keys["b"]["run"];
    twin[62] = top;
    keys["twin"] = {{"run", twin}};
    CHECK_THROWS_AS(sites.at("a").meet(dsne::federated::parse_roster(keys, "keys")),
                    dsne::MessageError);
  }
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
  const KeyPolicy knows_b{{key("b"), key("c")}, 2};

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

TEST_CASE("the sites see that a sum is theirs, of one site as of many") {
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"a"}, {"a", "b"}, {"c", "b", "a", "local0", "local10"}}) {
    Sites sites = met_sites(names);
    Json message = Json::object();
    const SiteAnswers answers(answers_of(sites, {{"x", 1}}, true));
    CHECK(answers.hand_on(what_is_summed, message) == expected_sum(sites));
    for (auto& [name, sums] : sites) {
      sums.hear(message, {"embed", 6});
      CHECK(next_step(sums, name).verified_sum(message["what"], what_is_summed) ==
            expected_sum(sites));
    }
  }
}

TEST_CASE("a sum that is another than the sites' is refused") {
  Sites sites = met_sites({"a", "b", "c"});
  const auto sent = answers_of(sites, {{"x", 1}}, true);
  const Json sum = told(sent);
  for (auto& [name, sums] : sites) sums.hear({{"what", sum}}, {"embed", 6});
  const SiteSums& a = sites.at("a");
  REQUIRE(refusal(a, sum).empty());
  const std::vector<std::uint64_t> words = words_of(sum);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (int bit = 0; bit < 64; ++bit) {
      std::vector<std::uint64_t> changed = words;
      changed[i] ^= std::uint64_t{1} << bit;
      CHECK(refusal(a, with_words(sum, changed)) == not_the_sum);
    }
  }
  const auto check = dsne::federated::checksum_field(sum, "the sum");
  for (int bit = 0; bit < 128; ++bit) {
    Json changed = sum;
    changed["check"] = dsne::federated::pack_checksum(check ^ (dsne::privacy::Checksum{1} << bit));
    CHECK(refusal(a, changed) == not_the_sum);
  }
  // Sum and checksum multiplied alike, and without one of the sites.
  std::vector<std::uint64_t> twice = words;
  for (std::uint64_t& word : twice) word *= 2;
  Json scaled = with_words(sum, twice);
  scaled["check"] = dsne::federated::pack_checksum(2 * check);
  CHECK(refusal(a, scaled) == not_the_sum);
  std::vector<std::uint64_t> without_b = words;
  const Json& of_b = sent.at("b").at("masked").at("what");
  for (std::size_t i = 0; i < words.size(); ++i) without_b[i] -= words_of(of_b)[i];
  Json smaller = with_words(sum, without_b);
  smaller["check"] =
      dsne::federated::pack_checksum(check - dsne::federated::checksum_field(of_b, "a term"));
  CHECK(refusal(a, smaller) == not_the_sum);
}

TEST_CASE("a sum of another name, shape, round or run is refused") {
  Sites sites = met_sites({"a", "b", "c"});
  const Json sum = told(answers_of(sites, {{"x", 1}}, true));
  const SiteSums before = sites.at("a");
  for (auto& [name, sums] : sites) sums.hear({{"what", sum}}, {"embed", 6});
  const SiteSums& a = sites.at("a");
  CHECK(refusal(before, sum) == not_the_sum);
  const std::string other =
      "the remote's message: other is not the sum of what the sites have sent";
  CHECK(refusal(a, sum, {"other", 1000, Matrix::Zero(2, 2)}) == other);
  CHECK(refusal(a, sum, {"what", 1000, Matrix::Zero(4, 1)}).find("rows") != std::string::npos);
  Json turned = sum;
  turned.update({{"rows", 4}, {"columns", 1}});
  CHECK(refusal(a, turned, {"what", 1000, Matrix::Zero(4, 1)}) == not_the_sum);
  for (const Json& bad : with_damaged_members(sum, "uint64")) CHECK_FALSE(refusal(a, bad).empty());
  for (const char* member : {"rows", "columns", "uint64", "check"}) {
    Json bad = sum;
    bad.erase(member);
    CHECK_FALSE(refusal(a, bad).empty());
  }
  for (const Json& bad : {Json(), Json(1), Json::array(), Json("x")}) {
    CHECK_FALSE(refusal(a, bad).empty());
  }
  Sites others = met_sites({"a", "b", "c"});
  CHECK(refusal(a, told(answers_of(others, {{"x", 1}}, true))) == not_the_sum);
  // The next round's terms are the same, and their sum has another checksum.
  const Json next = told(answers_of(sites, {{"what", sum}}, true));
  CHECK(next["uint64"] == sum["uint64"]);
  CHECK(next["check"] != sum["check"]);
  CHECK(refusal(sites.at("a"), next) == not_the_sum);
  sites.at("a").hear({{"what", next}}, {"embed", 8});
  CHECK(refusal(sites.at("a"), sum) == not_the_sum);
  CHECK(refusal(sites.at("a"), next).empty());
}

TEST_CASE("checksums look random, whatever the terms: those of a site, and that of their sum") {
  std::array<int, 128> set_at_site{};
  std::array<int, 128> set_in_sum{};
  constexpr int runs = 1000;
  Sites sites = met_sites({"a", "b"});
  for (int run = 0; run < runs; ++run) {
    const auto sent = answers_of(sites, {{"x", run}}, true);
    const auto site =
        dsne::federated::checksum_field(sent.at("b").at("masked").at("what"), "a term");
    const auto sum = dsne::federated::checksum_field(told(sent), "a sum");
    for (std::size_t bit = 0; bit < 128; ++bit) {
      set_at_site[bit] += static_cast<int>(site >> bit & 1U);
      set_in_sum[bit] += static_cast<int>(sum >> bit & 1U);
    }
  }
  // Six standard deviations of a binomial count.
  for (const auto& counts : {set_at_site, set_in_sum}) {
    for (const int set : counts) CHECK(std::abs(set - runs / 2) < 6 * std::sqrt(runs / 4.0));
  }
}

TEST_CASE("the common key is the first site's, made again alike, and only the others can open it") {
  Sites sites;
  for (const char* name : {"a", "b", "c"}) {
    sites.emplace(name, SiteSums::begin(name, std::nullopt));
  }
  CHECK_THROWS_AS(static_cast<void>(sites.at("a").sealed_keys()), dsne::MessageError);
  CHECK_THROWS_AS(sites.at("b").take_common_key({{"b", "x"}}), dsne::MessageError);
  const Roster roster = roster_of(sites);
  for (auto& [name, sums] : sites) {
    sums.hear({{"keys", to_json(roster)}}, {"reference", 1});
    sums.meet(roster);
  }
  const Json sealed = sites.at("a").sealed_keys();
  CHECK(next_step(sites.at("a"), "a").sealed_keys() == sealed);
  CHECK(sites.at("b").sealed_keys().is_null());
  SumTerm term = term_of("b");
  CHECK_NOTHROW(static_cast<void>(sites.at("b").mask({term})));
  term.verified = true;
  CHECK_THROWS_AS(static_cast<void>(sites.at("b").mask({term})), dsne::MessageError);

  SiteSums& b = sites.at("b");
  Json bad = sealed;
  SUBCASE("another's") { bad["b"] = sealed["c"]; }
  SUBCASE("none") { bad.erase("b"); }
  SUBCASE("damaged") {
    auto text = sealed["b"].get<std::string>();
    text[40] = text[40] == 'A' ? 'B' : 'A';
    bad["b"] = text;
  }
  SUBCASE("of another run") {
    Sites others;
    for (const char* name : {"a", "b"}) others.emplace(name, SiteSums::begin(name, std::nullopt));
    others.at("a").meet(roster_of(others));
    bad = others.at("a").sealed_keys();
  }
  SUBCASE("no text") { bad["b"] = 1; }
  SUBCASE("too short") { bad["b"] = "AAAA"; }
  CHECK_THROWS_AS(b.take_common_key(bad), dsne::MessageError);
  CHECK_THROWS_AS(static_cast<void>(b.mask({term})), dsne::MessageError);
  b.take_common_key(sealed);
  CHECK_NOTHROW(static_cast<void>(next_step(b, "b").mask({term})));
}

TEST_CASE(
    "a first site that tells the others different keys has the run end, and no sum believed") {
  Sites sites = met_sites({"a", "b", "c"});
  Json state = sites.at("b").state();
  state["common_key"] = dsne::to_hex(dsne::hash_of({"another key"}));
  sites.at("b") = SiteSums(state, "b");
  const Json sum = told(answers_of(sites, {{"x", 1}}, true));
  for (auto& [name, sums] : sites) {
    sums.hear({{"what", sum}}, {"embed", 6});
    CHECK(refusal(sums, sum) == not_the_sum);
  }
}

TEST_CASE("damaged states and messages are errors") {
  Sites sites = met_sites({"a", "b"});
  for (const char* name : {"secret", "others", "identities", "common_key", "now", "before"}) {
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
