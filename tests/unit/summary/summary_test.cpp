#include "summary/summary.h"

#include <doctest/doctest.h>

#include "core/json.h"
#include "data/formats/npy.h"
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
}

TEST_CASE("summaries from other nodes are read, or refused as tests/data/summaries says") {
  const auto folder = test_data("summaries");
  const auto text_of = [&](const std::string& name) {
    return dsne::read_file(folder / name, name);
  };
  const auto all = dsne::Json::parse(text_of("expected.json"));
  CHECK(std::distance(boost::filesystem::directory_iterator(folder), {}) == std::ssize(all) + 1);
  for (const auto& [name, words] : all.items()) {
    const std::string& file = name;
    CAPTURE(file);
    const std::string text = text_of(file);
    Summary read;
    const std::string error = error_of([&] { read = parse_summary_csv(text, "a summary"); });
    CHECK(error.empty() == words.get<std::string>().empty());
    CHECK_MESSAGE(contains(error, words), error);
    if (error.empty()) CHECK(summary_csv(read) == text);
  }
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
        }) ==
        "the summary: the columns are not row, subjects and measures: bring summary.csv as dsne "
        "summarize made it");
}
