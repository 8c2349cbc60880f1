// The file of thumbnails that a site keeps beside its outputs.

#include "federated/kept_subjects.h"
#include "fuzz/fuzz.h"

void fuzz::target(std::string_view bytes) {
  write("private_thumbnails.bin", bytes);
  dsne::federated::read_kept_thumbnails(scratch());
}
