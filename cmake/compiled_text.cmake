# Compiles a text file in: the programs need no file beside them.

# Writes a source that defines `const std::string_view NAME` of dsne::NAMESPACE, which HEADER declares, and adds it to a library.
function(compiled_text library file header namespace name)
  set(source ${CMAKE_BINARY_DIR}/${name}.cpp)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"#include \"@header@\"

namespace dsne::@namespace@ {
const std::string_view @name@ = R\"DSNE_TEXT(@text@)DSNE_TEXT\";
}  // namespace dsne::@namespace@
")
  set_source_files_properties(${source} PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
  target_sources(${library} PRIVATE ${source})
endfunction()
