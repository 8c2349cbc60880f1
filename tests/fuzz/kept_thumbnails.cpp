// The file of thumbnails that a site keeps beside its outputs.

#include "fuzz/fuzz.h"
#include "run/kept_subjects.h"

void fuzz::target(std::string_view bytes) {
  write("private_thumbnails.bin", bytes);
  dsne::run::read_kept_thumbnails(scratch());
}
