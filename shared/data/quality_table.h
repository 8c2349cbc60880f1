#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// Whether these are the columns' names of a quality table: MRIQC's group tables (Esteban et al.,
/// PLoS ONE 2017; `group_T1w.tsv`, `group_bold.tsv`) begin with bids_name, those of the Quality
/// Assessment Protocol (QAP) with subject or Participant and have session and scan or Series; any
/// other is known by its measures (has_quality_measures).
bool is_quality_table(const std::vector<std::string>& names);

/// Reads a quality table of MRIQC or QAP: read_table, with these tools' columns known.
///
/// Features are the measures, all columns of numbers but those that say where a scan comes from
/// (subject, session, scan, site, …, and what MRIQC's web service adds: bids_meta., provenance.,
/// rating.); where most columns are the tools' measures, these alone. A scan's id is bids_name, or
/// subject, session and scan joined by "_", or of a table that is known by its measures alone the
/// row's number. What the format's id_column and feature_columns name takes precedence.
/// @throws InputError as read_table does, or when the table has none of the columns of ids and is
///   not known by its measures
Table read_quality_table(const boost::filesystem::path& file, const std::string& input,
                         TableFormat format);

}  // namespace dsne::data
