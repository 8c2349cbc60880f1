#pragma once

#include "core/files.h"
#include "report/facts.h"
#include "report/page.h"

namespace dsne::report {

// The joint report of a run, the same at every site: only what the sites share, and no subject's
// id, measure or score.

/// Returns "3 sites, 780 subjects", what was found, and what must be known about the sites at once.
/// @param found such as ", 3 clusters"
std::string joint_headline(const JointFacts& run, const std::string& found);

/// Returns the page of a run that ended in a map, with the files beside it.
Files joint_files(const JointMapFacts& run);

/// Returns the file of the measures used, and of the sites without some.
File measures_file(const RunFacts& run, const Names& used);

/// Ends the page of a run that ends in a result: with the measures left out, and its list of files.
/// @param first the file that only this kind of run has, and its content
void end_result_page(const RunFacts& run, const Entries::value_type& first, PageText& page);

/// Returns the table of sites: each one's subjects, what of it is on the map, the measures in which
/// its summary stands apart from all others', and those that it does not have. Sites that stand
/// apart come first.
/// @param shown the map's parts as they are shown
PageTable sites_table(const JointMapFacts& run, const std::vector<EmbeddingPart>& shown);

}  // namespace dsne::report
