#include "tools/transcript.h"

#include <boost/filesystem/fstream.hpp>
#include <boost/filesystem/operations.hpp>
#include <boost/format.hpp>
#include <map>
#include <regex>
#include <utility>

#include "tools/folders.h"

namespace dsne::tools {
namespace {

std::string file_name(const Call& call, const std::string& stream) {
  return str(boost::format("%04d-%s.%s.json") % call.number % call.node % stream);
}

void write(const fs::path& file, const std::string& content) {
  fs::ofstream stream(file, std::ios::binary);
  stream << content << std::flush;
  if (!stream) throw StorageError("cannot write the transcript");
}

std::string name_of(std::size_t number) {
  return "the transcript's step " + std::to_string(number);
}

void check_whole(const std::vector<RecordedCall>& calls) {
  std::size_t expected = 0;
  for (const RecordedCall& call : calls) {
    if (call.number != ++expected) throw InputError(name_of(expected) + " is missing");
    if (call.input.empty()) throw InputError(name_of(expected) + " has no .in.json");
    if (call.output.empty()) {
      throw InputError(name_of(expected) +
                       " has no .out.json: the recorded run failed there, or the file is lost");
    }
  }
  if (calls.empty()) throw InputError("the folder holds no transcript");
}

}  // namespace

TranscriptWriter::TranscriptWriter(fs::path folder) : folder_(std::move(folder)) {
  boost::system::error_code error;
  if (fs::exists(folder_, error) &&
      !(fs::is_directory(folder_, error) && fs::is_empty(folder_, error))) {
    throw InputError("the transcript's folder must be empty or new");
  }
  make_folder(folder_, "the transcript's folder");
}

void TranscriptWriter::before(const Call& call) {
  write(folder_ / file_name(call, "in"), call.input);
}

void TranscriptWriter::after(const Call& call, const Answer& answer) {
  write(folder_ / file_name(call, "out"), answer.text);
}

std::vector<RecordedCall> list_transcript(const fs::path& folder) {
  boost::system::error_code error;
  fs::directory_iterator files(folder, error);
  if (error) throw InputError("cannot read the transcript's folder: " + error.message());
  static const std::regex pattern(R"((\d{4,9})-([A-Za-z0-9_-]+)\.(in|out)\.json)");
  std::map<std::pair<std::size_t, std::string>, RecordedCall> found;
  for (const auto& entry : files) {
    std::smatch parts;
    const std::string name = entry.path().filename().string();
    if (!std::regex_match(name, parts, pattern)) continue;
    const std::size_t number = std::stoul(parts[1]);
    RecordedCall& call = found[{number, parts[2]}];
    call.number = number;
    call.node = parts[2];
    (parts[3] == "in" ? call.input : call.output) = entry.path();
  }
  std::vector<RecordedCall> calls;
  calls.reserve(found.size());
  for (auto& [key, call] : found) calls.push_back(std::move(call));
  check_whole(calls);
  return calls;
}

}  // namespace dsne::tools
