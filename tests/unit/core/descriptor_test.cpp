#include "core/descriptor.h"

#include <doctest/doctest.h>

#include <chrono>
#include <future>
#include <optional>

#include "core/errors.h"
#include "temporary_folder.h"

using dsne::FolderLock;

TEST_CASE("a folder is locked by one at a time") {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(std::in_place, folder.path(), "it");
  auto second = std::async(std::launch::async, [&] { const FolderLock lock(folder.path(), "it"); });
  CHECK(second.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  first.reset();
  second.get();
}

TEST_CASE("a folder that cannot be locked is an error") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(FolderLock(folder.path() / "gone", "it"),
                       "cannot lock it: No such file or directory", dsne::StorageError);
}
