#pragma once

#include <string_view>

namespace dsne::report {

// The parts of a report page. The build makes them from shared/report/web.

/// A page's script.
struct Script {
  std::string_view text;
  std::string_view sha256;  ///< 64 hexadecimal digits
};

/// The first lines of all pages.
extern const std::string_view page_head;
/// The page, with placeholders like {{title}} that a report fills in.
extern const std::string_view page_skeleton;
/// The style sheet of all pages.
extern const std::string_view page_style;
/// The page's script, with the plotting library.
extern const Script page_script;
/// The page of a sphere and its script.
extern const std::string_view sphere_skeleton;
extern const Script sphere_script;
/// The page of clusters, which has no script.
extern const std::string_view clusters_skeleton;
/// The licences of the packages in the script.
extern const std::string_view page_licences;

}  // namespace dsne::report
