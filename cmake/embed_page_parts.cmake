# Writes OUTPUT, a C++ file with the page's SKELETON, STYLE and SCRIPT and the sphere's and the clusters' pages' as text, and the licences of the packages under
# MODULES that are in the script.

function(embed name text)
  if(text MATCHES "\\)DSNE_TEXT\"")
    message(FATAL_ERROR "${name} holds the end mark of a raw string")
  endif()
  file(APPEND ${OUTPUT} "const std::string_view ${name} = R\"DSNE_TEXT(${text})DSNE_TEXT\";\n\n")
endfunction()

# A script, and its hash, which takes longer to compute than the page itself.
function(embed_script name text)
  string(SHA256 digest "${text}")
  file(APPEND ${OUTPUT} "const Script ${name} = {R\"DSNE_TEXT(${text})DSNE_TEXT\", \"${digest}\"};\n\n")
endfunction()

foreach(part HEAD SKELETON STYLE SCRIPT SPHERE_SKELETON SPHERE_SCRIPT CLUSTERS_SKELETON)
  file(READ ${${part}} ${part}_text)
endforeach()
set(licences "")
foreach(file echarts/NOTICE echarts/LICENSE zrender/LICENSE tslib/LICENSE.txt)
  file(READ ${MODULES}/${file} licence)
  string(APPEND licences "${file}\n\n${licence}\n\n")
endforeach()

file(WRITE ${OUTPUT} "#include \"report/page.h\"\n\nnamespace dsne::report {\n\n")
embed(page_head "${HEAD_text}")
embed(page_skeleton "${SKELETON_text}")
embed(page_style "${STYLE_text}")
embed_script(page_script "${SCRIPT_text}")
embed(sphere_skeleton "${SPHERE_SKELETON_text}")
embed_script(sphere_script "${SPHERE_SCRIPT_text}")
embed(clusters_skeleton "${CLUSTERS_SKELETON_text}")
embed(page_licences "${licences}")
file(APPEND ${OUTPUT} "}  // namespace dsne::report\n")
