# Compiles shared/data/names.txt in: the names of columns are data, and the programs need no file beside them. Sets
# names_table_source, the file to compile.

set(names_table_source ${CMAKE_BINARY_DIR}/names_table.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS shared/data/names.txt)
file(READ shared/data/names.txt names_table)
file(CONFIGURE OUTPUT ${names_table_source} @ONLY CONTENT
"#include \"data/known_names.h\"

namespace dsne::data {
const std::string_view names_table = R\"DSNE_TEXT(@names_table@)DSNE_TEXT\";
}  // namespace dsne::data
")
set_source_files_properties(${names_table_source} PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
