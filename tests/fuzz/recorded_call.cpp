#include "fuzz/recorded_call.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstdlib>

#include "coinstac/step.h"
#include "core/digest.h"
#include "core/errors.h"
#include "fuzz/fuzz.h"

namespace fuzz {
namespace {

using dsne::Json;

/// The parameters of a run's and a round's length: a slow run with large ones is not a finding.
constexpr std::array lengths = {"max_iterations", "local_iterations"};
constexpr int max_iterations = 5;

void shorten(Json& value) {
  if (!value.is_structured()) return;
  for (const char* name : lengths) {
    if (!value.is_object() || !value.contains(name) || !value[name].is_number()) continue;
    if (value[name].get<double>() > max_iterations) value[name] = max_iterations;
  }
  for (Json& member : value) shorten(member);
}

/// A file in one of the node's folders that it reads, or in a folder there.
bool is_file_name(const std::string& name) {
  return (name.starts_with("base/") || name.starts_with("output/")) && name.size() < 100 &&
         name.find("..") == std::string::npos && std::count(name.begin(), name.end(), '/') <= 2;
}

Json recorded_cache(const std::string& name) {
  const char* folder = std::getenv("DSNE_FUZZ_CACHES");  // NOLINT(concurrency-mt-unsafe)
  if (folder == nullptr || !dsne::is_sha256(name)) throw dsne::MessageError("the call is damaged");
  return Json::parse(dsne::read_file(fs::path(folder) / name, "the cache"));
}

}  // namespace

void replace_text(Json& value, const std::string& name, const std::string& digest) {
  if (value.is_structured()) {
    for (Json& member : value) replace_text(member, name, digest);
  } else if (value == name) {
    value = digest;
  }
}

dsne::Step take_call(std::string_view text) {
  Json call = Json::parse(text, nullptr, false);
  const Json files = dsne::field(call, "files", "the call");
  const dsne::coinstac::Directories directories{scratch() / "base", scratch() / "output",
                                                scratch() / "transfer", scratch() / "cache"};
  dsne::Step step{dsne::field(call, "input", "the call"),
                  recorded_cache(dsne::text_field(call, "cache", "the call")),
                  dsne::text_field(call, "id", "the call"),
                  "2026-11-23",
                  folders_in(directories),
                  received_in(directories)};
  if (!step.input.is_object() || !step.cache.is_object() || !files.is_object()) {
    throw dsne::MessageError("the call is damaged");
  }
  clear_scratch();
  for (const char* folder : {"base", "output", "transfer", "cache"}) {
    fs::create_directories(scratch() / folder);
  }
  for (const auto& [name, content] : files.items()) {
    if (!is_file_name(name) || !content.is_string()) continue;
    const auto& file = content.get_ref<const std::string&>();
    write(name, file);
    for (Json* part : {&step.input, &step.cache})
      replace_text(*part, '@' + name, dsne::sha256(file));
  }
  shorten(step.input);
  shorten(step.cache);
  return step;
}

void check_result(const dsne::StepResult& result) {
  // In run_step's form, because text that is not UTF-8 would throw.
  for (const dsne::Json* part : {&result.output.message, &result.cache}) {
    require(!part->dump(-1, ' ', true).empty());
  }
}

}  // namespace fuzz
