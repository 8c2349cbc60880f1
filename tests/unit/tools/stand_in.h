#pragma once

#include <boost/filesystem.hpp>
#include <boost/filesystem/fstream.hpp>
#include <iterator>
#include <string>
#include <vector>

#include "temporary_folder.h"
#include "tools/orchestrator.h"

/// Writes a shell script that can be executed. @return the program
inline dsne::tools::Program script(const boost::filesystem::path& file, const std::string& body) {
  namespace fs = boost::filesystem;
  fs::ofstream(file) << "#!/bin/sh\n" << body;
  fs::permissions(file, fs::owner_all);
  return {file.string()};
}

inline std::string content(const boost::filesystem::path& file) {
  boost::filesystem::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write(const boost::filesystem::path& file, const std::string& text) {
  boost::filesystem::create_directories(file.parent_path());
  boost::filesystem::ofstream(file, std::ios::binary) << text;
}

/// Begins a stand-in program: reads stdin, and takes what it needs from the state at its end.
inline const std::string read_state = R"sh(
in=$(cat)
text() { printf '%s' "$in" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
iteration=$(printf '%s' "$in" | sed -n 's/.*"iteration":\([0-9]*\).*/\1/p')
id=$(text clientId)
base=$(text baseDirectory)
output=$(text outputDirectory)
transfer=$(text transferDirectory)
cache=$(text cacheDirectory)
)sh";

/// A site that in its second step sends a file and a folder, and in its third repeats the file that
/// the coordinator sent. It keeps something in its cache and its cache directory in each step.
inline const std::string site_program = read_state + R"sh(
echo "$iteration" >> "$cache/steps"
if [ "$iteration" = 2 ]; then
  mkdir "$transfer/folder"
  printf 'from %s' "$id" > "$transfer/file.txt"
  printf 'nested' > "$transfer/folder/part.txt"
fi
received=
if [ "$iteration" = 3 ]; then received=$(cat "$base/to_all.txt"); fi
echo "{\"output\": {\"id\": \"$id\", \"received\": \"$received\"," \
  "\"steps\": $(wc -l < "$cache/steps")}," \
  "\"cache\": {\"step$iteration\": true, \"last\": $iteration}, \"success\": false}"
)sh";

/// A remote that repeats the files of local0, sends one in its second step, and ends in its third.
inline const std::string remote_program = read_state + R"sh(
success=false
if [ "$iteration" = 2 ]; then printf 'hello' > "$transfer/to_all.txt"; fi
if [ "$iteration" = 3 ]; then
  success=true
  mkdir "$transfer/joint"
  printf 'map' > "$transfer/joint/map.txt"
fi
got=
if [ "$iteration" != 1 ]; then
  got="$(cat "$base/local0/file.txt"), $(cat "$base/local0/folder/part.txt")"
fi
echo "{\"output\": {\"got\": \"$got\", \"round\": $iteration}, \"cache\": {\"last\": $iteration}," \
  "\"success\": $success}"
)sh";

/// A folder with the inputs of some sites and both programs.
class StandInFederation {
 public:
  explicit StandInFederation(std::size_t sites, const std::string& local = site_program,
                             const std::string& remote = remote_program) {
    for (std::size_t i = 0; i < sites; ++i) {
      boost::filesystem::create_directories(directories(dsne::tools::site_id(i)).base);
      federation.inputs.push_back({{"number", i}});
    }
    federation.local = script(folder_.path() / "local", local);
    federation.remote = script(folder_.path() / "remote", remote);
    federation.directory = folder_.path();
  }

  dsne::coinstac::Directories directories(const std::string& node) const {
    return dsne::tools::node_directories(folder_.path(), node);
  }
  const boost::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;

 public:
  dsne::tools::Federation federation;
};

/// Records every call and answer of a run.
struct Recorder : dsne::tools::Observer {
  void before(const dsne::tools::Call& call) override { calls.push_back(call); }
  void after(const dsne::tools::Call& call, const dsne::tools::Answer& answer) override {
    answered.push_back(call.number);
    answers.push_back(answer);
  }
  dsne::Json input(std::size_t number) const { return dsne::Json::parse(calls[number - 1].input); }

  std::vector<dsne::tools::Call> calls;
  std::vector<std::size_t> answered;
  std::vector<dsne::tools::Answer> answers;
};
