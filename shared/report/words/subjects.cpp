#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <boost/format.hpp>
#include <cmath>
#include <utility>

#include "core/phrases.h"
#include "data/formats/mriqc_output.h"
#include "data/names/measure_names.h"
#include "quality/own_scores.h"
#include "report/words.h"
#include "summary/public_map.h"
#include "summary/site_summary.h"

namespace dsne::report::words {

Sentences left_out(const std::vector<data::LeftOut>& columns) {
  constexpr std::size_t most_columns = 20;
  Sentences sentences;
  for (const auto& [reason, names] : data::names_by_reason(columns)) {
    sentences.push_back("Left out: " + in_words(names, most_columns) + " (" + reason + ").");
  }
  return sentences;
}

Sentences table(const data::Table& read) {
  const data::Reading& reading = read.reading;
  const std::string geometry = geometry_text(reading.geometry);
  Sentences sentences = {"Your table was read as " + counted(read.values.rows(), "subject") + ", " +
                         (geometry.empty() ? counted(read.values.cols(), "measure") : geometry) +
                         "."};
  sentences.insert(sentences.end(), reading.notes.begin(), reading.notes.end());
  return together({sentences, left_out(reading.left_out)});
}

Sentences incomplete(std::int64_t subjects) {
  if (subjects == 0) return {};
  return {counted(subjects, "subject is", "subjects are") +
          " not on the map: a value of theirs is missing."};
}

Sentences left_out_subjects(const SiteFacts& site) {
  if (site.incomplete == 0) return {};
  return {counted(site.incomplete, "subject") + " of this site " +
          (site.incomplete == 1 ? "is" : "are") + " left out for missing values."};
}

Sentences missing_values(const SiteMapFacts& site) {
  constexpr std::size_t most_measures = 5;
  if (site.missing_values == 0 || !site.run.treatment.fills) return {};
  const std::string replaced =
      counted(site.missing_values, "value") + " of this site's subjects " +
      (site.missing_values == 1 ? "is missing and was" : "are missing and were") +
      " replaced by the reference's median.";
  if (site.unknown.empty()) return {replaced};
  return {replaced + " No subject has a value of " + in_words(site.unknown, most_measures) +
          ", so nothing is known about it at this site."};
}

Sentences dominating(const SiteFacts& site) {
  if (!site.dominating) return {};
  return {site.dominating->name + " alone has " +
          std::to_string(static_cast<int>(100 * site.dominating->share)) +
          " % of the variance of this site's data: it decides who is near whom on the map. Check "
          "its unit and its largest values" +
          (site.run.treatment.is_scaled ? "." : ", or set normalization to robust.")};
}

Sentences own_summary(const SiteMapFacts& site) {
  if (!site.own_summary) return {};
  if (!site.own_summary->sent) {
    return {
        "This site brought no summary: it is not on the others' maps." +
        (site.points < summary::least_summarized
             ? " A summary needs " + std::to_string(summary::least_summarized) + " subjects."
             : std::string(" To be on them, make one with: dsne summarize DATA --output FOLDER"))};
  }
  const summary::Summary& sent = *site.own_summary->sent;
  const std::string covariates =
      sent.covariates.names.empty()
          ? ""
          : ", with covariates " + covariate_names(sent.covariates.names) + " and their slopes";
  const std::string shared =
      "Shared: your summary (" + counted(sent.means.rows(), "row") + ", each the mean of " +
      std::to_string(static_cast<std::int64_t>(sent.subjects.minCoeff())) +
      " or more of your subjects" + covariates + "). Not shared: records, ids.";
  if (site.own_summary->has_own_subjects) return {shared};
  if (site.own_summary->has_private_file) {
    return {shared,
            "None of your table's subjects is in its rows: look whether it is the summary of these "
            "data."};
  }
  return {shared,
          "The private file of this site's summary was not found beside its runs or in its "
          "ledger_folder, so each subject was placed as if it were in no row."};
}

namespace {

Sentences odd_and_inconsistent(const quality::OwnScores& own) {
  if (own.compared.rows.size() < quality::least_compared) {
    return {str(boost::format("Nobody is listed as odd or inconsistent: a list needs %1% different "
                              "subjects with enough measures, and this site has %2%.") %
                quality::least_compared % own.compared.rows.size())};
  }
  const auto odd = std::count(own.odd.listed.begin(), own.odd.listed.end(), true);
  const auto inconsistent =
      std::count(own.inconsistent.listed.begin(), own.inconsistent.listed.end(), true);
  std::ptrdiff_t both = 0;
  for (std::size_t i = 0; i < own.odd.listed.size(); ++i) {
    if (own.odd.listed[i] && own.inconsistent.listed[i]) ++both;
  }
  const std::string lists = str(
      boost::format(
          "Of %1%, %2% %3% listed as odd, far from this site's ordinary subjects, and "
          "%4% as inconsistent, with measures that do not go together%5% (see flagged.csv).") %
      counted(std::ssize(own.odd.listed), "subject") % odd % (odd == 1 ? "is" : "are") %
      inconsistent %
      (both == 0 ? "" : "; " + std::to_string(both) + (both == 1 ? " is" : " are") + " on both"));
  const bool share_is_known = own.usual_low.size() <= quality::most_measures_tried &&
                              own.compared.rows.size() >= quality::least_subjects_tried;
  if (!share_is_known) return {lists};
  return {str(boost::format("%1% Of good subjects up to %2% %% are listed by chance.") % lists %
              quality::percent_listed_by_chance)};
}

/// Why there is no list of what raters elsewhere would exclude, if some of their verdicts are
/// known.
Sentences without_raters(const quality::OwnScores& own) {
  constexpr quality::SharedVerdicts least = quality::least_verdicts;
  if (!own.verdicts_elsewhere || own.compared.rows.size() < quality::least_compared) return {};
  const quality::SharedVerdicts& known = *own.verdicts_elsewhere;
  const std::string none = "There is no list \"as raters elsewhere would exclude\": ";
  if (known.sites == 0) return {};
  if (known.sites < least.sites) {
    return {none + "it needs " + std::to_string(least.sites) +
            " other sites whose summaries tell of excluded scans, and there is one."};
  }
  if (known.excluded < least.excluded) {
    return {none + "it needs " + std::to_string(least.excluded) +
            " excluded scans in the other sites' summaries, and these tell of " +
            std::to_string(known.excluded) + "."};
  }
  return {none + "the verdicts in the other sites' summaries do not predict each other's."};
}

Sentences as_raters(const quality::OwnScores& own) {
  if (!own.like_excluded) return without_raters(own);
  const quality::VerdictList& list = *own.like_excluded;
  const auto listed = std::count(list.listed.begin(), list.listed.end(), true);
  const std::string source = str(
      boost::format("The score like_excluded was learned from raters at %1%, who excluded at least "
                    "%2% of %3% scans.") %
      counted(list.model.sites, "other site") % list.model.excluded % list.model.subjects);
  if (listed == 0) {
    const std::string nobody =
        source + " Nobody here is on the list \"as raters elsewhere would exclude\"";
    if (list.share_excluded == 0) return {nobody + "."};
    return {str(boost::format("%1%: of scans as far out as any here, raters elsewhere excluded "
                              "only %2$.0f in 10.") %
                nobody % (10 * list.share_excluded))};
  }
  return {str(boost::format(
                  "%1% %2% on the list \"as raters elsewhere would exclude\". Of such "
                  "scans, at sites that the score was not learned from, raters excluded "
                  "%3$.0f in 10. The lists of odd and inconsistent subjects do not depend on it.") %
              source % counted(listed, "subject is", "subjects are") % (10 * list.share_excluded))};
}

Sentences copies(const quality::ComparedRecords& compared) {
  if (compared.copies == 0) return {};
  return {str(boost::format("Exactly the same measures as another subject's: %1% of %2%. Check the "
                            "table. In the ordinary range copies count once.") %
              compared.copies % counted(compared.records, "subject"))};
}

Sentences persons(const quality::ComparedRecords& compared) {
  if (compared.persons == compared.records) return {};
  return {
      str(boost::format("The %1% scans are of %2%. In the ordinary range each person counts once: "
                        "the first with the first scan, the second with the second, and so on.") %
          compared.records % counted(compared.persons, "person"))};
}

Sentences lacking(const std::vector<Eigen::Index>& lacks) {
  const auto count = std::ranges::count_if(lacks, [](Eigen::Index number) { return number > 0; });
  if (count == 0) return {};
  return {counted(count, "subject lacks", "subjects lack") +
          " more than a fifth of the measures, and " + (count == 1 ? "is" : "are") +
          " on the list. With missing values filled in, a subject looks ordinary."};
}

}  // namespace

Sentences lists(const quality::OutlierScores& scores) {
  const quality::OwnScores& own = scores.lists;
  return together({odd_and_inconsistent(own), as_raters(own), copies(own.compared),
                   persons(own.compared), lacking(scores.lacks)});
}

std::string outside(const quality::OutsideMeasure& measure, const Names& names) {
  constexpr double most_told = 50;
  const char* const sign = measure.deviation < 0 ? "−" : "+";
  if (std::abs(measure.deviation) > most_told) {
    return str(boost::format("%1% (beyond %2%%3$.0f)") %
               data::measure_term(names[static_cast<std::size_t>(measure.measure)]).name % sign %
               most_told);
  }
  return str(boost::format("%1% (%2%%3$.1f)") %
             data::measure_term(names[static_cast<std::size_t>(measure.measure)]).name % sign %
             std::abs(measure.deviation));
}

Sentences outside(const std::vector<quality::OutsideMeasure>& measures, const Names& names) {
  constexpr std::size_t most = 5;
  if (measures.empty()) return {};
  std::string named;
  for (std::size_t i = 0; i < std::min(most, measures.size()); ++i) {
    named += (i == 0 ? "" : ", ") + outside(measures[i], names);
  }
  if (measures.size() > most) {
    named += " and " + counted(std::ssize(measures) - std::ptrdiff_t{most}, "other measure");
  }
  return {"This site as a whole may differ: its median is outside every other site's groups in " +
          named +
          ". The numbers say how far, in typical deviations. Check the unit or the scanner."};
}

namespace {

constexpr std::size_t most_named = 30;
constexpr std::size_t enough_scans = 20;

std::string version_sentence(const std::string& version) {
  const std::string measured =
      (version.empty()
           ? "Nothing beside your table says which version of MRIQC measured your scans; "
           : "MRIQC " + version + " measured your scans, ") +
      "version " + public_map_version + " the public ones. ";
  const auto found = data::mriqc_changes(public_map_version, version);
  if (!found) return measured + "Versions compute many measures differently.";
  if (found->empty()) return measured + "They compute these measures in the same way.";
  std::vector<std::string> changes;
  for (const data::MriqcChange& change : *found) {
    changes.push_back(change.measures + " (" + change.version + ")");
  }
  return measured + "Between them these changed: " + boost::algorithm::join(changes, "; ") + ".";
}

}  // namespace

Sentences comparison(const summary::CommonMap& map, const Comparison& comparison) {
  double subjects = 0;
  for (const summary::NamedSummary& site : map.sources.sites) {
    subjects += site.summary.subjects.sum();
  }
  const bool is_public = !map.sources.about.empty();
  Sentences sentences = {
      "Your scans are compared with groups of " + std::to_string(static_cast<int>(subjects)) +
      " scans at " + counted(std::ssize(map.sources.sites), "site") +
      (is_public ? ": " + map.sources.about : "") +
      ". Each is compared in your own scans' units, their median and spread in each measure: a "
      "shift between versions, scanners or ages plays no part in the lists."};
  if (is_public) sentences.push_back(version_sentence(comparison.version));
  if (is_public && comparison.kind.empty()) {
    sentences.push_back(
        "Nothing says of which kind these scans are: they are taken as T1-weighted ones.");
  }
  if (!comparison.only_here.empty()) {
    sentences.push_back("Compared among your own scans only, not with the others: " +
                        in_words(comparison.only_here, most_named) +
                        ". Versions of MRIQC disagree on these, or not all sites have them.");
  }
  if (!comparison.only_there.empty()) {
    sentences.push_back(
        "Your table does not have these of the map's measures, so it was "
        "made without them: " +
        in_words(comparison.only_there, most_named) + ".");
  }
  return sentences;
}

Sentences no_comparison(const std::string& kind, std::size_t shared, std::size_t measures) {
  const std::string own = " The lists and the map are of your own scans alone.";
  if (!summary::is_public_kind(kind)) {
    return {"The program has public scans of kind T1w only, and these are " + kind + "." + own};
  }
  return {"These are not MRIQC's measures of T1-weighted scans: " + std::to_string(shared) +
          " of its " + std::to_string(measures) +
          " are there, so they are not compared with public scans." + own +
          " To be compared, bring MRIQC's group_T1w.tsv."};
}

Sentences few_scans(const quality::ComparedRecords& compared) {
  const std::size_t scans = compared.rows.size();
  if (scans >= enough_scans) return {};
  const bool repeated = compared.persons < compared.records;
  const std::string copies = compared.copies == 0
                                 ? ""
                                 : counted(compared.copies, "scan has", "scans have") +
                                       " the same values as another one in every measure. ";
  const char* const what = repeated ? "person" : copies.empty() ? "scan" : "different scan";
  const std::string count =
      (repeated ? "scans of " : "") + counted(std::ssize(compared.rows), what);
  if (scans < static_cast<std::size_t>(quality::least_compared)) {
    return {copies + "With " + count +
            " there are no lists: what is usual at your site cannot be known from fewer than " +
            std::to_string(quality::least_compared) + ". Look at every scan."};
  }
  return {copies + "With " + count +
          " the lists show only what differs clearly from your other scans. They miss scans that "
          "are bad in the same way as several others, and mildly bad ones. Look at every scan."};
}

Sentences way_on(const std::string& table, bool is_part) {
  return {
      "Save the decisions (above): the file decisions.csv is the list that you can defend. Run "
      "dsne look "
      "again when the table has grown; the decisions stay.",
      "Compare with other sites, and nobody's scans leave: make a summary (dsne summarize " +
          (is_part ? "TABLE, a table of these scans alone," : table) +
          " --output FOLDER), and join others as docs/member.md says."};
}

}  // namespace dsne::report::words
