// The file of thumbnails that a site keeps beside its outputs.

#include "dsne/kept_subjects.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  write("private_thumbnails.bin", bytes);
  dsne::read_kept_thumbnails(scratch());
}
