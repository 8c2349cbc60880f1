#pragma once

#include <string>

#include "tools/command_line.h"

namespace dsne::tools {

/// `dsne account`: reports the privacy cost of a setting's noise, or the noise for a wanted ε, by
/// the accounting of the sites' ledgers. experiments/account.py adds other accountants.
Command account_command();

/// `dsne identity`: makes a site's long-term key once, and prints the public half for the other
/// sites. Never overwrites a file.
Command identity_command();

/// `dsne look`: says which scans of one site to look at, without a run or a summary.
Command look_command();

/// `dsne map`: makes the frame of sites' summaries, a map on which every site can place its own
/// subjects.
Command map_command();

/// `dsne parameters`: lists what the owner of a run can set.
Command parameters_command();

/// `dsne place`: places a site's subjects on the frame, and scores them.
Command place_command();

/// `dsne replay`: repeats a recorded run. The exit code is 0 if all answers are equal, else 1.
Command replay_command();

/// `dsne simulate`: makes a whole run on this machine, like COINSTAC's simulator. The exit code is
/// 1 if the run failed.
Command simulate_command();

/// `dsne summarize`: makes and keeps a site's summary, which the site shares.
Command summarize_command();

/// `dsne check`: reports how a run would read a site's files. Exit codes: 0; 1 when a run would
/// end; 2 when it would continue and something is odd; 3 for an invalid command line.
Command check_command();

/// Returns compspec.json with what the program declares: of each parameter the type, description,
/// default, range and choices, and as tooltip when to change it. Labels, order and conditions stay
/// as they are.
/// @param page docs/parameters.md, whose rows say in their last cells when to change a site's
/// inputs
/// @throws InputError when the text has no inputs
std::string with_inputs(const std::string& compspec, const std::string& page);

/// Returns a page with a run's parameters in its tables: what each is, range, default, the methods
/// that it counts for, and when to change it, in the rows of six cells that begin with their names.
std::string with_parameters(const std::string& page);

/// Returns a page with the fields that methods send in their rounds. Below a paragraph that begins
/// with a method's name, the rows of the table of fields are that method's.
std::string with_fields(const std::string& page);

}  // namespace dsne::tools
