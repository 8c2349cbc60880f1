#include "coinstac/step.h"

#include <boost/filesystem/operations.hpp>
#include <istream>
#include <memory>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "core/phrases.h"

namespace dsne::coinstac {
namespace {

constexpr std::string_view state_name = "the step's state";
constexpr std::size_t longest_error = 2000;  // bytes
constexpr std::size_t longest_name = 255;

fs::path directory_field(const Json& state, const std::string& name) {
  const std::string text = text_field(state, name, state_name);
  boost::system::error_code error;
  if (!fs::is_directory(text, error)) {
    throw MessageError(std::string(state_name) + ": " + name + " is not a directory");
  }
  return text;
}

std::string read_all(std::istream& in) {
  constexpr std::size_t block = 1 << 16;
  std::string text;
  while (in) {
    const std::size_t size = text.size();
    text.resize(size + block);
    in.read(text.data() + size, block);
    text.resize(size + static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

/// Makes copies of a step that run at once wait for each other, and removes what a killed one left
/// unfinished. Where the file system has no locks, copies do not wait.
std::unique_ptr<FolderLock> lock_folders(const PassedStep& passed) {
  std::unique_ptr<FolderLock> lock;
  try {
    lock = std::make_unique<FolderLock>(passed.step.folders.own, "the output folder");
  } catch (const StorageError&) {
    return nullptr;
  }
  for (const fs::path& folder : {passed.step.folders.own, passed.transfer})
    remove_unfinished(folder);
  return lock;
}

}  // namespace

Folders folders_in(const Directories& directories) {
  return {directories.base, directories.output, directories.cache, {directories.transfer}};
}

ReadReceived received_in(const Directories& directories) {
  return [base = directories.base](const std::string& name,
                                   std::string_view what) -> std::optional<std::string> {
    boost::system::error_code error;
    if (!fs::is_regular_file(base / name, error)) return std::nullopt;
    return read_file(base / name, what);
  };
}

PassedStep parse_step(const std::string& text) {
  if (text.empty()) throw MessageError("stdin is empty; expected one JSON document");
  if (nests_too_deeply(text)) throw MessageError("stdin nests arrays or objects too deeply");
  std::optional<Json> parsed = parse_json(text);
  if (!parsed) throw MessageError("stdin is not valid JSON");
  Json& document = *parsed;
  Step step;
  const Json state = field(document, "state", "stdin");
  static_cast<void>(field(document, "input", "stdin"));
  step.input = std::move(document["input"]);
  step.cache = document.contains("cache") ? std::move(document["cache"]) : Json::object();
  if (!step.input.is_object()) throw MessageError("stdin: input must be an object");
  if (!step.cache.is_object()) throw MessageError("stdin: cache must be an object");
  step.node = text_field(state, "clientId", state_name);
  const Directories directories{
      directory_field(state, "baseDirectory"), directory_field(state, "outputDirectory"),
      directory_field(state, "transferDirectory"),  // may be missing at any time
      text_field(state, "cacheDirectory", state_name)};
  step.day = today();
  step.folders = folders_in(directories);
  step.received = received_in(directories);
  return {std::move(step), directories.transfer};
}

int run_step(const std::string& node, const StepHandler& handle, std::istream& in,
             std::ostream& out, std::ostream& err) {
  std::string name = node;
  const auto fail = [&](const std::string& message) {
    // A library's message may have several lines.
    err << cut(one_line(name + ": " + message), longest_error) << std::endl;
    return 1;
  };
  try {
    const PassedStep passed = parse_step(read_all(in));
    if (passed.step.node != node) name += " " + cut(passed.step.node, longest_name);
    const auto lock = lock_folders(passed);
    StepResult result = handle(passed.step);
    write_files(result.output.files, passed.transfer);
    const Json document = {{"output", std::move(result.output.message)},
                           {"cache", std::move(result.cache)},
                           {"success", result.success}};
    // ASCII only: the official container service can split a UTF-8 character.
    out << to_ascii(document) << std::flush;
    if (!out) return fail("cannot write the answer to stdout");
    return 0;
  } catch (const Error& error) {
    return fail(error.what());
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception&) {
    // A library's own message may quote the data.
    return fail("internal error");
  }
}

}  // namespace dsne::coinstac
