#pragma once

#include <stdexcept>
#include <string>

namespace dsne {

/// Base of every error that this project throws on purpose.
///
/// The message is one line. COINSTAC shows it to every site of the consortium, so it says what is
/// wrong and where (input, row, column, site), and never carries a value of the data, a subject's
/// id, a label or a path.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What the user gave is wrong: a parameter, a data file, a setting.
class InputError : public Error {
 public:
  using Error::Error;
};

/// What another node or the orchestrator sent is wrong: a message, a cache, a directory.
class MessageError : public Error {
 public:
  using Error::Error;
};

/// A file of ours could not be read or written: disk full, no permission.
class StorageError : public Error {
 public:
  using Error::Error;
};

}  // namespace dsne
