// SPDX-License-Identifier: MIT
// The tree of a frame: the order of its items, its limits, and which bytes they stand for.
#include "engine/tree/tree.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace godot::engine {
namespace {

/// The labels of an item's children, forwards. Each must know its parent, and the last one must be the last.
std::string children(const TreeItem& parent) {
  std::string labels;
  const TreeItem* last = nullptr;
  for (const TreeItem* each = parent.first; each != nullptr; each = each->next) {
    EXPECT_EQ(each->parent, &parent);
    labels += each->label;
    last = each;
  }
  EXPECT_EQ(parent.last, last);
  return labels;
}

TEST(Trees, ItemsInOrder) {
  Tree tree;
  EXPECT_EQ(tree.open, &tree.root());
  TreeItem* a = tree.add(&tree.root(), "a");
  tree.add(&tree.root(), "b");
  tree.add(a, "c");
  tree.add(a, "d");
  EXPECT_EQ(children(tree.root()), "ab");
  EXPECT_EQ(children(*a), "cd");
  EXPECT_EQ(tree.size(), 5U) << "with the root";
  EXPECT_EQ(tree.add(nullptr, "e"), nullptr);
  EXPECT_EQ(tree.size(), 5U);
}

TEST(Trees, AreBounded) {
  Tree tree;
  while (tree.size() != Tree::most_items) ASSERT_NE(tree.add(&tree.root(), "a"), nullptr);
  EXPECT_TRUE(tree.is_full());
  EXPECT_EQ(tree.add(&tree.root(), "a"), nullptr);
  EXPECT_EQ(tree.size(), Tree::most_items);
}

class Moved : public testing::Test {
 protected:
  Moved() {
    for (std::size_t i = 0; i != items_.size(); ++i) items_[i] = tree_.add(&tree_.root(), std::string(1, "abcd"[i]));
  }
  std::string move_behind(std::size_t fixed, std::size_t moved) {
    Tree::move_behind(*items_[fixed], *items_[moved]);
    return children(tree_.root());
  }

  Tree tree_;
  std::array<TreeItem*, 4> items_ = {};
};

TEST_F(Moved, Forwards) { EXPECT_EQ(move_behind(2, 0), "bcad"); }
TEST_F(Moved, Backwards) { EXPECT_EQ(move_behind(0, 2), "acbd"); }
TEST_F(Moved, FromTheEnd) { EXPECT_EQ(move_behind(0, 3), "adbc"); }
TEST_F(Moved, ToTheEnd) { EXPECT_EQ(move_behind(3, 1), "acdb"); }
TEST_F(Moved, NotAtAll) {
  EXPECT_EQ(move_behind(1, 2), "abcd") << "it is there";
  EXPECT_EQ(move_behind(1, 1), "abcd") << "behind itself";
}

TEST(TreePlaces, BytesAreKeptOnce) {
  Tree tree;
  std::array<std::uint8_t, 8> bytes = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::span<const std::uint8_t> all = bytes;
  const auto place = [&](std::span<const std::uint8_t> part) {
    const TreePlace found = tree.place(part, "Title");
    return std::to_string(found.bytes) + ":" + std::to_string(found.begin);
  };
  EXPECT_EQ(place(all.subspan(2, 4)), "0:0");
  EXPECT_EQ(place(all.subspan(2, 4)), "0:0");
  EXPECT_EQ(place(all.subspan(3, 3)), "0:1") << "the end of them";
  EXPECT_EQ(place(all.subspan(4, 3)), "1:0") << "one more byte";
  EXPECT_EQ(place(all.subspan(1, 2)), "2:0") << "one before";
  bytes[2] = 9;
  EXPECT_EQ(place(all.subspan(2, 2)), "3:0") << "the memory has something else";
  ASSERT_EQ(tree.bytes().size(), 4U);
  EXPECT_EQ(tree.bytes()[0].title, "Title");
  EXPECT_EQ(tree.bytes()[0].bytes, (std::vector<std::uint8_t>{3, 4, 5, 6}));
}

TEST(TreePlaces, NoBytesAreInNone) {
  Tree tree;
  const std::array<std::uint8_t, 2> bytes = {1, 2};
  EXPECT_EQ(tree.place(bytes, "First").bytes, 0U);
  EXPECT_EQ(tree.place(std::span(bytes).first(0), "Empty").bytes, 1U);
}

TEST(TreeLabels, AreBounded) {
  const std::string longest(Tree::longest_label, 'a');
  EXPECT_EQ(label_of({std::string_view("a"), ": ", std::string_view("b")}), "a: b");
  EXPECT_EQ(label_of({std::string_view(longest)}), longest);
  EXPECT_EQ(label_of({std::string_view(longest + "a")}), longest.substr(3) + "\u2026");
}

}  // namespace
}  // namespace godot::engine
