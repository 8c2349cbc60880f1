#include "tools/summarize/summarize.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/filesystem/operations.hpp>
#include <ostream>
#include <utility>

#include "core/files.h"
#include "core/json.h"
#include "core/phrases.h"
#include "data/columns/persons.h"
#include "report/words.h"
#include "summary/covariates.h"
#include "summary/keeping.h"
#include "summary/known_persons.h"
#include "summary/other_summaries.h"
#include "summary/records.h"
#include "summary/site_summary.h"
#include "summary/summary.h"
#include "tools/commands.h"
#include "tools/data_options.h"
#include "tools/folders.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using summary::NewSummary;
using summary::Records;
using summary::SiteSummary;

/// The figures are those of bench/attacks/summaries/results.md.
constexpr const char* what_attackers_got =
    "It is not proven anonymous. Anyone who holds a person's measurements can tell better than by "
    "chance whether that person took part: the strongest test found three in a hundred of the "
    "members, and of the oddest twentieth one in six, while it wrongly accused one in a hundred "
    "others. Somebody with all other records told the last person from twenty candidates in about "
    "one case in four.";

constexpr const char* about_summarize =
    "Makes a site's summary, the one file that it shares: each row is the mean of at least ten of\n"
    "its subjects who are alike, with noise, in the measures' own units. It is made once. The\n"
    "private file beside it says who is in which row; keep both, and share only the summary.\n\n"
    "  dsne summarize group_T1w.tsv --site Utrecht --output /data/dsne\n\n"
    "Later, with the same folder: --add for newcomers, --verdicts for raters' verdicts (once, if\n"
    "the settings say share_verdicts true), --strike for somebody who withdraws. Nothing else\n"
    "changes a summary.\n";

Options summarize_options() {
  const auto text = [](const char* name) { return value<std::string>(name); };
  return with_data_options(
      {option("data,d", text("DATA"), "the subjects' data: a file or a folder"),
       option("output,o", text("FOLDER"), "where the site keeps its summary"),
       option("settings,s", text("FILE"),
              "the site's settings: least_members, feature_columns, covariates, share_verdicts and "
              "how "
              "the data are read"),
       option("site", text("NAME"),
              "your site's name, which stands in the summary and on maps; also in the settings "
              "(site_name)"),
       option("data-set", text("NAME"),
              "the name of this data set, if the site has several: T1w, bold"),
       option("verdicts", text("FILE"),
              "raters' verdicts: a line for each row of the data, or the CSV of a report's "
              "decisions"),
       flag("add-verdicts", "add the verdicts of the settings' verdict_column"),
       option("covariates", text("FILE"),
              "a table with the settings' covariates, a row per person (participants.tsv), where "
              "the data do not have them"),
       flag("add-covariates", "add the settings' covariates to a summary that has none, once"),
       flag("add", "add rows of persons who are not in the summary yet"),
       flag("renew", "make a new summary, of persons who are in none yet"),
       option("strike", text("ID"), "remove the row that this person is in")});
}

/// Requires ids: row numbers would identify other subjects in a reordered table.
void require_ids(const Records& records, const SummarySettings& settings) {
  if (!settings.format.id_column.empty()) return;
  for (std::size_t i = 0; i < records.persons.size(); ++i) {
    if (records.persons[i] != std::to_string(i + 1)) return;
  }
  throw InputError(
      "the data (--data) have no ids, which tell who is in the summary: name their column with "
      "--id-column");
}

void describe(const summary::Place& place, const SiteSummary& site, std::ostream& out) {
  const summary::Summary& made = site.summary;
  const fs::path file = place.folder / summary::shared_name(place, site.kept.scale.array);
  out << file.string() << ": " << (made.site.empty() ? "" : made.site + ", ")
      << counted(made.means.rows(), "row") << ", " << static_cast<Index>(made.subjects.sum())
      << " subjects, " << counted(std::ssize(made.measures), "measure")
      << (made.excluded ? ", with verdicts" : "") << ".\n";
  Index persons = -static_cast<Index>(made.subjects.sum());
  for (const auto& row : site.kept.rows) persons += std::ssize(row);
  if (persons > 0) {
    out << counted(persons, "more person has", "more persons have")
        << " the record of another one, as copies or once values far out are limited, and "
        << (persons == 1 ? "counts" : "count") << " with that one.\n";
  }
  if (!made.covariates.names.empty()) {
    out << "Covariates: " << boost::algorithm::join(made.covariates.names, ", ") << ".\n";
  }
  if (!site.kept.scale.array) {
    out << "Measures: " << boost::algorithm::join(made.measures, ", ") << ".\n";
  }
  out << (place.folder / summary::page_name(place)).string()
      << " says all of it on a page to print, for whoever approves it.\n";
}

void explain(const SiteSummary& site, std::ostream& out) {
  out << "Each row is the mean of " << site.kept.least
      << " or more of your subjects, with noise at least as large as the mean's own uncertainty"
      << (site.kept.scale.array ? ", over all columns together.\n" : ".\n") << what_attackers_got
      << " Share it under agreement.\n"
         "It is made once. No later run, and no change of the table, changes it.\n";
}

void tell_newcomers(const SiteSummary& site, const Records& records, std::ostream& out) {
  const summary::KnownPersons known = known_persons(site.kept, records);
  if (!known.by_values.empty()) {
    out << known_sentence({{}, known.by_values}, records, "the summary")
        << ": give them the ids that they had.\n";
  }
  const Index waiting = std::ssize(known.newcomers) - std::ssize(known.by_values);
  if (waiting <= 0) return;
  out << counted(waiting, "person") << " of these data are in no row. "
      << (waiting < 2 * site.kept.least
              ? "They wait until there are " + std::to_string(2 * site.kept.least) + ".\n"
              : "Add them with --add.\n");
}

/// Tells of persons who may count twice. A first summary is refused for it.
void tell_doubt(const Records& records, std::ostream& out) {
  if (!records.doubt.empty()) out << "Look: " << records.doubt << ".\n";
}

/// Writes the summary, and its page.
void write(const summary::Place& place, const SiteSummary& site) {
  write_site_summary(place, site);
  write_files({summary_page(place, site, what_attackers_got)}, place.folder);
}

int finish(const summary::Place& place, const SiteSummary& site, const Console& console) {
  write(place, site);
  describe(place, site, console.out);
  return 0;
}

/// Makes a summary: the first or, with --renew, one of other persons.
int make(const Values& values, const SummarySettings& settings, const summary::Place& place,
         const std::optional<SiteSummary>& old, const Console& console) {
  Records records = read_records(values, settings, {settings.covariates, false}, console.out);
  if (old) {
    require_ids(records, settings);
    tell_doubt(records, console.out);
  }
  check_other_summaries(place, records);
  privacy::SystemSource source;
  NewSummary made = old ? renewed(*old, std::move(records), settings.rules, today(), source)
                        : make_summary(std::move(records), settings.rules, today(), source);
  const std::string before = old ? old->summary.site : "";
  made.site.summary.site = settings.site_name.empty() ? before : settings.site_name;
  finish(place, made.site, console);
  for (const std::string& sentence : report::words::left_out(made.left_out)) {
    console.out << sentence << '\n';
  }
  if (made.site.summary.site.empty()) {
    console.out << "It does not say whose it is: give it your site's name with --site NAME.\n";
  }
  explain(made.site, console.out);
  return 0;
}

int strike(const std::string& id, const summary::Place& place, const SiteSummary& site,
           const Console& console) {
  const std::string person = data::person_of(id);
  const Index before = site.summary.means.rows();
  const SiteSummary rest = without(site, person);
  finish(place, rest, console);
  console.out << (rest.summary.means.rows() < before
                      ? "The row of this person is removed. Its other members enter no row again.\n"
                      : "No row has a person with this id, and none ever will. If you expected "
                        "one, check the id.\n");
  for (const std::string& other : other_data_sets_with(place, person)) {
    console.out << "This person is also in " << other
                << ": strike the person there too, with --data-set.\n";
  }
  return 0;
}

/// Prints the existing summary. Nothing in it changes but the site's name.
int tell(const Values& values, const SummarySettings& settings, const summary::Place& place,
         SiteSummary site, const Console& console) {
  if (summary::is_in_two_files(place)) {
    write(place, site);
    console.out << "summary.npy and its names are now one file, with the same values.\n";
  }
  if (!settings.site_name.empty() && settings.site_name != site.summary.site) {
    site.summary.site = settings.site_name;
    write(place, site);
    console.out << "The site's name is new in it.\n";
  }
  describe(place, site, console.out);
  console.out << "It was made on " << site.kept.made << ", and nothing has changed.\n";
  if (site.kept.rules < summary::current_rules) {
    console.out << "It was made by the rules of an earlier version and stays valid, but hides a "
                   "person less well from somebody who has most of the others' records, and knows "
                   "its persons by their ids alone: never make another one of them under other "
                   "ids.\n";
  }
  tell_newcomers(site, read_records(values, settings, {}, console.out), console.out);
  if (!settings.covariates.empty() && site.kept.covariates.empty()) {
    console.out << "The settings name covariates, but the summary has none: add them, once, with "
                   "--add-covariates.\n";
  }
  return 0;
}

int add_covariates(const Values& values, const SummarySettings& settings,
                   const summary::Place& place, const SiteSummary& site, const Console& console) {
  if (settings.covariates.empty()) {
    throw InputError("--add-covariates takes the covariates of the settings (--settings)");
  }
  const Records records = read_records(values, settings, {settings.covariates, false}, console.out);
  require_ids(records, settings);
  privacy::SystemSource source;
  return finish(place, with_covariates(site, records, source), console);
}

/// Adds newcomers or, without `add`, verdicts.
int extend(const Values& values, const SummarySettings& settings, const summary::Place& place,
           const SiteSummary& site, bool add, const Console& console) {
  WantedCovariates wanted{{}, true};
  if (add) {
    for (const auto& scale : site.kept.covariates) wanted.names.push_back(scale.name);
  }
  const Records records = read_records(values, settings, wanted, console.out);
  if (!add && records.excluded.empty()) {
    throw InputError(
        "--add-verdicts needs settings (--settings) that name the data's verdict_column and say "
        "share_verdicts true");
  }
  require_ids(records, settings);
  privacy::SystemSource source;
  if (!add) return finish(place, with_verdicts(site, records, source), console);
  tell_doubt(records, console.out);
  check_other_summaries(place, records);
  return finish(place, with_newcomers(site, records, source), console);
}

/// The name of the option takes precedence.
SummarySettings with_site_name(const Values& values, SummarySettings settings) {
  if (values.count("site") == 0) return settings;
  settings.site_name = values["site"].as<std::string>();
  if (!summary::is_site_name(settings.site_name)) {
    throw UsageError(
        "--site must be 1 to 40 letters, digits, blanks and ._()-, a letter or digit first");
  }
  return settings;
}

int summarize(const Values& values, const Console& console) {
  const bool add = values["add"].as<bool>();
  const bool renew = values["renew"].as<bool>();
  const bool strikes = values.count("strike") != 0;
  const bool has_verdicts = values.count("verdicts") != 0;
  if (static_cast<int>(add) + static_cast<int>(renew) + static_cast<int>(strikes) > 1) {
    throw UsageError("--add, --renew and --strike exclude each other");
  }
  if (strikes && has_verdicts) throw UsageError("--strike takes no --verdicts");
  if (!strikes && values.count("data") == 0) throw UsageError("DATA is missing");
  const summary::Place place = summary_place(values, "output");
  make_folder(place.folder, "the folder of the summary (--output)");
  const FolderLock lock(place.folder, "the folder of the summary");
  const std::optional<SiteSummary> site = read_site_summary(place);
  if (!site && (strikes || renew || add)) {
    throw InputError("there is no summary in the folder (--output) yet");
  }
  if (strikes) return strike(values["strike"].as<std::string>(), place, *site, console);
  const SummarySettings settings = with_site_name(values, read_summary_settings(values));
  if (!site || renew) return make(values, settings, place, site, console);
  const bool judge = has_verdicts || values["add-verdicts"].as<bool>();
  if (values["add-covariates"].as<bool>()) {
    if (add || judge) throw UsageError("--add-covariates stands alone");
    return add_covariates(values, settings, place, *site, console);
  }
  return add || judge ? extend(values, settings, place, *site, add, console)
                      : tell(values, settings, place, *site, console);
}

}  // namespace

Command summarize_command() {
  return {"dsne summarize",
          "DATA --output FOLDER [options]",
          "make the one file that a site shares, its summary",
          about_summarize,
          summarize_options(),
          {"data"},
          {"output"},
          summarize};
}

}  // namespace dsne::tools
