#pragma once

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

}  // namespace dsne::tools
