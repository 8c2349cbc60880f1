#include "fuzz/fuzz.h"

#include <omp.h>

#include <boost/filesystem/fstream.hpp>
#include <boost/filesystem/operations.hpp>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "temporary_folder.h"

namespace fuzz {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_message(std::string_view message) {
  static const bool told = std::getenv("DSNE_FUZZ_TELL") != nullptr;
  if (told) std::cerr << message << std::endl;
  require(message.find('\n') == std::string_view::npos);
  require(message.find(scratch().string()) == std::string_view::npos);
}

const fs::path& scratch() {
  static const TemporaryFolder folder;
  return folder.path();
}

fs::path write(const std::string& name, std::string_view content) {
  const fs::path file = scratch() / name;
  fs::create_directories(file.parent_path());
  fs::ofstream(file, std::ios::binary).write(content.data(), std::ssize(content));
  return file;
}

void clear_scratch() {
  for (const fs::directory_entry& entry : fs::directory_iterator(scratch())) {
    fs::remove_all(entry.path());
  }
}

}  // namespace fuzz

namespace {

fuzz::Target target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** arguments) {
  target = fuzz::targets().at(fuzz::fs::path(**arguments).filename().string());
  // Threads cost more than they bring for a few points.
  omp_set_num_threads(1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::attempt([&] { target({reinterpret_cast<const char*>(data), size}); });
  return 0;
}
