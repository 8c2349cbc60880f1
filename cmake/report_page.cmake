# The report page's parts, made once with npm and esbuild and compiled into the report library: the page needs no file
# beside it. Sets report_page_source, the file to compile.

find_program(NPM npm)
if(NOT NPM)
  message(FATAL_ERROR "The report page is bundled with npm, which is not installed; scripts/setup installs it")
endif()

set(web ${CMAKE_SOURCE_DIR}/shared/report/web)
set(web_build ${CMAKE_BINARY_DIR}/report_page)
set(report_page_source ${web_build}/page_parts.cpp)
set_source_files_properties(${report_page_source} PROPERTIES
  SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -Wno-overlength-strings)
file(GLOB web_sources CONFIGURE_DEPENDS ${web}/src/*.js)

# npm writes beside its package.json, so both are copied to a writable folder.
add_custom_command(
  OUTPUT ${web_build}/installed
  COMMAND ${CMAKE_COMMAND} -E copy ${web}/package.json ${web}/package-lock.json ${web}/.npmrc ${web_build}
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --silent
  COMMAND ${CMAKE_COMMAND} -E touch ${web_build}/installed
  DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/.npmrc
  WORKING_DIRECTORY ${web_build}
  COMMENT "Installing what the report page is built with")

file(MAKE_DIRECTORY ${web_build})

# Bundles a page's script.
function(bundle_script source output)
  add_custom_command(
    OUTPUT ${web_build}/${output}
    COMMAND ${CMAKE_COMMAND} -E env NODE_PATH=${web_build}/node_modules
            ${web_build}/node_modules/.bin/esbuild ${web}/src/${source} --bundle --minify --charset=ascii
            --target=es2020 --log-level=warning --legal-comments=none --outfile=${web_build}/${output}
    DEPENDS ${web_build}/installed ${web_sources}
    COMMENT "Bundling ${output}")
endfunction()
bundle_script(main.js page.js)
bundle_script(sphere.js sphere.js)

add_custom_command(
  OUTPUT ${report_page_source}
  COMMAND ${CMAKE_COMMAND} -D HEAD=${web}/head.html -D SKELETON=${web}/page.html -D STYLE=${web}/page.css -D SCRIPT=${web_build}/page.js
          -D SPHERE_SKELETON=${web}/sphere.html -D SPHERE_SCRIPT=${web_build}/sphere.js
          -D CLUSTERS_SKELETON=${web}/clusters.html
          -D MODULES=${web_build}/node_modules -D OUTPUT=${report_page_source}
          -P ${CMAKE_SOURCE_DIR}/cmake/embed_page_parts.cmake
  DEPENDS ${web}/head.html ${web}/page.html ${web}/page.css ${web_build}/page.js ${web}/sphere.html ${web_build}/sphere.js ${web}/clusters.html ${CMAKE_SOURCE_DIR}/cmake/embed_page_parts.cmake
  COMMENT "Embedding the report page's parts")
