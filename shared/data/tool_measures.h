#pragma once

#include <string>

namespace dsne::data {

/// Whether a program that is neither MRIQC, QAP nor FreeSurfer calls one of its measures so:
/// QSIPrep, DSI Studio, XCP-D, C-PAC, eddy QUAD, CAT12, SIENAX, fsqc, ENIGMA's tables, UK Biobank's
/// imaging fields and HCP's volumes. Case does not matter.
bool is_tool_measure(const std::string& name);

}  // namespace dsne::data
