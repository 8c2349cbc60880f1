#include <doctest/doctest.h>

#include "core/files.h"
#include "core/json.h"
#include "summary/summary.h"

using dsne::summary::is_site_name;

TEST_CASE("a site's name is short, of letters and digits, and harmless") {
  const auto listed =
      dsne::Json::parse(dsne::read_file(DSNE_TEST_DATA "/names/site_names.json", "site names"));
  for (const auto& name : listed.at("names").get<std::vector<std::string>>()) {
    CHECK_MESSAGE(is_site_name(name), name);
  }
  for (const auto& name : listed.at("no_names").get<std::vector<std::string>>()) {
    CHECK_MESSAGE(!is_site_name(name), name);
  }
  for (const char* no_utf8 : {"\xFF", "a\xC3", "\xC0\x80x"}) CHECK_FALSE(is_site_name(no_utf8));
}
