#include <doctest/doctest.h>

#include <boost/filesystem/operations.hpp>
#include <random>
#include <set>

#include "core/files.h"
#include "core/json.h"
#include "summary/summary.h"
#include "text_search.h"
#include "unit/tools/summary_desk.h"

namespace {

using Site = SummaryDesk;

std::string table_of(int first, int last, bool ids = true) {
  return group_table(first, last, 10, "cjv\tcnr\tefc\tfber\tfwhm_x\tage", ids);
}

/// Settings of a site that shares its verdicts.
std::string sharing_settings(const Site& site, const std::string& more = "") {
  return site.write("sharing.json", R"({"share_verdicts": true)" + more + "}");
}

}  // namespace

TEST_CASE("dsne summarize makes a summary once") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  const std::string made = site.told({data});
  CHECK(contains(made, "4 rows, 40 subjects, 5 measures"));
  CHECK(contains(made, "can tell better than by chance"));
  const std::string shared = site.read("summary.csv");
  CHECK(dsne::summary::parse_summary_csv(shared, "it").measures ==
        std::vector<std::string>{"cjv", "cnr", "efc", "fber", "fwhm_x"});
  const std::string again = site.told({site.write("changed.tsv", table_of(2, 70))});
  CHECK(contains(again, "nothing has changed"));
  CHECK(contains(again, "30 persons of these data are in no row. Add them with --add."));
  CHECK(site.read("summary.csv") == shared);
}

TEST_CASE("beside the summary is a page for whoever approves it, which follows every change") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  const std::string made = site.told({data});
  CHECK(contains(made, "It does not say whose it is: give it your site's name with --site NAME."));
  CHECK(contains(made, "summary.html says all of it on a page to print"));
  const std::string nameless = site.read("summary.html");
  CHECK(contains(nameless, "<dt>Site</dt><dd>…"));
  CHECK(contains(nameless, "describes the scans of 40 subjects in 4 rows."));
  const std::string from = "It is not proven anonymous.";
  const auto attacks = made.substr(made.find(from), made.find(" Share it under") - made.find(from));
  REQUIRE(attacks.size() > 100);
  CHECK(contains(nameless, attacks.substr(0, attacks.find('\''))));
  CHECK(contains(nameless, "white-matter overlap (CJV) (cjv); "));
  CHECK(contains(nameless, "No rater&#39;s verdict. No age, sex or other covariate."));
  CHECK_FALSE(contains(nameless, "sub-"));
  CHECK(site.told({data, "--site", "Utrecht"}).find("Utrecht, 4 rows") != std::string::npos);
  CHECK(contains(site.read("summary.html"), "<dt>Site</dt><dd>Utrecht</dd>"));
  const std::string more = site.write("more.tsv", table_of(1, 70));
  CHECK(contains(site.told({more, "--add"}), "Utrecht, 7 rows"));
  CHECK(contains(site.read("summary.html"), "the scans of 70 subjects in 7 rows."));
}

TEST_CASE("a row of a summary holds no person twice, however ids are written") {
  const Site site;
  std::string sessions = "subject,session,cjv,cnr,efc\n";
  std::mt19937 generator(1);
  std::normal_distribution<double> normal(10, 1);
  for (int scan = 0; scan < 80; ++scan) {
    sessions += std::to_string(101 + scan / 2) + "," + std::to_string(scan % 2 + 1);
    for (int c = 0; c < 3; ++c) sessions += "," + std::to_string(normal(generator));
    sessions += "\n";
  }
  const std::string made = site.told({site.write("a.csv", sessions)});
  CHECK(contains(made, "4 rows, 40 subjects, 3 measures"));
  const dsne::Json kept = dsne::Json::parse(site.read("summary_private.json"))["kept"];
  std::set<std::string> persons;
  std::size_t members = 0;
  for (const dsne::Json& row : kept["rows"]) {
    CHECK(row.size() >= 10);
    members += row.size();
    for (const dsne::Json& person : row) persons.insert(person.get<std::string>());
  }
  CHECK(members == 40);
  CHECK(persons.size() == 40);
  // One person's two scans are no newcomers, and 19 persons with two scans each are too few.
  CHECK_FALSE(contains(site.told({site.write("a.csv", sessions)}), "in no row"));
  const Site small;
  const auto row_39 = sessions.find("\n120,1,") + 1;
  CHECK(
      contains(small.refusal({small.write("a.csv", sessions.substr(0, row_39))}), "there are 19"));
}

TEST_CASE("dsne summarize asks whose rows are that look like visits of one person") {
  const Site site;
  std::string visits = "id,cjv,cnr,efc\n";
  std::string persons = "id,person,cjv,cnr,efc\n";
  std::mt19937 generator(1);
  std::normal_distribution<double> normal(10, 1);
  for (int scan = 0; scan < 80; ++scan) {
    const std::string person = std::to_string(101 + scan / 2);
    const std::string id = person + "_" + std::to_string(scan % 2 + 1);
    std::string values;
    for (int c = 0; c < 3; ++c) values += "," + std::to_string(normal(generator));
    visits += id + values + "\n";
    persons += id + "," + person + values + "\n";
  }
  CHECK(
      contains(site.refusal({site.write("a.csv", visits)}),
               "rows 2 and 3 look like two visits of one person: write into the site's settings"));
  const std::string made = site.told({site.write("b.csv", persons)});
  CHECK(contains(made, "4 rows, 40 subjects, 3 measures"));
}

TEST_CASE("dsne summarize adds newcomers and verdicts, and strikes") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  site.told({data});
  const std::string more = site.write("more.tsv", table_of(1, 60));
  const std::string added = site.told({more, "--add"});
  CHECK(contains(added, "6 rows, 60 subjects"));
  std::string verdicts;
  for (int i = 0; i < 60; ++i) verdicts += i % 5 == 0 ? "exclude\n" : "include\n";
  const std::string words = site.write("v.txt", verdicts);
  CHECK(contains(site.refusal({more, "--verdicts", words}), "do not say share_verdicts true"));
  const std::string judged =
      site.told({more, "--verdicts", words, "--settings", sharing_settings(site)});
  CHECK(contains(judged, "with verdicts"));
  CHECK(contains(judged, "Verdicts: 12 excluded, 48 kept, 0 without a verdict"));
  const std::string struck = site.told({"--strike", "sub-7"});
  CHECK(contains(struck, "5 rows, 50 subjects"));
  CHECK(contains(struck, "The row of this person is removed"));
  CHECK(contains(site.told({"--strike", "sub-70000"}), "check the id"));
  CHECK_FALSE(site.refusal({more, "--renew"}).empty());
}

TEST_CASE("dsne summarize reads the site's settings") {
  const Site site;
  const std::string data = site.write("table.tsv", table_of(1, 40));
  const std::string settings =
      site.write("settings.json", R"({"least_members": 20, "feature_columns": ["cjv", "age"]})");
  const std::string made = site.told({data, "--settings", settings});
  CHECK(contains(made, "2 rows, 40 subjects, 2 measures"));
  CHECK(contains(made, "20 or more of your subjects, with noise"));
  const std::string five = site.write("bad.json", R"({"least_members": 5})");
  CHECK(contains(site.refusal({data, "--settings", five}),
                 "least_members must be a whole number from 10"));
}

TEST_CASE("what dsne summarize refuses") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  CHECK(site.summarize({}).code == 2);
  CHECK(site.summarize({data, "--add", "--renew"}).code == 2);
  CHECK(site.summarize({data, "--data-set", "a_b"}).code == 2);
  CHECK(contains(site.refusal({data, "--add"}), "there is no summary"));
  const std::string verdicts = site.write("v.txt", std::string(40 * 2, '1').replace(1, 1, "\n"));
  CHECK_FALSE(site.refusal({data, "--verdicts", verdicts}).empty());
  std::string words;
  for (int i = 0; i < 40; ++i) words += "maybe\n";
  CHECK(contains(site.refusal({data, "--verdicts", site.write("w.txt", words), "--settings",
                               sharing_settings(site)}),
                 "40 are no verdicts, the first is number 1"));
  CHECK(contains(site.refusal({site.write("few.tsv", table_of(1, 19))}), "at least 20"));
  const std::string anonymous = site.write("anonymous.tsv", table_of(1, 40, false));
  site.told({anonymous});
  const std::string more = site.write("more.tsv", table_of(1, 70, false));
  CHECK(contains(site.refusal({more, "--add"}), "have no ids"));
}

TEST_CASE("dsne summarize takes the CSV of a report's decisions as verdicts") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  std::string saved = "id,decision,note,flag,outlier_score,odd_measures\r\n";
  for (int i = 1; i <= 8; ++i) {
    saved += "sub-" + std::to_string(i) + "_T1w," + (i <= 5 ? "exclude" : "recheck") +
             ",\"moved, twice\",,0.9,\r\n";
  }
  saved += "sub-9_T1w,keep,,,0.1,\r\nsub-77_T1w,exclude,,,0.5,\r\n";
  const std::string made = site.told(
      {data, "--verdicts", site.write("d.csv", saved), "--settings", sharing_settings(site)});
  CHECK(contains(made, "Verdicts: 5 excluded, 1 kept, 34 without a verdict"));
  CHECK(contains(made, "Left out: 1 verdicts on ids that the data do not have."));
  const auto summary = dsne::summary::parse_summary_csv(site.read("summary.csv"), "it");
  REQUIRE(summary.excluded);
  // Shares have noise of their own, within the limits of each row.
  const dsne::Vector excluded = summary.excluded->cwiseProduct(summary.subjects);
  CHECK(excluded.minCoeff() >= 1 - 1e-2);
  CHECK((summary.subjects - excluded).minCoeff() >= 1 - 1e-2);
  const std::string strange = site.write("e.csv", "id,decision\nx,exclude\n");
  CHECK(contains(site.refusal({data, "--verdicts", strange, "--settings", sharing_settings(site)}),
                 "none of the ids is one of the data's"));
}

TEST_CASE("a column of verdicts is shared only if the settings say so") {
  const Site site;
  std::string table = "bids_name\tqc\tcjv\tcnr\n";
  for (int i = 1; i <= 40; ++i) {
    std::mt19937 generator(static_cast<std::uint32_t>(i));
    std::normal_distribution<double> normal(10, 1);
    table += "sub-" + std::to_string(i) + '\t' + (i % 4 == 0 ? "0" : "1") + '\t' +
             std::to_string(normal(generator)) + '\t' + std::to_string(normal(generator)) + '\n';
  }
  const std::string data = site.write("group_T1w.tsv", table);
  const std::string silent = site.write("silent.json", R"({"verdict_column": "qc"})");
  site.told({data, "--settings", silent});
  CHECK_FALSE(contains(site.read("summary.csv"), "excluded"));
  const auto adding = [&](const std::string& settings) {
    return std::vector<std::string>{data, "--add-verdicts", "--settings", settings};
  };
  CHECK(contains(site.refusal(adding(silent)), "share_verdicts true"));
  CHECK(contains(site.refusal(adding(sharing_settings(site, R"(, "verdict_column": "qc")"))),
                 "say which of them is exclude"));
  const std::string sharing =
      sharing_settings(site, R"(, "verdict_column": "qc", "excluding_verdict": "0")");
  CHECK(
      contains(site.told(adding(sharing)), "Verdicts: 10 excluded, 30 kept, 0 without a verdict"));
  CHECK(contains(site.read("summary.csv"), ",excluded\n"));
}

namespace {

/// BIDS' table of the persons sub-1 to sub-60, tab-separated.
std::string participants(const std::string& sexes = "F M") {
  std::string text = "participant_id\tage\tsex\tdiagnosis\n";
  const auto blank = sexes.find(' ');
  for (int person = 1; person <= 60; ++person) {
    text += "sub-" + std::to_string(person) + '\t' + std::to_string(20 + person % 37) + ".5\t" +
            (person % 2 == 0 ? sexes.substr(0, blank) : sexes.substr(blank + 1)) + "\tn/a\n";
  }
  return text;
}

std::string covariate_settings(const Site& site, const std::string& list = R"(["age", "sex"])") {
  return site.write("covariates.json", R"({"covariates": )" + list + "}");
}

}  // namespace

TEST_CASE("dsne summarize takes covariates from a table of persons, or the data") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  const std::string persons = site.write("participants.tsv", participants());
  const std::string settings = covariate_settings(site);
  const std::string made = site.told({data, "--settings", settings, "--covariates", persons});
  CHECK(contains(made, "Covariates: age, sex=F/M."));
  const std::string shared = site.read("summary.csv");
  CHECK(contains(shared, ",covariate:age,covariate:sex=F/M\n"));
  CHECK(contains(shared, "\nslope sex=F/M,,"));
  const dsne::summary::Summary summary = dsne::summary::parse_summary_csv(shared, "it");
  CHECK(summary.measures.size() == 5);
  CHECK(summary.covariates.means.col(0).mean() == doctest::Approx(38).epsilon(0.2));
  site.told({site.write("more.tsv", table_of(1, 60)), "--settings", settings, "--covariates",
             persons, "--add"});
  CHECK(dsne::summary::parse_summary_csv(site.read("summary.csv"), "it").covariates.slopes ==
        summary.covariates.slopes);
  // The table of measures has a column of ages of its own.
  const Site other;
  other.told({data, "--settings", covariate_settings(other, R"(["age"])")});
  CHECK(contains(other.read("summary.csv"), ",covariate:age\n"));
}

TEST_CASE("dsne summarize adds covariates once") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  const std::string persons = site.write("participants.tsv", participants("female male"));
  const std::string settings = covariate_settings(site);
  site.told({data});
  const std::string plain = site.read("summary.csv");
  CHECK(
      contains(site.told({data, "--settings", settings}), "add them, once, with --add-covariates"));
  CHECK(site.read("summary.csv") == plain);
  const std::vector<std::string> add = {data,           "--settings", settings,
                                        "--covariates", persons,      "--add-covariates"};
  site.told(add);
  const auto summary = dsne::summary::parse_summary_csv(site.read("summary.csv"), "it");
  CHECK(summary.means == dsne::summary::parse_summary_csv(plain, "it").means);
  CHECK(summary.covariates.names == std::vector<std::string>{"age", "sex=F/M"});
  CHECK(contains(site.refusal(add), "added once"));
}

TEST_CASE("covariates that dsne summarize refuses") {
  const Site site;
  const std::string data = site.write("group_T1w.tsv", table_of(1, 40));
  const auto refused = [&](const std::string& list, const std::string& persons) {
    return site.refusal({data, "--settings", covariate_settings(site, list), "--covariates",
                         site.write("participants.tsv", persons)});
  };
  CHECK(contains(refused(R"(["diagnosis"])", participants()), "carries no label"));
  CHECK(contains(refused(R"(["height"])", participants()),
                 "has no column with the name given in covariates"));
  CHECK(contains(refused("[]", participants()), "name any"));
  CHECK(contains(refused(R"(["age"])", participants() + "sub-3\t20\tF\tn/a\n"), "same person"));
  CHECK(contains(refused(R"(["age"])", "participant_id\tage\nsub-900\t20\nsub-901\t21\n"),
                 "contain nobody of the data"));
  CHECK(contains(refused(R"("age")", participants()), "a list of columns' names"));
  CHECK(contains(site.refusal({data, "--settings", covariate_settings(site, R"(["cjv"])")}),
                 "is also a measure of the summary"));
  // Half of the persons have no row.
  const std::string all = participants();
  const std::string half = all.substr(0, all.find("sub-31\t"));
  const std::string made = site.told({data, "--settings", covariate_settings(site), "--covariates",
                                      site.write("participants.tsv", half)});
  CHECK(contains(made, "(--covariates): 10. They get the median."));
}
