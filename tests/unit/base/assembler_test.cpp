// SPDX-License-Identifier: MIT
// Blocks of files in any order, again, beyond the end, and of files that were never opened.
#include "base/assembler.h"

#include <gtest/gtest.h>

namespace godot::analysis {
namespace {

using Bytes = Assembler::Bytes;
constexpr Assembler::Key key = {.conversation = 1, .id = 2};

TEST(FilesAssembler, OneBlock) {
  Assembler files;
  files.open(key, 3);
  EXPECT_EQ(files.add(key, 0, Bytes{1, 2, 3}), (Bytes{1, 2, 3}));
  EXPECT_TRUE(files.add(key, 0, Bytes{1, 2, 3}).empty());  // the file is complete
}

TEST(FilesAssembler, AnyOrder) {
  Assembler files;
  files.open(key, 6);
  EXPECT_TRUE(files.add(key, 4, Bytes{5, 6}).empty());
  EXPECT_TRUE(files.add(key, 4, Bytes{5, 6}).empty());
  EXPECT_TRUE(files.add(key, 0, Bytes{1, 2}).empty());
  EXPECT_EQ(files.add(key, 2, Bytes{3, 4}), (Bytes{1, 2, 3, 4, 5, 6}));
}

TEST(FilesAssembler, FilesOfOneNumberInTwoConversations) {
  Assembler files;
  const Assembler::Key other = {.conversation = 2, .id = 2};
  files.open(key, 2);
  files.open(other, 2);
  EXPECT_TRUE(files.add(key, 0, Bytes{1}).empty());
  EXPECT_TRUE(files.add(other, 1, Bytes{9}).empty());
  EXPECT_EQ(files.add(other, 0, Bytes{8}), (Bytes{8, 9}));
  EXPECT_EQ(files.add(key, 1, Bytes{2}), (Bytes{1, 2}));
}

TEST(FilesAssembler, IncompleteAndUnopenedFilesAreNotJoined) {
  Assembler files;
  EXPECT_TRUE(files.add(key, 0, Bytes{1}).empty());  // never opened
  files.open(key, 2);
  EXPECT_TRUE(files.add(key, 0, Bytes{1, 2, 3}).empty());  // more than was announced
  files.open(key, 4);
  EXPECT_TRUE(files.add(key, 0, Bytes{1, 2}).empty());
  files.open(key, 2);  // opened again: earlier blocks do not count
  EXPECT_TRUE(files.add(key, 1, Bytes{7}).empty());
  EXPECT_EQ(files.add(key, 0, Bytes{6}), (Bytes{6, 7}));
  files.open(key, 1);
  files.forget();
  EXPECT_TRUE(files.add(key, 0, Bytes{1}).empty());
}

}  // namespace
}  // namespace godot::analysis
