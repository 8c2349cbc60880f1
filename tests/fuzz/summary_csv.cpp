// A site's summary as it travels.

#include "fuzz/fuzz.h"
#include "summary/summary.h"

void fuzz::target(std::string_view bytes) {
  using namespace dsne::summary;
  const Summary summary = parse_summary_csv(std::string(bytes), "a summary");
  require(summary.means.allFinite() && summary.spread.allFinite());
  const std::string text = summary_csv(summary);
  const Summary again = parse_summary_csv(text, "a summary");
  require(again.means == summary.means && again.subjects == summary.subjects);
  require(again.measures == summary.measures && again.excluded == summary.excluded);
  require(again.covariates.names == summary.covariates.names);
  require(summary_csv(again) == text);
}
