#pragma once

#include <boost/filesystem.hpp>
#include <boost/filesystem/fstream.hpp>
#include <iterator>
#include <string>
#include <vector>

#include "temporary_folder.h"
#include "tools/simulate/orchestrator.h"

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

/// The body of a stand-in program (tests/data/sessions).
inline std::string program_text(const std::string& name) {
  return content(DSNE_TEST_DATA "/sessions/" + name + ".sh");
}

/// Begins a stand-in program: reads stdin, and takes what it needs from the state at its end.
inline const std::string read_state = program_text("state");

/// A site that in its second step sends a file and a folder, and in its third repeats the file that
/// the coordinator sent. It keeps something in its cache and its cache directory in each step.
inline const std::string site_program = read_state + program_text("site");

/// A remote that repeats the files of local0, sends one in its second step, and ends in its third.
inline const std::string remote_program = read_state + program_text("remote");

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
  dsne::tools::SimulatedFederation federation;
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
