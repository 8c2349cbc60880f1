#include "summary/summary.h"

#include <doctest/doctest.h>

#include "data/npy.h"
#include "summary/shared_file.h"
#include "unit/summary/example.h"

using namespace dsne::summary;

namespace {

Summary small_summary(bool excluded = false) {
  Summary summary{{"cjv", "size, mm"},
                  dsne::Matrix{{0.41, 1000.03}, {0.5, -2}},
                  dsne::Vector{{10, 12}},
                  dsne::RowVector{{0.03, 1e-5}},
                  {}};
  if (excluded) summary.excluded = dsne::Vector{{0.1, 0.25}};
  return summary;
}

bool same(const Summary& a, const Summary& b) {
  return a.measures == b.measures && a.means == b.means && a.subjects == b.subjects &&
         a.spread == b.spread && a.excluded == b.excluded && a.site == b.site;
}

bool refused(const std::string& text, const std::string& because) {
  const std::string error = error_of([&] { parse_summary_csv(text, "a summary"); });
  CHECK_MESSAGE(contains(error, because), error);
  return !error.empty();
}

/// A summary of one row with this name, mean, subjects and spread.
std::string text_of(const std::string& name, const std::string& mean, const std::string& subjects,
                    const std::string& spread) {
  return "row,subjects," + name + "\n1," + subjects + ',' + mean + "\nspread,," + spread + '\n';
}

}  // namespace

TEST_CASE("a summary has one text form, which reads back") {
  CHECK(summary_csv(small_summary()) ==
        "row,subjects,cjv,\"size, mm\"\n1,10,0.41,1000.03\n2,12,0.5,-2\nspread,,0.03,1e-05\n");
  CHECK(summary_csv(small_summary(true)) ==
        "row,subjects,cjv,\"size, mm\",excluded\n1,10,0.41,1000.03,0.1\n2,12,0.5,-2,0.25\n"
        "spread,,0.03,1e-05,\n");
  for (const bool excluded : {false, true}) {
    const Summary summary = small_summary(excluded);
    CHECK(same(parse_summary_csv(summary_csv(summary), "a summary"), summary));
    CHECK(shared_text(summary) == summary_csv(summary));
  }
}

namespace {

Summary small_array(bool excluded = false) {
  Summary summary = small_summary(excluded);
  summary.measures = {"left – größe", "2"};
  summary.array = true;
  return summary;
}

bool array_refused(const std::string& text, const std::string& because) {
  const std::string error = error_of([&] { parse_shared_text(text, "a summary"); });
  CHECK_MESSAGE(contains(error, because), error);
  return !error.empty();
}

}  // namespace

TEST_CASE("a summary of arrays is one file, which reads back, also from a message") {
  for (const bool excluded : {false, true}) {
    const Summary summary = small_array(excluded);
    const std::string text = shared_text(summary);
    CHECK(text.starts_with("PK"));
    const Summary again = parse_shared_text(text, "a summary");
    CHECK(again.array);
    CHECK(same(again, summary));
    CHECK(shared_text_in_message(message_text(text), "a summary") == text);
  }
  const std::string csv = summary_csv(small_summary());
  CHECK(message_text(csv) == csv);
  CHECK(shared_text_in_message(csv, "a summary") == csv);
  for (const char* message : {"", "==", "====", "{}", "UEsDBA", "UEsDB$=="}) {
    CHECK(contains(error_of([&] { shared_text_in_message(message, "a summary"); }),
                   "is not a summary"));
  }
}

TEST_CASE("the site's name is a summary's last line, and is a name") {
  for (const bool excluded : {false, true}) {
    Summary summary = small_summary(excluded);
    const std::string nameless = summary_csv(summary);
    summary.site = "Universität 2 (Süd)";
    const std::string text = summary_csv(summary);
    CHECK(text == nameless + "site Universität 2 (Süd)" + (excluded ? ",,,,\n" : ",,,\n"));
    CHECK(same(parse_summary_csv(text, "a summary"), summary));
    Summary array = small_array(excluded);
    array.site = summary.site;
    CHECK(same(parse_shared_text(shared_text(array), "a summary"), array));
    array.site = "=1+1";
    CHECK(array_refused(shared_text(array), "not as dsne summarize writes it"));
  }
  const std::string text = summary_csv(small_summary());
  CHECK(refused(text + "site =1+1,,,\n", "row 5, column 1: not a site's name"));
  CHECK(refused(text + "site ,,,\n", "goes on behind its last line"));
  CHECK(refused(text + "slope age,,1,1\n", "goes on behind its last line"));
  CHECK(refused(text + "site a,,1,\n", "not empty below the summary's rows"));
  CHECK(refused(text + "site a,,,\nsite a,,,\n", "goes on behind its last line"));
}

TEST_CASE("a summary's .npz that dsne summarize would not write is refused") {
  const std::string text = shared_text(small_array());
  const auto changed = [&](std::size_t at, char by) {
    std::string other = text;
    other[at] = static_cast<char>(other[at] ^ by);
    return other;
  };
  const std::string why = "not as dsne summarize writes it";
  CHECK(array_refused(text.substr(0, text.size() - 1), why));
  CHECK(array_refused(text + ' ', why));
  CHECK(array_refused(changed(8, 8), why));                 // compressed
  CHECK(array_refused(changed(20, 1), why));                // another size
  CHECK(array_refused(changed(30, 2), why));                // another name
  CHECK(array_refused(changed(text.size() - 30, 1), why));  // another directory
  for (std::size_t at = 4; at < text.size(); ++at) {
    CAPTURE(at);
    CHECK_FALSE(error_of([&] { parse_shared_text(changed(at, 1), "a summary"); }).empty());
  }
}

TEST_CASE("a summary from another node is checked") {
  CHECK_NOTHROW(parse_summary_csv(text_of("cjv", "0.5", "5", "0"), "a summary"));
  CHECK(refused("", "is empty"));
  CHECK(refused("row,subjects,cjv\n1,10,0.5\nspread,,0.1", "is not whole"));
  CHECK(refused("row,n,cjv\n1,10,0.5\nspread,,0.1\n", "the columns are not"));
  CHECK(refused("row,subjects\n1,10\nspread,\n", "the columns are not"));
  CHECK(refused("row,subjects,excluded\n1,10,0.5\nspread,,\n", "no measure"));
  CHECK(refused("row,subjects,cjv\nspread,,0.1\n", "no row"));
  CHECK(refused("row,subjects,cjv\n1,10,0.5\n", "no row spread"));
  CHECK(refused("row,subjects,cjv\n1,10,0.5\nspread,,0.1\n2,10,0.5\n", "goes on behind"));
  CHECK(refused("row,subjects,cjv\n1,10,0.5,1\nspread,,0.1\n", "instead of 3 columns"));
  CHECK(refused("row,subjects,cjv\n7,10,0.5\nspread,,0.1\n", "not the row's number"));
  CHECK(refused("row,subjects,cjv\n1,10,0.5\nspread,3,0.1\n", "not empty"));
  CHECK(refused("row,subjects,cjv,cjv\n1,10,0.5,1\nspread,,0.1,1\n", "the same name"));
  for (const char* name : {"=1+1", "+a", "-a", "@a", "subjects", "row", "\xff"}) {
    CHECK(refused(text_of(name, "0.5", "10", "0.1"), "may not have"));
  }
  CHECK(refused(text_of("covariate:age", "0.5", "10", "0.1"), "no measure"));
  CHECK(refused("row,subjects,covariate:age,cjv\n1,10,0.5,1\nspread,,0.1,1\n", "may not have"));
  for (const char* number : {"", "nan", "inf", "text", "1e999"}) {
    CHECK(refused(text_of("cjv", number, "10", "0.1"), "not a finite number"));
    CHECK(refused(text_of("cjv", "0.5", "10", number), "not a finite number"));
    CHECK(refused(text_of("cjv", "0.5", number, "0.1"), "not a finite number"));
  }
  CHECK(refused(text_of("cjv", "1e101", "10", "0.1"), "row 2"));
  for (const char* subjects : {"4", "0", "-10", "1e12"}) {
    CHECK(refused(text_of("cjv", "0.5", subjects, "0.1"), "5 subjects"));
  }
  CHECK(refused(text_of("cjv", "0.5", "10.5", "0.1"), "must be a whole number"));
  CHECK(refused(text_of("cjv", "0.5", "10", "-0.1"), "below 0"));
}

TEST_CASE("a share of excluded scans is neither none nor all of the group") {
  const auto with_share = [](const std::string& share) {
    return "row,subjects,cjv,excluded\n1,10,0.5," + share + "\nspread,,0.1,\n";
  };
  CHECK_NOTHROW(parse_summary_csv(with_share("0.1"), "a summary"));
  CHECK_NOTHROW(parse_summary_csv(with_share("0.9"), "a summary"));
  for (const char* share : {"0", "0.05", "0.95", "1", "-1"}) {
    CHECK(refused(with_share(share), "out of range"));
  }
}

TEST_CASE("a summary has 500 rows at most") {
  std::string text = "row,subjects,cjv\n";
  for (int row = 1; row <= 500; ++row) text += std::to_string(row) + ",10,0.5\n";
  CHECK_NOTHROW(parse_summary_csv(text + "spread,,0.1\n", "a summary"));
  CHECK(refused(text + "501,10,0.5\nspread,,0.1\n", "too many rows"));
}

TEST_CASE("an array that another node sent is checked") {
  Summary summary = small_array();
  summary.subjects(1) = 4;
  CHECK(array_refused(shared_text(summary), "summary row 2 is not of 5 subjects or more"));
  summary.subjects(1) = 10.5;
  CHECK(array_refused(shared_text(summary),
                      "summary row 2: the number of subjects must be a whole number"));
  summary = small_array();
  summary.measures = {"=a", "b"};
  CHECK(array_refused(shared_text(summary), "a name that a measure may not have"));
  summary.measures = {"a", "a"};
  CHECK(array_refused(shared_text(summary), "have the same name"));
  summary = small_array();
  summary.means(0, 1) = 1e101;
  CHECK(array_refused(shared_text(summary), "row 1"));
  const auto zip = [](const std::string& columns, const std::string& rows) {
    return dsne::data::npz_of({{"columns", columns}, {"rows", rows}});
  };
  const std::string names = dsne::data::npy_of(std::vector<std::string>{"subjects", "a"});
  CHECK(array_refused(zip(names, dsne::data::npy_of(dsne::Matrix{{10, 1}, {3, 1}})),
                      "the last row is not the spread"));
  CHECK(array_refused(zip(names, dsne::data::npy_of(dsne::Matrix{{0, 1}})), "has no row"));
  CHECK(array_refused(zip(names, "text"), "not as dsne summarize writes it"));
  CHECK(array_refused(zip("", dsne::data::npy_of(dsne::Matrix{{10, 1}, {0, 1}})),
                      "not as dsne summarize writes it"));
  CHECK(array_refused(zip(dsne::data::npy_of(std::vector<std::string>{"n", "a"}),
                          dsne::data::npy_of(dsne::Matrix{{10, 1}, {0, 1}})),
                      "not as dsne summarize writes it"));
}

TEST_CASE("a measure's name is one that a spreadsheet shows") {
  for (const char* name : {"cjv", "size, mm", "1", "Größe"}) CHECK(is_measure_name(name));
  CHECK_FALSE(is_measure_name(""));
  CHECK_FALSE(is_measure_name("a\nb"));
  CHECK_FALSE(is_measure_name(std::string(201, 'a')));
}

TEST_CASE("a shared summary is read as a table or an array, and {} is none") {
  const InputFolder folder;
  const Summary made = example_summary(example_records(60)).site.summary;
  const auto csv = folder.write("summary.csv", summary_csv(made));
  const auto table = read_shared_summary(csv, "the summary");
  REQUIRE(table);
  CHECK_FALSE(table->array);
  CHECK(table->means == made.means);

  CHECK_FALSE(read_shared_summary(folder.write("none.json", " {}\n"), "the summary"));

  Summary images = made;
  images.array = true;
  const auto array = read_shared_summary(folder.write("images", shared_text(images)), "it");
  REQUIRE(array);
  CHECK(array->array);
  CHECK(array->means == made.means);

  CHECK(error_of([&] {
          read_shared_summary(folder.write("other.csv", "{\"a\": 1}\n"), "the summary");
        }) == "the summary: the columns are not row, subjects and measures");
}
