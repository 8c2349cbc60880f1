#pragma once

#include <string_view>

namespace dsne::report {

// The parts of a report page, made from shared/report/web when the project is built.

/// The page, with a placeholder like {{title}} for what a report fills in.
extern const std::string_view page_skeleton;
/// Its style sheet.
extern const std::string_view page_style;
/// Its script, the plotting library included.
extern const std::string_view page_script;
/// The page of a sphere, likewise, with the style sheet above, and its script.
extern const std::string_view sphere_skeleton;
extern const std::string_view sphere_script;
/// The page of clusters, likewise, which has no script.
extern const std::string_view clusters_skeleton;
/// The licences of the packages in the script.
extern const std::string_view page_licences;

}  // namespace dsne::report
