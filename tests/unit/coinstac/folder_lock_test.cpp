#include "coinstac/folder_lock.h"

#include <doctest/doctest.h>

#include <chrono>
#include <future>
#include <optional>

#include "temporary_folder.h"

using dsne::FolderLock;

TEST_CASE("a folder is held by one at a time") {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(std::in_place, folder.path());
  auto second = std::async(std::launch::async, [&] { const FolderLock lock(folder.path()); });
  CHECK(second.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  first.reset();
  second.get();
}

TEST_CASE("a folder that is not there is not waited for") {
  const TemporaryFolder folder;
  const FolderLock first(folder.path() / "gone");
  const FolderLock second(folder.path() / "gone");
}
