// A site reads its inputs once: files that the coordinator delivers into their folder change
// nothing.

#include <sys/stat.h>

#include <ctime>
#include <functional>

#include "steps.h"

namespace {

const std::string kept_table = "private_subjects.bin";

/// Sites with all kinds of inputs in files.
std::vector<Site> sites_with_files() {
  std::vector<Site> sites = small_sites({}, {{"share_labels", true}, {"share_places", false}});
  sites[1].input.erase("label_column");
  sites[1].input["feature_columns"] = {"canary_f1", "canary_f2", "canary_f3", "canary_f4",
                                       "canary_f5"};
  sites[1].input["site_label"] = "canary_labels.txt";
  for (int i = 1; i <= 20; ++i) sites[1].files["canary_labels.txt"] += "canaryL\n";
  return sites;
}

}  // namespace

TEST_CASE("changes of the inputs after registration do not change the run") {
  FinishedRun undisturbed(sites_with_files());
  using Disturb = std::function<void(const fs::path&)>;
  for (const Disturb& disturb :
       {Disturb([](const fs::path& file) { write(file, content(file) + "canary,1\n"); }),
        Disturb([](const fs::path& file) { fs::remove(file); })}) {
    SmallFederation federation(sites_with_files());
    federation.before = [&](Node& node) {
      fs::remove_all(node.directories.cache);
      if (node.id == dsne::tools::coordinator_id || node.cache.empty()) return;
      for (const auto& entry : fs::directory_iterator(node.directories.base)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(secret_word)) disturb(entry.path());
      }
    };
    federation.run();
    CHECK(federation.outputs() == undisturbed.outputs());
    CHECK(federation.embedding("local1") == undisturbed.embedding("local1"));
  }
}

TEST_CASE("a site's registration reveals nothing about its subjects") {
  const auto registration = [](const std::string& table) {
    std::vector<Site> sites = small_sites({{"missing", "impute"}});
    sites[1].files[subjects_file] = table;
    SmallFederation federation(sites);
    federation.run_until("remote", "register");
    return federation.next_stdin()["input"]["local1"];
  };
  const std::string table = subjects_csv("south", 20);
  const Json expected = registration(table);
  CHECK(registration(subjects_csv("west", 16)) == expected);
  CHECK(registration(replaced(table, small_numbers("south", 20)[0][0], "")) == expected);
}

TEST_CASE("only its user can read the private copy, and the report's receipt replaces it") {
  SmallFederation federation;
  federation.run_until("local1", "report");
  const fs::path copy = federation.output("local1") / kept_table;
  struct stat status {};
  REQUIRE(::stat(copy.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  federation.run();
  CHECK(content(copy).starts_with("The subjects were here until the report was written"));
  CHECK(content(copy).size() < 200);
}

TEST_CASE("a missing or damaged private copy ends the run") {
  SmallFederation federation;
  federation.run_until("local1", "embed");
  const fs::path copy = federation.output("local1") / kept_table;
  const std::string others = content(federation.output("local0") / kept_table);
  for (const std::string& text : {content(copy) + "1", others, std::string()}) {
    write(copy, text);
    if (text.empty()) fs::remove(copy);
    check_refused(federation,
                  "this site's private copy of its subjects in the output folder is missing");
  }
}

TEST_CASE("the next run removes an abandoned run's files") {
  SmallFederation federation;
  const fs::path own = federation.output("local1");
  const fs::path abandoned = own.parent_path() / "abandoned" / kept_table;
  const fs::path suspended = own.parent_path() / "suspended" / kept_table;
  for (const fs::path& file : {abandoned, suspended, own / "private_thumbnails.bin"}) {
    write(file, "canary");
  }
  constexpr std::time_t day = 24 * 60 * 60;
  fs::last_write_time(abandoned, std::time(nullptr) - 8 * day);
  fs::last_write_time(suspended, std::time(nullptr) - 6 * day);
  federation.run_until("remote", "register");
  CHECK_FALSE(fs::exists(abandoned));
  CHECK(fs::exists(suspended));
  CHECK_FALSE(fs::exists(own / "private_thumbnails.bin"));

  fs::last_write_time(own / kept_table, std::time(nullptr) - 8 * day);
  federation.run_until("local1", "embed");
  federation.step();
  CHECK(fs::last_write_time(own / kept_table) > std::time(nullptr) - day);
}
