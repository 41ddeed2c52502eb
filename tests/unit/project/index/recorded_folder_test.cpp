// SPDX-License-Identifier: MIT
#include "project/index/recorded_folder.h"

#include <gtest/gtest.h>

#include <string>

namespace godot::analysis::project {
namespace {

TEST(RecordedFolder, MayBeAnyFolderOfThisMachine) {
  for (const char* path : {"/home/me/game", "/home/me/моя игра/", "/srv/net/game", "/home/..me/a..b", "/network"})
    EXPECT_TRUE(is_local_folder(path, System::posix)) << path;
  for (const char* path : {"C:/Users/me/game", "d:\\games\\моя игра", "C:/net/game"})
    EXPECT_TRUE(is_local_folder(path, System::windows)) << path;
}

TEST(RecordedFolder, IsNeverOnAnotherMachine) {
  for (const char* path : {"//server/share/game", "/net/server/game", "/net", "/misc/nfs/game"})
    EXPECT_FALSE(is_local_folder(path, System::posix)) << path;
  for (const char* path :
       {"\\\\server\\share", "//server/share", "\\\\?\\UNC\\server\\share", "C:\\\\server\\share", "\\\\.\\pipe\\x"})
    EXPECT_FALSE(is_local_folder(path, System::windows)) << path;
}

TEST(RecordedFolder, IsAbsoluteAndPlain) {
  for (const char* path :
       {"", "/", "game", "./game", "../game", "/home/../net/server", "/home/me/..", "res://", "C:/Users/me/game",
        "/dev/fd", "/proc/self/cwd", "/sys", "/home/a\nb", "/home/\x7f", "/home/\xff", "smb://server/game"})
    EXPECT_FALSE(is_local_folder(path, System::posix)) << path;
  for (const char* path : {"", "C:", "C:/", "C:game", "/home/me/game", "1:/game", "C:/a/../../b", "C:\\a\\..\\b"})
    EXPECT_FALSE(is_local_folder(path, System::windows)) << path;
  EXPECT_FALSE(is_local_folder("/" + std::string(4096, 'a'), System::posix));
  EXPECT_TRUE(is_local_folder("/" + std::string(4095, 'a'), System::posix));
}

}  // namespace
}  // namespace godot::analysis::project
