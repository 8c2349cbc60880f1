# The map of public scans, compiled into the summaries' library: the program needs no file beside it.
set(public_map ${CMAKE_SOURCE_DIR}/shared/summary/public/t1w.json)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${public_map})
file(READ ${public_map} public_map_text)
set(public_map_source ${CMAKE_BINARY_DIR}/public_map_text.cpp)
file(CONFIGURE OUTPUT ${public_map_source} @ONLY CONTENT
"#include \"summary/public_map.h\"

namespace dsne::summary {

const std::string_view public_map_text = R\"DSNE_TEXT(@public_map_text@)DSNE_TEXT\";

}  // namespace dsne::summary
")
set_source_files_properties(${public_map_source} PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
target_sources(dsne_summary PRIVATE ${public_map_source})
