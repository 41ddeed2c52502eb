// SPDX-License-Identifier: MIT
// What a tree gets of a datagram's header, its compression and its commands, written down by an output of this test.
#include "analysis/enet/shown/tree_items.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analysis/enet/shown/fragmented_message.h"
#include "tests/unit/analysis/arena.h"

namespace godot::analysis::enet {
namespace {

using Lines = std::vector<std::string>;
using godot::enet::Compression;
using godot::enet::Reading;

std::string placed(const std::string& what, Offset begin, Offset length) {
  return what + " @" + std::to_string(begin) + '+' + std::to_string(length);
}

/// Items and trees are depths, so that a line shows below which one it is: two blanks for each.
struct Output {
  using Item = std::size_t;
  using Tree = std::size_t;
  static constexpr bool has_remarks = true;
  static inline bool is_visible = true;
  static inline Lines lines;

  static bool visible(Tree) { return is_visible; }
  static bool hidden_item_wanted(Tree, Field) { return true; }
  static void hide(Item) { lines.back() = "[" + lines.back() + "]"; }
  static Item add(Tree tree, const std::string& line) {
    lines.push_back(std::string(2 * tree, ' ') + line);
    return tree + 1;
  }
  static Item add_derived(Tree tree, Field field, Offset begin, Offset length, const char* text) {
    return add(tree, placed(std::string(info(field).filter) + ' ' + text, begin, length));
  }
  static Item add_derived(Tree tree, const DerivedItem<EnetField>& item, const ByteRange& range) {
    const DerivedRow& row = derived_row(item.row);
    std::string line = row.filter;
    if (row.kind == DerivedKind::text) line += std::string(" ") + item.value.text;
    else if (row.kind == DerivedKind::real) line += ' ' + std::to_string(item.value.real()).substr(0, 4);
    else if (row.kind != DerivedKind::subtree) line += ' ' + std::to_string(item.value.number);
    const Item added = add(tree, placed(line, range.begin, range.length));
    if (item.hidden) hide(added);
    return added;
  }
  static Item add_read(Tree tree, EnetField row, const ByteRange& range) {
    return add(tree, placed(derived_row(row).filter, range.begin, range.length));
  }
  static Tree add_subtree(Item item, EnetField) { return item; }
  static void set_label(Item, items::LabelParts parts) { lines.back() += written(": ", parts); }
  static void append_label(Item, items::LabelParts parts) { lines.emplace_back(written("+", parts)); }
  static void remark(Item, EnetExpert row, items::LabelParts parts) {
    lines.push_back(std::string("! ") + expert_row(row).filter + written(" ", parts));
  }
  static void remark(Item, EnetExpert row, const ByteRange& range, const char* details) {
    lines.push_back(placed(std::string("! ") + expert_row(row).filter + ' ' + details, range.begin, range.length));
  }

  static std::string written(const std::string& before, items::LabelParts parts) {
    std::string all;
    for (const items::LabelPart& part : parts) {
      char digits[max_number_text];
      all += part.written(digits);
    }
    return all.empty() ? all : before + all;
  }
};

class EnetTreeItems : public testing::Test {
 protected:
  void SetUp() override {
    Output::lines.clear();
    Output::is_visible = true;
  }
  /// A datagram of 12 bytes, of which the header has two.
  static Reading compressed() {
    static const std::vector<std::uint8_t> bytes(12);
    Reading reading;
    reading.datagram = Buffer(bytes);
    reading.header.size = 2;
    reading.header.compressed = true;
    return reading;
  }
  static Lines taken() { return std::exchange(Output::lines, {}); }

  const TreeItems<Output> items{output, 0, 0};
  static constexpr Output output{};
};

TEST_F(EnetTreeItems, ChecksumsAreGoodBadOrUnverified) {
  godot::enet::Header header;
  header.size = 8;
  header.has_checksum = true;
  items.checksum(header, {});
  EXPECT_EQ(taken(), (Lines{"enet.checksum.status 2 @4+4"}));
  items.checksum(header, {.is_known = true, .is_good = true, .expected = 7});
  EXPECT_EQ(taken(), (Lines{"enet.checksum.calculated 7 @4+4", "enet.checksum.status 1 @4+4"}));
  items.checksum(header, {.is_known = true, .is_good = false, .expected = 7});
  EXPECT_EQ(taken(), (Lines{"enet.checksum.calculated 7 @4+4", "! enet.checksum.bad", "enet.checksum.status 0 @4+4"}));
}

TEST_F(EnetTreeItems, StockEnetAndNoCompressionAreHidden) {
  items.no_compression();
  items.make({});
  EXPECT_EQ(taken(), (Lines{"[enet.compression none @0+0]", "[enet.variant stock @0+0]"}));
}

TEST_F(EnetTreeItems, CompressionAndItsRatio) {
  Reading reading = compressed();
  reading.plain.compression = Compression::zlib;
  reading.plain.result.size = 40;
  items.compression(reading, true, arena);
  EXPECT_EQ(taken(), (Lines{"enet.compression zlib @2+10", "enet.compression.compressed_length 10 @2+10",
                            "enet.compression.plain_length 40 @2+10", "enet.compression.ratio 0.25 @2+10"}));
}

TEST_F(EnetTreeItems, CompressionThatIsNotKnownOrFails) {
  Reading reading = compressed();
  items.compression(reading, true, arena);
  EXPECT_EQ(taken(), (Lines{"! enet.compression.unknown"}));
  items.compression(reading, false, arena);
  EXPECT_EQ(taken(), Lines{});
  reading.plain.compression = Compression::zlib;
  reading.plain.result.error = godot::enet::DecompressionError::truncated;
  items.compression(reading, true, arena);
  EXPECT_EQ(
      taken(),
      (Lines{"enet.compression zlib @2+10",
             placed("! enet.compression.failed " + std::string(describe(godot::enet::DecompressionError::truncated)), 2,
                    10)}));
}

TEST_F(EnetTreeItems, LabelsOnlyWhereTheyAreSeen) {
  Stream stream;
  stream.link.number = 4;
  items.label(&stream, true, false, true, 1);
  EXPECT_EQ(taken(), (Lines{"+, stream 4, probably from the client", "+, 1 command"}));
  Output::is_visible = false;
  items.label(&stream, true, false, true, 1);
  items.label(godot::enet::Command{});
  EXPECT_EQ(taken(), Lines{});
}

TEST_F(EnetTreeItems, CostsAreLeftOutIfNotKnown) {
  godot::enet::Command command;
  command.begin = 6;
  items.cost(command, {}, false);
  EXPECT_EQ(taken(), Lines{});
  items.cost(command, {.own = 10, .protocol = 4, .share = 6}, true);
  EXPECT_EQ(taken(), (Lines{"[enet.cost.total 20 @6+0]", "[enet.cost.overhead 10 @6+0]"}));
}

TEST_F(EnetTreeItems, FragmentsLeadToTheirMessageOrSayWhatIsMissing) {
  const FragmentItems<Output> fragment(output, 0, 0);
  godot::enet::Command command;
  command.payload_begin = 30;
  Fragmented message;
  message.count = 3;
  message.see(0);
  message.last_frame = 5;
  FragmentPart part = {.message = &message, .command = 2, .is_new = true, .fits = true};
  fragment.message(command, part, 5, false);
  EXPECT_EQ(taken(), Lines{});
  fragment.message(command, part, 5, true);
  EXPECT_EQ(taken(), (Lines{"enet.fragments.missing 1-2 @30+0", "! enet.message_incomplete"}));
  message.complete_in = 9;
  fragment.message(command, part, 5, true);
  EXPECT_EQ(taken(), (Lines{"enet.reassembled_in 9 @30+0"}));
  message.complete_at = 2;
  fragment.message(command, part, 9, true);
  EXPECT_EQ(taken(), Lines{});
  part.fits = false;
  fragment.message(command, part, 5, true);
  EXPECT_EQ(taken(), (Lines{"! enet.fragment.mismatch"}));
}

TEST_F(EnetTreeItems, AnalysisIsASubtree) {
  Finding finding;
  items.analysis(godot::enet::Command{}, finding, {}, true);
  EXPECT_EQ(taken(), Lines{});
}

}  // namespace
}  // namespace godot::analysis::enet
