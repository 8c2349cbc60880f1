#pragma once

#include <string>
#include <vector>

#include "remote/remote_run.h"
#include "report/measures_table.h"

namespace dsne::remote {

// Which measures a run counts, decided from what the sites say of their tables (RemoteRun::tables).

/// Decides, as far as it can be before a reference has come, and forgets the tables where it is
/// decided.
/// @return why the run cannot go on, a line each
std::vector<std::string> choose_measures(RemoteRun& run);

/// Decides where what is to count is here: the measures of a reference, or of a map of summaries.
/// @param features their names; empty where they have none
/// @param by what has them, for the error: "the reference"
/// @throws InputError naming the sites that lack some of them
void choose_by(const std::vector<std::string>& features, const std::string& by, RemoteRun& run);

/// What is told of a run's measures and sites with each report: `measures`, `left_out_sites` and
/// `lost_sites`, where there is something to tell.
void tell_left_out(const RemoteRun& run, Json& message);

/// The measures that are left out or that a site lacks, sites by the names under which they appear.
std::vector<data::UnevenMeasure> shown_measures(const RemoteRun& run);

/// The sites without which the run went on, by these names.
report::LeftOutSites shown_left_out_sites(const RemoteRun& run);

/// Adds the names of these sites to a message or to metrics: `left_out_sites` and `lost_sites`.
void name_left_out_sites(const RemoteRun& run, Json& object);

}  // namespace dsne::remote
