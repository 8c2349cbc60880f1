#pragma once

#include <stdexcept>
#include <string>

namespace dsne {

/// Base of every error that this project throws on purpose.
///
/// The message is one line. COINSTAC shows it to every site, so it says what is wrong and where
/// (input, row, column, site). It never holds a value, a subject's id, a label or a path.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reports a mistake in what the user gave: a parameter, a data file, a setting.
class InputError : public Error {
 public:
  using Error::Error;
};

/// Reports bad data from another node or the orchestrator: a message, a cache, a directory.
class MessageError : public Error {
 public:
  using Error::Error;
};

/// Reports that a file of ours could not be read or written: disk full, no permission.
class StorageError : public Error {
 public:
  using Error::Error;
};

}  // namespace dsne
