#include "core/version.h"

namespace dsne {

std::string_view version() { return DSNE_VERSION; }

}  // namespace dsne
