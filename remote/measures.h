#pragma once

#include <string>
#include <vector>

#include "remote/remote_run.h"

namespace dsne::remote {

// Chooses a run's measures from what the sites registered of their tables (RemoteRun::tables).

/// Joins a run's faults into one line: a single fault unchanged, several numbered, as many as an
/// error has room for.
std::string faults_text(const std::vector<std::string>& faults);

/// Chooses the measures as far as possible before a reference has arrived. Removes the tables once
/// all is decided.
/// @return why the run cannot continue, one line each
std::vector<std::string> choose_measures(RemoteRun& run);

/// Chooses the measures of a reference, or of a map of summaries.
/// @param features their names; empty if they have none
/// @param number how many they are
/// @param by names the owner of the features in the error: "the reference"
/// @throws InputError naming the sites without some of them, or without names and with another
///   number
void choose_by(const std::vector<std::string>& features, Eigen::Index number, const std::string& by,
               RemoteRun& run);

/// What is told of a run's measures and sites with each report: `measures`, `left_out_sites` and
/// `lost_sites`, where there is something to tell.
void tell_left_out(const RemoteRun& run, Json& message);

/// Returns the measures and sites that are left out, with the sites' shown names.
run::LeftOutOfRun left_out_of(const RemoteRun& run);

/// Adds the names of these sites to a message or to metrics: `left_out_sites` and `lost_sites`.
void name_left_out_sites(const RemoteRun& run, Json& object);

}  // namespace dsne::remote
