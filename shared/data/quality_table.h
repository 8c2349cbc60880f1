#pragma once

#include <boost/filesystem/path.hpp>
#include <string>
#include <vector>

#include "data/table.h"

namespace dsne::data {

/// Returns whether these are the columns' names of a quality table: MRIQC's group tables (Esteban
/// et al., PLoS ONE 2017; `group_T1w.tsv`, `group_bold.tsv`) begin with bids_name, those of the
/// Quality Assessment Protocol (QAP) with subject or Participant and have session and scan or
/// Series; any other is recognised by its measures (has_quality_measures).
bool is_quality_table(const std::vector<std::string>& names);

/// Reads a quality table of MRIQC or QAP by read_table, with knowledge of these tools' columns.
///
/// Features are the measures: all columns of numbers except those about a scan's origin (subject,
/// session, scan, site, …, and those that MRIQC's web service adds: bids_meta., provenance.,
/// rating.). If most columns are the tools' measures, only these. A scan's id is bids_name; or
/// subject, session and scan joined by "_"; or, in a table recognised by its measures alone, the
/// row's number. The format's id_column and feature_columns take precedence.
/// @throws InputError as read_table does, or when the table has no column of ids and is not
///   recognised by its measures
Table read_quality_table(const boost::filesystem::path& file, const std::string& input,
                         TableFormat format);

}  // namespace dsne::data
