// SPDX-License-Identifier: MIT
// Items of the tree: where their bytes are, what is on the wire and what is derived, and what is a problem.
#include "engine/tree/sink.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/enet/fields.h"
#include "codec/variant/text.h"
#include "codec/variant/walk.h"
#include "tests/unit/analysis/arena.h"

namespace godot::engine {
namespace {

class TreeItems : public testing::Test {
 protected:
  /// "Title: value @begin+length", and what else is known of it.
  static std::string text(const TreeItem* item) {
    if (item == nullptr) return "none";
    return item->label + " @" + std::to_string(item->begin) + "+" + std::to_string(item->length) +
           (item->is_derived ? " derived" : "") + (item->is_problem ? " problem" : "") +
           (item->is_hidden ? " hidden" : "");
  }

  Tree tree_;
  TreeItem* root_ = &tree_.root();
  const std::vector<std::uint8_t> bytes_ = {0x80, 0x01, 0x00, 0xAA, 0xBB};
  /// The five bytes lie behind ten others of the datagram.
  TreeOutput output_{tree_, analysis::arena, bytes_, {.bytes = 2, .begin = 10}, nullptr};
};

TEST_F(TreeItems, OfTheWire) {
  const TreeItem* item = output_.add(root_, field::enet_header, 0, 2, Value::of_uint(0x8001), false);
  EXPECT_EQ(text(item), "Header: 0x8001 @10+2");
  EXPECT_EQ(item->filter, "enet.header");
  EXPECT_EQ(item->bytes, 2U);
  EXPECT_EQ(text(output_.add(root_, field::enet_padding, 3, 2, {}, false)), "Padding: aabb @13+2");
  EXPECT_EQ(text(output_.add(root_, field::enet_padding, 3, 9, {}, false)), "Padding: aabb @13+9") << "cut off";
  EXPECT_EQ(text(output_.add(root_, field::enet_padding, 9, 1, {}, false)), "Padding: <MISSING> @19+1");
  EXPECT_EQ(text(output_.add_text(root_, field::enet_compression, 1, 1, "zlib")), "Compression: zlib @11+1");
}

TEST_F(TreeItems, WhatIsDerived) {
  EXPECT_EQ(text(output_.add_derived(root_, field::enet_compression, 1, 2, "zlib")), "Compression: zlib @11+2 derived");
  const TreeItem* number = output_.add_derived_number(root_, field::enet_peer_id, 0, 2, 0x8001);
  EXPECT_EQ(text(number), "Peer id: 1 @10+2 derived");
  EXPECT_EQ(number->filter, "enet.peer_id");
  const analysis::DerivedRow data = {analysis::DerivedKind::bytes, "enet.fragment.data", "Fragment data", ""};
  EXPECT_EQ(text(output_.add_derived(root_, data, {3, 2}, {})), "Fragment data: aabb @13+2 derived");
  const analysis::DerivedRow missing = {analysis::DerivedKind::number, "enet.lost", "Lost", ""};
  EXPECT_EQ(text(output_.add_derived(root_, missing, {0, 2}, 7)), "Lost: 7 @10+2 derived");
}

TEST_F(TreeItems, RemarksAndProblems) {
  EXPECT_EQ(text(output_.add_remark(root_, "enet.lost", 1, 2, "Lost", true)), "Lost @11+2 derived problem");
  EXPECT_EQ(text(output_.add_remark(root_, "enet.lost", 1, 2, "Lost", false)), "Lost @11+2 derived");
  TreeItem* parent = tree_.add(root_, "parent");
  output_.note(parent, note::enet_reserved_bits);
  EXPECT_TRUE(parent->last->is_problem) << "a warning";
  EXPECT_EQ(parent->last->filter, "enet.reserved_bits");
  output_.note(parent, note::enet_unusual_flags);
  EXPECT_EQ(text(parent->last), "ENet never sends this command with these flags @10+0 derived");
  output_.problem(parent, {.code = Problem::Code::truncated, .field = field::enet_header, .needed = 2, .had = 1},
                  false);
  EXPECT_TRUE(parent->last->is_problem);
  output_.problem(parent, {.code = Problem::Code::cut, .field = field::enet_header, .needed = 2, .had = 1}, false);
  EXPECT_FALSE(parent->last->is_problem) << "the capture's fault, not the game's";
  output_.too_deep(parent);
  EXPECT_EQ(text(parent->last), "Deeper values are shown as text @10+0 derived");
  output_.too_many_items(parent);
  EXPECT_EQ(text(parent->last), "The packet has more items than are shown @10+0 derived");
}

TEST_F(TreeItems, ThatAreNotThere) {
  EXPECT_EQ(output_.add(nullptr, field::enet_header, 0, 2, Value::of_uint(1), false), nullptr);
  EXPECT_EQ(output_.add_derived(nullptr, field::enet_compression, 0, 2, "zlib"), nullptr);
  EXPECT_EQ(output_.add_derived_number(nullptr, field::enet_peer_id, 0, 2, 1), nullptr);
  EXPECT_EQ(output_.add_remark(nullptr, {}, 0, 2, "Lost", true), nullptr);
  TreeOutput::set_text(nullptr, field::enet_compression, "zlib");
  TreeOutput::set_label(nullptr, {"a"});
  TreeOutput::append_label(nullptr, {"a"});
  TreeOutput::prepend_label(nullptr, {"a"});
  TreeOutput::set_length(nullptr, field::enet_header, 2);
  TreeOutput::hide(nullptr);
  TreeOutput::mark_derived(nullptr);
  EXPECT_FALSE(TreeOutput::is_hidden(nullptr));
  EXPECT_EQ(tree_.size(), 1U);
}

TEST_F(TreeItems, AreChanged) {
  TreeItem* item = output_.add(root_, field::enet_header, 0, 2, Value::of_uint(1), false);
  TreeOutput::set_text(item, field::enet_compression, "zlib");
  EXPECT_EQ(item->label, "Compression: zlib");
  TreeOutput::set_label(item, {"b"});
  TreeOutput::append_label(item, {"c"});
  TreeOutput::prepend_label(item, {"a"});
  EXPECT_EQ(item->label, "abc");
  TreeOutput::set_length(item, field::enet_header, 5);
  TreeOutput::hide(item);
  EXPECT_EQ(text(item), "abc @10+5 hidden");
  EXPECT_TRUE(TreeOutput::is_hidden(item));
}

TEST_F(TreeItems, LabelsGrowToALimit) {
  TreeItem* item = tree_.add(root_, std::string(Tree::longest_label - 1, 'a'));
  TreeOutput::append_label(item, {"bc"});
  EXPECT_EQ(item->label.size(), Tree::longest_label + 1);
  TreeOutput::append_label(item, {"d"});
  EXPECT_EQ(item->label.size(), Tree::longest_label + 1) << "it is full";
}

/// A value's items are below what carries it: an item that is given, or what is open.
TEST_F(TreeItems, BelowWhatCarriesThem) {
  const std::vector<std::uint8_t> seven = {2, 0, 0, 0, 7, 0, 0, 0};
  const variant::Dialect& dialect = variant::dialect(variant::Generation::godot4);
  const auto one_line = [](void*, std::string_view text) {
    return analysis::arena.text("%.*s", int(text.size()), text.data());
  };
  const Frame frame;
  const Packet packet = {.frame = frame, .host = {analysis::arena, one_line, nullptr}, .tree = &tree_};
  const analysis::items::Display display = {variant::no_text_limit, 0, 0};
  const auto walk = [&](TreeItem* in) {
    const auto sink = TreeSink::make(packet, Buffer{seven}, "Value", display, dialect, nullptr, nullptr, in);
    variant::walk(Buffer{seven}, {.dialect = &dialect}, *sink);
  };
  TreeItem* command = tree_.add(root_, "command");
  TreeItem* given = tree_.add(root_, "given");
  tree_.open = command;
  walk(nullptr);
  ASSERT_NE(command->first, nullptr);
  EXPECT_EQ(given->first, nullptr);
  EXPECT_EQ(root_->last, given);
  walk(given);
  ASSERT_NE(given->first, nullptr);
  EXPECT_EQ(command->first, command->last);
  EXPECT_EQ(given->first->label, command->first->label);
}

}  // namespace
}  // namespace godot::engine
