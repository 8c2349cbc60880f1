#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "remote/remote_run.h"
#include "report/joint_embedding.h"
#include "report/page.h"

namespace dsne::remote {

/// Rounds a measure to four digits after the point, because COINSTAC shows all digits.
double rounded(const Json& number);

/// Returns "3 sites, 780 subjects", what was found, and what must be known about the sites at once.
/// @param found such as ", 3 clusters"
std::string headline(const RemoteRun& run, const std::string& found);

/// Returns the page of the joint report, the same for every site: only what the sites share, and no
/// subject's id, measure or score. It lists no files yet.
/// @param metrics measures of the map, as in metrics.json
/// @param reference the run's
/// @param parts the joint map
report::Page joint_page(const RemoteRun& run, const Step& step, const Json& metrics,
                        const run::RunReference& reference,
                        const std::vector<report::EmbeddingPart>& parts);

/// Adds a file of the joint report, and lists it on its page.
/// @param holds says on the page what is in it
void add_file(const std::string& name, std::string content, const std::string& holds,
              report::PageText& page, Files& files);

/// Returns the joint report's table of sites: each one's subjects, what of it is on the map, the
/// measures in which its summary stands apart from all others', and those that it does not have.
/// Sites that stand apart come first.
/// @param parts the joint map, the reference first
report::PageTable sites_table(const RemoteRun& run, const run::RunReference& reference,
                              const std::vector<report::EmbeddingPart>& parts);

/// Returns metrics.json as far as it is the same for every run: parameters, rounds, sites and cost.
Json begun_metrics(const RemoteRun& run);

/// Returns the table of sites that COINSTAC shows, from metrics.
Json site_table(const Json& metrics);

/// Returns what COINSTAC shows at the end of a run that ends in a result, and its files: the joint
/// report with its tables, `result.json` and `measures.csv`.
Output end_with_result(const Step& step, const RemoteRun& run);

}  // namespace dsne::remote
