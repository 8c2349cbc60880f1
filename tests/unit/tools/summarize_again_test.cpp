// A second summary of the same persons, in the same folder: whatever was written in another way, it
// is refused.

#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>
#include <functional>

#include "data/npy.h"
#include "unit/tools/summary_desk.h"

namespace {

constexpr int number_of_persons = 60;
constexpr const char* measures = "cjv,cnr,efc,fber,fwhm_x,snr_gm";
constexpr Eigen::Index columns = 6;

dsne::Matrix values() {
  std::mt19937 generator(1);
  std::normal_distribution<double> normal(10, 1);
  dsne::Matrix all(number_of_persons, columns);
  for (double& value : all.reshaped<Eigen::RowMajor>()) value = normal(generator);
  return all;
}

using IdOf = std::function<std::string(int)>;

std::string with_zeros(const std::string& beginning, int person) {
  const std::string number = std::to_string(person);
  return beginning + std::string(3 - number.size(), '0') + number;
}

std::string bids(int person) { return with_zeros("sub-", person); }

std::string renamed(int person) { return "case " + std::to_string(1000 - 7 * person); }

std::string table(const IdOf& id_of, const std::string& header = measures, int digits = 10) {
  const dsne::Matrix all = values();
  std::string text = "id," + header + '\n';
  for (int person = 0; person < number_of_persons; ++person) {
    text += id_of(person + 1);
    for (Eigen::Index c = 0; c < columns; ++c) {
      std::array<char, 40> number{};
      std::snprintf(number.data(), number.size(), ",%.*g", digits, all(person, c));
      text += number.data();
    }
    text += '\n';
  }
  return text;
}

/// A site that made a summary of the sixty persons.
struct Made : SummaryDesk {
  Made() { told({write("group.csv", table(bids))}); }

  /// The refusal of a second summary. Checks that nothing was made or changed.
  std::string again(const std::string& data, std::vector<std::string> options) const {
    const std::vector<std::string> before = files();
    options.insert(options.begin(), data);
    const std::string why = refusal(options);
    CHECK(files() == before);
    // No id and no value.
    CHECK_FALSE(contains(why, "sub-0"));
    CHECK_FALSE(contains(why, "case"));
    return why;
  }

  std::vector<std::string> files() const {
    std::vector<std::string> all;
    for (const auto& entry : dsne::fs::directory_iterator(kept(""))) {
      all.push_back(entry.path().filename().string() + ": " +
                    dsne::read_file(entry.path(), "a file"));
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  std::string listing_settings(const std::string& names) const {
    return write("settings.json", R"({"feature_columns": [)" + names + "]}");
  }
};

const char* const by_values =
    "60 persons of these data are in the summary or one before it, known by their values (the "
    "first "
    "in row 2)";

}  // namespace

TEST_CASE("other spellings of ids make no second summary") {
  const Made site;
  const std::map<std::string, IdOf> by_id = {
      {"sub-1", [](int i) { return "sub-" + std::to_string(i); }},
      {"SUB-001", [](int i) { return with_zeros("SUB-", i); }},
      {"001", [](int i) { return with_zeros("", i); }},
      {"1", [](int i) { return std::to_string(i); }},
      {"sub_001", [](int i) { return with_zeros("sub_", i); }}};
  for (const auto& [name, id_of] : by_id) {
    const std::string& spelling = name;
    CAPTURE(spelling);
    const std::string data = site.write("again.csv", table(id_of));
    const std::string why = site.again(data, {"--renew", "--id-column", "id"});
    CHECK(contains(why, "60 persons of these data are in the summary or one before it; a second"));
    // They are no newcomers either.
    CHECK(contains(site.refusal({data, "--add", "--id-column", "id"}),
                   "60 persons of these data are in the summary; newcomers wait until there are"));
    CHECK_FALSE(contains(site.told({data, "--id-column", "id"}), "in no row"));
  }
  const auto letter = [](int i) { return with_zeros("S", i); };
  for (const IdOf& id_of : {IdOf(letter), IdOf(renamed)}) {
    const std::string data = site.write("again.csv", table(id_of));
    CHECK(contains(site.again(data, {"--renew"}), by_values));
    CHECK(
        contains(site.again(data, {"--add"}),
                 "60 persons of these data are in the summary, known by their values (the first in "
                 "row 2): give them the ids that they had, or leave them"));
    CHECK(contains(site.told({data}), "known by their values"));
    CHECK_FALSE(contains(site.told({data}), "Add them"));
  }
}

TEST_CASE("other names of columns, and fewer digits, make no second summary") {
  const Made site;
  const std::string refused = "60 persons of these data are in summary.csv";
  const std::string upper = site.write("b.csv", table(bids, "CJV,CNR,EFC,FBER,FWHM_X,SNR_GM"));
  CHECK(contains(site.again(upper, {"--data-set", "b"}), refused + "; two summaries"));
  const std::string settings = site.listing_settings(R"("a", "b", "c", "d", "e", "f")");
  const std::string other = site.write("b.csv", table(bids, "a,b,c,d,e,f"));
  CHECK(contains(site.again(other, {"--data-set", "b", "--settings", settings}), refused));
  const std::string both = site.write("b.csv", table(renamed, "a,b,c,d,e,f"));
  CHECK(contains(site.again(both, {"--data-set", "b", "--settings", settings}),
                 refused + ", known by their values (the first in row 2)"));
  for (const int digits : {7, 5, 4}) {
    CAPTURE(digits);
    const std::string rounded = site.write("b.csv", table(renamed, "a,b,c,d,e,f", digits));
    CHECK(contains(site.again(rounded, {"--data-set", "b", "--settings", settings}), refused));
    const std::string short_ones = site.write("c.csv", table(renamed, measures, digits));
    CHECK(contains(site.again(short_ones, {"--renew"}), by_values));
  }
  const std::string some = site.listing_settings(R"("a", "b", "c", "d", "e")");
  CHECK(contains(site.again(both, {"--data-set", "b", "--settings", some}), refused));
}

TEST_CASE("a table and an array of the same persons make one summary") {
  const std::string all = dsne::data::npy_of(values());
  const std::string less = dsne::data::npy_of(dsne::Matrix(values().rightCols(columns - 1)));
  const Made site;
  const std::string refused = "60 persons of these data are in summary.csv, known by";
  for (const std::string& array : {all, less}) {
    CHECK(contains(site.again(site.write("x.npy", array), {"--data-set", "images"}), refused));
  }
  const SummaryDesk images;
  images.told({images.write("x.npy", all)});
  CHECK(dsne::fs::exists(images.kept("summary.npz")));
  CHECK(contains(images.refusal({images.write("y.npy", less), "--data-set", "b"}),
                 "60 persons of these data are in summary.npz"));
  CHECK(contains(images.refusal({images.write("z.csv", table(renamed)), "--data-set", "b"}),
                 "60 persons of these data are in summary.npz"));
}

TEST_CASE("lost and renamed files make no second summary") {
  const std::string data = table(bids);
  {
    const Made site;
    dsne::fs::remove(site.kept("summary_private.json"));
    dsne::fs::rename(site.kept("summary.csv"), site.kept("for the consortium.csv"));
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--data-set", "b"}}) {
      CHECK(contains(site.again(site.write("a.csv", data), options),
                     "for the consortium.csv is a summary without its private file: restore"));
    }
  }
  {
    const Made site;
    dsne::fs::rename(site.kept("summary_private.json"), site.kept("private.json"));
    dsne::fs::rename(site.kept("summary.csv"), site.kept("mine.csv"));
    CHECK(contains(site.again(site.write("a.csv", data), {}),
                   "60 persons of these data are in the summary whose private file is now called "
                   "private.json; two summaries would reveal them: give it the name"));
  }
}

TEST_CASE("who withdrew enters no summary again under another id") {
  const Made site;
  CHECK(contains(site.told({"--strike", "SUB-7"}), "The row of this person is removed"));
  const std::string data = site.write("again.csv", table(renamed));
  CHECK(contains(site.again(data, {"--add"}), "60 persons of these data are in the summary"));
  CHECK(contains(site.again(data, {"--renew"}), by_values));
}
