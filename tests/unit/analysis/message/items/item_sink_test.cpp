// SPDX-License-Identifier: MIT
#include "analysis/message/items/item_sink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "codec/variant/walker.h"
#include "tests/unit/analysis/arena.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis::items {
namespace {

using test::from_hex;
using Bytes = test::Bytes;

constexpr Display everything = {.text_limit = 240, .max_elements = 0, .hex_bytes = variant::no_hex_bytes};
constexpr Limits roomy = {.depth = 200, .items = 10000};

/// An item in memory.
struct Shown {
  Field field;
  std::string label;
  bool hidden = false;
  bool derived = false;
  Offset begin = 0;
  Offset length = 0;
  Shown* parent = nullptr;
  std::vector<std::unique_ptr<Shown>> below;
};

struct Value_ {
  Field role;
  std::uint32_t index;
  Offset begin;
  Offset end;
  const char* text;
  const char* type;
  Shown* item;
};

/// What happened beside the items.
struct Log {
  Shown root = {.field = field::none, .label = "root", .below = {}};
  std::vector<std::string> remarks;
  std::vector<Value_> values;
  std::set<Field> wanted;  ///< hidden items that a filter names
  bool visible = true;
  unsigned items = 0;
};

class Output {
 public:
  using Item = Shown*;
  using Tree = Shown*;

  Output(Log& log, std::string_view bytes) : log_(&log), bytes_(bytes) {}

  [[nodiscard]] Arena arena() const { return analysis::arena; }
  Item add(Tree parent, Field field, Offset begin, Offset length, const Value& value, bool like_printf) const {
    char digits[max_number_text];
    std::string text = info(field).title;
    if (value.kind == Value::Kind::text) text += std::string(": ").append(value.view());
    else if (value.kind != Value::Kind::none && value.kind != Value::Kind::bytes)
      text += std::string(": ").append(number_text(value, like_printf, digits));
    return add_with(parent, field, begin, length, text);
  }
  Item add_text(Tree parent, Field field, Offset begin, Offset length, const char* text) const {
    return add_with(parent, field, begin, length, std::string(info(field).title).append(": ").append(text));
  }
  Item add_derived(Tree parent, Field field, Offset begin, Offset length, const char* text) const {
    Item item = add_text(parent, field, begin, length, text);
    item->derived = true;
    return item;
  }
  Item add_derived_number(Tree parent, Field field, Offset begin, Offset length, std::uint32_t number) const {
    return add_derived(parent, field, begin, length, std::to_string(number).c_str());
  }
  [[nodiscard]] static Tree add_subtree(Item item, Field) { return item; }

  [[nodiscard]] bool visible(Tree tree) const { return tree != nullptr && log_->visible; }
  [[nodiscard]] static bool is_hidden(Item item) { return item->hidden; }
  [[nodiscard]] bool hidden_item_wanted(Tree, Field field) const { return log_->wanted.contains(field); }
  [[nodiscard]] unsigned item_count(Tree) const { return log_->items; }
  static void hide(Item item) { item->hidden = true; }
  static void mark_derived(Item item) { item->derived = true; }
  static void move_behind(Tree tree, Item before, Item item) {
    auto& all = tree->below;
    const auto is = [](Item wanted) { return [wanted](const auto& each) { return each.get() == wanted; }; };
    const auto from = std::find_if(all.begin(), all.end(), is(item));
    std::unique_ptr<Shown> moved = std::move(*from);
    all.erase(from);
    all.insert(std::find_if(all.begin(), all.end(), is(before)) + 1, std::move(moved));
  }
  static void set_length(Item item, Field, Offset length) { item->length = length; }
  static void set_text(Item item, Field field, const char* text) {
    item->label = std::string(info(field).title).append(": ").append(text);
  }
  static void set_label(Item item, LabelParts parts) { item->label = text_of(parts); }
  static void append_label(Item item, LabelParts parts) { item->label += text_of(parts); }
  static void prepend_label(Item item, LabelParts parts) { item->label = text_of(parts) + item->label; }

  [[nodiscard]] const char* value_text(std::string_view text) const { return arena().joined({text}); }
  [[nodiscard]] std::string_view bytes(Offset begin, Offset length) const { return bytes_.substr(begin, length); }

  void too_deep(Item item) const { remark("too deep", item); }
  void too_many_items(Item item) const { remark("too many items", item); }
  void note(Item item, Note) const { remark("note", item); }
  void problem(Item item, const Problem&, bool in_value) const {
    remark(in_value ? "problem in a value" : "problem", item);
  }
  void found(Offset begin, Offset length, const char* what) const {
    log_->remarks.push_back("found " + std::to_string(begin) + "+" + std::to_string(length) + " " +
                            (what != nullptr ? what : "bytes"));
  }
  void value(const Value_& value) const { log_->values.push_back(value); }

 private:
  Item add_with(Tree parent, Field field, Offset begin, Offset length, const std::string& label) const {
    ++log_->items;
    parent->below.push_back(std::make_unique<Shown>(
        Shown{.field = field, .label = label, .begin = begin, .length = length, .parent = parent, .below = {}}));
    return parent->below.back().get();
  }
  static std::string text_of(LabelParts parts) {
    std::string text;
    char digits[max_number_text];
    for (const LabelPart& part : parts) text += part.written(digits);
    return text;
  }
  void remark(const char* what, Item item) const {
    log_->remarks.push_back(std::string(what) + " at " + (item != nullptr ? item->label : "nothing"));
  }

  Log* log_;
  std::string_view bytes_;
};

class Items final : public ItemSink<Output> {
 public:
  using ItemSink::ItemSink;
};

/// The lines of a tree, indented: [derived], (hidden).
void print(const Shown& item, std::string& lines, const std::string& indent = "") {
  for (const auto& each : item.below) {
    const std::string label = each->derived ? "[" + each->label + "]" : each->label;
    lines += indent + (each->hidden ? "(" + label + ")" : label) + "\n";
    print(*each, lines, indent + "  ");
  }
}

struct Tried {
  Log log;
  std::string text;
  std::string type;

  [[nodiscard]] std::string lines() const {
    std::string all;
    print(log.root, all);
    return all;
  }
};

struct How {
  Display display = everything;
  Limits limits = roomy;
  const char* evidence = nullptr;
  std::set<Field> wanted = {};
  bool visible = true;
  bool has_tree = true;
  variant::Generation generation = variant::Generation::godot4;
};

std::unique_ptr<Tried> tried(const std::string& hex, const How& how = {}) {
  auto made = std::make_unique<Tried>();
  made->log.wanted = how.wanted;
  made->log.visible = how.visible;
  const Bytes bytes = from_hex(hex);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const variant::Dialect& dialect = variant::dialect(how.generation);
  Items sink(Output(made->log, text), bytes.size(), how.has_tree ? &made->log.root : nullptr, how.display, how.limits,
             dialect, how.evidence);
  variant::walk(Buffer(bytes), {.dialect = &dialect}, sink);
  made->text = sink.text();
  made->type = sink.type();
  return made;
}

// The trees below are those of tshark -V for the same bytes.

const std::string an_int = "02000000 07000000";
const std::string a_dictionary = "1b000000 01000000 04000000 01000000 61000000 02000000 07000000";  // {"a": 7}
const std::string three_ints = "1c000000 03000000 02000000 01000000 02000000 02000000 02000000 03000000";

TEST(ItemSink, ShowsAValueInOneLineWithItsParts) {
  const auto tree = tried(an_int);
  EXPECT_EQ(tree->lines(),
            "Godot Variant: 7\n"
            "  Header: 2, int\n"
            "  [Type name: int]\n"
            "  [Text: 7]\n"
            "  Int: 7\n");
  EXPECT_EQ(tree->text, "7");
  EXPECT_EQ(tree->type, "int");
  EXPECT_EQ(tree->log.root.below[0]->length, 8U);
  ASSERT_EQ(tree->log.values.size(), 1U);
  EXPECT_EQ(tree->log.values[0].item, tree->log.root.below[0].get());
  EXPECT_EQ(tree->log.values[0].end, 8U);
}

TEST(ItemSink, LabelsAPairByItsKeyAndItsValue) {
  const auto tree = tried(a_dictionary);
  EXPECT_EQ(tree->lines(),
            "Godot Variant: {\"a\": 7}\n"
            "  Header: 27, Dictionary\n"
            "  [Type name: Dictionary]\n"
            "  [Text: {\"a\": 7}]\n"
            "  Count: 1\n"
            "  a: 7\n"
            "    Key: \"a\"\n"
            "      Header: 4, String\n"
            "      Length: 1\n"
            "      String: a\n"
            "      Padding\n"
            "    Value: 7\n"
            "      Header: 2, int\n"
            "      Int: 7\n");
  EXPECT_EQ(tree->type, "Dictionary");  // not that of its parts
}

TEST(ItemSink, LabelsElementsByTheirIndices) {
  const auto tree = tried(three_ints);
  EXPECT_EQ(tree->lines(),
            "Godot Variant: [1, 2, 3]\n"
            "  Header: 28, Array\n"
            "  [Type name: Array]\n"
            "  [Text: [1, 2, 3]]\n"
            "  Count: 3\n"
            "  [0]: 1\n"
            "    Header: 2, int\n"
            "    Int: 1\n"
            "  [1]: 2\n"
            "    Header: 2, int\n"
            "    Int: 2\n"
            "  [2]: 3\n"
            "    Header: 2, int\n"
            "    Int: 3\n");
}

TEST(ItemSink, CountsElementsBeyondTheLimit) {
  How how;
  how.display.max_elements = 1;
  EXPECT_EQ(tried(three_ints, how)->lines(),
            "Godot Variant: [1, 2, 3]\n"
            "  Header: 28, Array\n"
            "  [Type name: Array]\n"
            "  [Text: [1, 2, 3]]\n"
            "  Count: 3\n"
            "  [0]: 1\n"
            "    Header: 2, int\n"
            "    Int: 1\n"
            "  [More elements: 2 (preference godot.max_elements)]\n");
  how.display.max_elements = 3;
  EXPECT_EQ(tried(three_ints, how)->lines(), tried(three_ints)->lines());
}

TEST(ItemSink, AddsHiddenItemsOnlyIfTheyAreAskedFor) {
  How how;
  how.wanted = {field::type_name, field::text};
  const std::string lines = tried(a_dictionary, how)->lines();
  EXPECT_NE(lines.find("    Key: \"a\"\n"
                       "      Header: 4, String\n"
                       "      ([Type name: String])\n"
                       "      ([Text: \"a\"])\n"),
            std::string::npos)
      << lines;
  how.wanted = {field::type_godot4};
  const std::string with_type = tried(an_int, how)->lines();
  EXPECT_NE(with_type.find("  Header: 2, int\n    (Type: 2)\n"), std::string::npos) << with_type;
}

TEST(ItemSink, SumsUpFlagsThatAreSet) {
  const std::string wide = tried("02000100 07000000 00000000")->lines();  // an int of 64 bits
  EXPECT_NE(wide.find("  Header: 65538, int, 64-bit\n    Flags: 65536, 64-bit\n"), std::string::npos) << wide;
  // A header without flags has no line for them, unless a filter names one.
  How how;
  how.wanted = {field::flag_64};
  const std::string narrow = tried(an_int, how)->lines();
  EXPECT_NE(narrow.find("    (Flags: 0)\n      (64-bit: "), std::string::npos) << narrow;
}

TEST(ItemSink, ShowsTheDialectWithItsEvidence) {
  How how;
  how.evidence = "heuristic";
  const std::string lines = tried(an_int, how)->lines();
  EXPECT_TRUE(lines.starts_with("Godot Variant: 7\n  [Dialect: godot4, evidence: heuristic]\n")) << lines;
  EXPECT_EQ(lines.find("Evidence:"), std::string::npos);
  how.wanted = {field::dialect_evidence};
  EXPECT_NE(tried(an_int, how)->lines().find("([Evidence: heuristic])"), std::string::npos);
}

TEST(ItemSink, HasValuesAndNoLabelsInAnInvisibleTree) {
  How how;
  how.visible = false;
  const auto tree = tried(a_dictionary, how);
  EXPECT_EQ(tree->text, "{\"a\": 7}");
  const std::string lines = tree->lines();
  EXPECT_NE(lines.find("  Pair: 0\n    Key: a\n"), std::string::npos) << lines;
  EXPECT_EQ(lines.find(", Dictionary"), std::string::npos) << lines;
  EXPECT_NE(lines.find("  [Text: {\"a\": 7}]\n"), std::string::npos) << lines;
}

TEST(ItemSink, HasTheTextWithoutATree) {
  How how;
  how.has_tree = false;
  const auto tree = tried(a_dictionary, how);
  EXPECT_EQ(tree->lines(), "");
  EXPECT_EQ(tree->text, "{\"a\": 7}");
  ASSERT_EQ(tree->log.values.size(), 1U);
  EXPECT_EQ(tree->log.values[0].item, nullptr);
}

TEST(ItemSink, SaysOnceThatTheTreeIsFull) {
  How how;
  how.limits.items = 5;
  const auto full = tried(three_ints, how);
  ASSERT_EQ(full->log.remarks.size(), 1U);
  EXPECT_TRUE(full->log.remarks[0].starts_with("too many items at")) << full->log.remarks[0];
  EXPECT_EQ(full->text, "[1, 2, 3]");
  How flat;
  flat.limits.depth = 2;
  const auto deep = tried(a_dictionary, flat);
  ASSERT_EQ(deep->log.remarks.size(), 1U);
  EXPECT_TRUE(deep->log.remarks[0].starts_with("too deep at"));
  EXPECT_EQ(deep->text, "{\"a\": 7}");
}

TEST(ItemSink, ReportsAProblemAtTheInnermostItem) {
  const auto tree = tried("1c000000 02000000 02000000 07000000 02000000");
  ASSERT_EQ(tree->log.remarks.size(), 1U);
  EXPECT_TRUE(tree->log.remarks[0].starts_with("problem in a value at")) << tree->log.remarks[0];
  EXPECT_TRUE(tree->text.starts_with("[7")) << tree->text;
}

TEST(ItemSink, ShowsANodePathAsOneText) {
  const std::string path =
      "10000000 02000080 01000000 03000000 04000000 726f6f74 06000000 506c6179 65720000 05000000 7363616c 65000000 "
      "01000000 78000000";
  How how;
  how.generation = variant::Generation::godot2;
  const std::string lines = tried(path, how)->lines();
  EXPECT_NE(lines.find(": /root/Player:scale:x]\n"), std::string::npos) << lines;
}

TEST(ItemSink, OffersBytesForExport) {
  const std::string bytes = "1d000000 03000000 01020300";  // a PackedByteArray
  EXPECT_TRUE(tried(bytes)->log.remarks.empty());
  How how;
  how.limits.collects_objects = true;
  EXPECT_EQ(tried(bytes, how)->log.remarks, std::vector<std::string>{"found 8+3 bytes"});
  // Godot 2's Image has its format and size in its name.
  how.generation = variant::Generation::godot2;
  EXPECT_EQ(tried("0f000000 03000000 00000000 02000000 01000000 06000000 01020304 05060000", how)->log.remarks,
            std::vector<std::string>{"found 24+6 RGB-2x1"});
}

}  // namespace
}  // namespace godot::analysis::items
