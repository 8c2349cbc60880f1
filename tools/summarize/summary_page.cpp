#include <boost/algorithm/string/join.hpp>
#include <utility>

#include "core/phrases.h"
#include "core/version.h"
#include "data/names/measure_names.h"
#include "report/page.h"
#include "report/text.h"
#include "tools/summarize/summarize.h"

namespace dsne::tools {
namespace {

using report::PageTable;
using summary::SiteSummary;
using summary::Summary;

constexpr const char* to_fill_in = "……………………………………………";

/// The measures in words, each with its column's name.
std::string measures(const Summary& made) {
  std::vector<std::string> names;
  for (const std::string& measure : made.measures) {
    std::string term = data::measure_term(measure).name;
    if (term != measure) term.append(" (").append(measure).append(")");
    names.push_back(report::display_text(term));
  }
  return boost::algorithm::join(names, "; ");
}

/// What the file has beside the measures.
std::string beside_measures(const Summary& made) {
  const std::string verdicts =
      made.excluded ? "The share of each row's subjects that your raters excluded, with noise. "
                    : "No rater's verdict. ";
  if (made.covariates.names.empty()) return verdicts + "No age, sex or other covariate.";
  return verdicts + "Each row's mean, with noise, of the covariates " +
         boost::algorithm::join(made.covariates.names, ", ") +
         ", and how much each measure grows with them.";
}

PageTable questions(const summary::Place& place, const SiteSummary& site,
                    const std::string& attacks) {
  const Summary& made = site.summary;
  const auto subjects = static_cast<Eigen::Index>(made.subjects.sum());
  const std::string least = std::to_string(static_cast<Eigen::Index>(made.subjects.minCoeff()));
  PageTable table{"Questions and answers", {"Question", "Answer"}, {}, {}};
  const auto add = [&](const char* question, const std::string& answer) {
    table.rows.push_back({{question}, {answer}});
  };
  add("What is this file?",
      summary::shared_name(place, made.array) + " describes the scans of " +
          counted(subjects, "subject") + " in " + counted(made.means.rows(), "row") +
          ". Each row is the mean of " + least +
          " or more subjects who are alike, plus noise at least as large as that mean's own " +
          (made.array ? "uncertainty, over all columns together. " : "uncertainty. ") +
          "No row is a person. No image, id, date or name of a person is in it.");
  add("For which run and method?",
      "For maps of several sites' scans, which show scans of bad quality and scanners that differ. "
      "The method single-shot, the default, sends this file and nothing else of your subjects. "
      "Methods that send more need a permission in your site's settings.");
  add("To whom does it go?",
      "To the coordinator's computer and to all sites of the run or of the map. They keep it: no "
      "program can call it back.");
  add("How long is it used?",
      "It was made once, on " + site.kept.made +
          ", and serves every later run. If a subject withdraws, dsne summarize --strike removes "
          "the subject's row; send the others the new file, and ask them to delete the old one.");
  add("What does it have?",
      "The number of subjects of each row, and its means of " +
          (made.array ? counted(std::ssize(made.measures), "value")
                      : counted(std::ssize(made.measures), "measure") + ", named below") +
          ". " + beside_measures(made));
  add("What stays at the site?",
      summary::private_name(place) +
          ", which says who is in which row: treat it as patient data. Scans, tables and ids stay, "
          "too.");
  add("What did attackers get?", attacks);
  add("Where is more?", "docs/data-officer.md, and docs/threats.md with all attacks and figures.");
  if (!made.array) add("Which measures?", measures(made) + ".");
  return table;
}

PageTable approval() {
  PageTable table{"Approval", {"To fill in", ""}, {}, {}};
  for (const char* entry :
       {"Purpose, and name of the run or consortium", "Recipients, and their countries",
        "Agreement, and legal basis", "The recipients delete it on", "Who made it, and whom to ask",
        "Approved by, on"}) {
    table.rows.push_back({{entry}, {to_fill_in}});
  }
  return table;
}

}  // namespace

File summary_page(const summary::Place& place, const SiteSummary& site,
                  const std::string& attacks) {
  const Summary& made = site.summary;
  report::PageText page;
  page.title = "What a site shares: its summary";
  page.origin = {{"Site", made.site.empty() ? to_fill_in : made.site},
                 {"File", summary::shared_name(place, made.array)},
                 {"Made on", site.kept.made},
                 {"Version", std::string(version())}};
  if (made.means.rows() == 0) {
    page.headline = "Every row was removed. The file says nothing of anybody.";
  } else {
    page.headline = "For whoever approves that this file leaves the site.";
    page.tables = {questions(place, site, attacks), approval()};
  }
  return {summary::page_name(place), report::filled_page(report::clusters_skeleton, page),
          "the summary's page"};
}

}  // namespace dsne::tools
