# The files of `cmake --install` and the Debian package. dsne looks for the other executables beside itself.
include(GNUInstallDirs)
set(executables_folder ${CMAKE_INSTALL_LIBEXECDIR}/dsne)
install(TARGETS local remote dsne RUNTIME DESTINATION ${executables_folder})
install(FILES compspec.json DESTINATION ${CMAKE_INSTALL_DATADIR}/dsne)
file(RELATIVE_PATH to_executables ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBEXECDIR}/dsne)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/links)
file(CREATE_LINK ${to_executables}/dsne ${CMAKE_BINARY_DIR}/links/dsne SYMBOLIC)
install(FILES ${CMAKE_BINARY_DIR}/links/dsne DESTINATION ${CMAKE_INSTALL_BINDIR})
# scripts/package writes the texts that others' licences require.
install(FILES ${CMAKE_BINARY_DIR}/third-party.txt DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
if(EXISTS ${CMAKE_SOURCE_DIR}/docs)  # not in the image
  install(FILES README.md LICENSE NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.png PATTERN *.svg)
endif()

# cpack -G DEB
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME dsne)
set(CPACK_PACKAGE_VENDOR "the dSNE for COINSTAC authors")
set(CPACK_PACKAGE_CONTACT "the dSNE for COINSTAC authors <dsne@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Quality control of brain scans across sites")
set(CPACK_PACKAGE_DESCRIPTION "The command dsne checks a site's tables, makes the summary that the site shares,
and puts its subjects on the common map of all sites. The programs local and remote
are stepped by COINSTAC and other engines.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# The executables are static; figures need a font and where to look for it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fontconfig-config, fonts-dejavu-core")
include(CPack)
