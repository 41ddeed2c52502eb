// SPDX-License-Identifier: MIT
// Calls that netfox 1.39, 1.35, 1.25 and 1.12 made (pcaps/netfox: packed, arrays, lists, dict) and their content; each
// cut at every byte and with every bit flipped. Other lengths and types, which netfox does not send, are made by hand.
#include "codec/libraries/netfox/call_walk.h"

#include "codec/libraries/netfox/fields.h"
#include "codec/libraries/netfox/property_index.h"
#include "codec/variant/fields.h"
#include "codec/variant/plain_text.h"
#include "tests/unit/codec/libraries/netfox/reading.h"

namespace godot::test {
namespace {

using netfox::CommandKind;
using netfox::Form;
using netfox::Schema;

constexpr std::string_view full_state = "00662f45428d16a14247cd144c64000001010b000000706c61796572203020c3a9000000";
constexpr std::string_view diff_state = "0194fc1a3342ad13a8422eafd22a51384049";
constexpr std::string_view diff_sync = "01940c000000050000009dd45a4347be264288080000000200000072000000";
constexpr std::string_view input = "01b1b841370001b1b841370101b1b841370101b1b841370001";
constexpr std::string_view plain_input =
    "010c0000000500000018d8ee3e3f7062bf0800000001000000000000000800000003000000000000000c0000000500000018d8ee3e3f7062bf"
    "080000000100000000000000080000000300000000000000";
constexpr std::string_view tick_set = "0b0000003e3e";
constexpr std::string_view named_input =
    "1b00000003000000040000000e000000496e7075743a6d6f76656d656e7400001c000000020000000500000000000000000000000500000000"
    "00000000000000040000000a000000496e7075743a6a756d7000001c00000002000000010000000000000001000000000000000400000009"
    "000000496e7075743a61696d0000001c0000000200000003000000000000000300000000000000";
constexpr std::string_view named_state =
    "1b00000002000000040000000c0000004865616c74683a76616c75650200000064000000040000000700000"
    "03a6865696768740003000000"
    "00004841";
constexpr std::string_view array_state =
    "1c0000000900000005000000ef2e4542a416a14205000000e3ffa8c1049d82410200000064000000030000000000000003000000c0e2d73f"
    "040000000b000000706c61796572203020c3a9001c0000000000000002000000000000000200000000000000";
constexpr std::string_view array_input =
    "1c0000000700000005000000ca3816bf9433e83e010000000100000003000000c0e2d73f05000000ca3816bf9433e83e0100000000000000"
    "03000000c0e2d73f0200000001000000";
constexpr std::string_view inputs_of_dictionaries =
    "1c0001001b000000020000001b00000003000000040000000e000000496e7075743a6d6f76656d656e74000005000000ca3816bf9433e83e04"
    "0000000a000000496e7075743a6a756d70000001000000010000000400000009000000496e7075743a61696d00000003000000c0e2d73f1b00"
    "000003000000040000000e000000496e7075743a6d6f76656d656e74000005000000ca3816bf9433e83e040000000a000000496e7075743a6a"
    "756d70000001000000000000000400000009000000496e7075743a61696d00000003000000c0e2d73f";

struct Row {
  Form form;
  CommandKind kind;
  std::string_view hex;
};
const Row rows[] = {
    {Form::packed, CommandKind::full_state, full_state},
    {Form::packed, CommandKind::diff_state, diff_state},
    {Form::packed, CommandKind::diff_sync, diff_sync},
    {Form::packed, CommandKind::input, input},
    {Form::packed, CommandKind::input, plain_input},
    {Form::packed, CommandKind::tick_set, tick_set},
    {Form::dictionary, CommandKind::input, named_input},
    {Form::dictionary, CommandKind::full_state, named_state},
    {Form::array, CommandKind::full_state, array_state},
    {Form::array, CommandKind::input, array_input},
    {Form::dictionaries, CommandKind::input, inputs_of_dictionaries},
};

/// The players' list of states: names, schemas, indexes.
struct Known {
  std::vector<Schema> properties;
  std::vector<std::uint8_t> indexes;

  Known(std::initializer_list<std::string_view> paths, std::initializer_list<std::string_view> texts)
      : properties(schemas(texts)) {
    netfox::PropertyIndexes next;
    for (const std::string_view path : paths) indexes.push_back(next.next(path).value_or(0));
  }
  [[nodiscard]] netfox::Layout layout() const { return {.properties = properties, .indexes = indexes}; }
};
const Known player_state({":position", ":velocity", "Health:value", ":height", ":facing", ":title", ":items", ":jumps"},
                         {"vec2f32", "vec2f16", "uint8", "float16", "degrees16", "string", "array_of(varuint, uint8)",
                          "uint16"});
const Known player_input({"Input:movement", "Input:jump", "Input:aim"}, {"vec2f16", "bool8", "degrees8"});

NetfoxReading read(const Row& row, const netfox::Layout& known = {}, std::uint32_t tick = 102) {
  return NetfoxReading(
      from_hex(row.hex),
      {.form = row.form, .kind = row.kind, .node = "Main/Player/Sync", .tick = tick, .reference = 99, .layout = known});
}

/// A version is a byte, also in the Variant that ends an Array.
TEST(NetfoxCallWalk, BytesOfTheVersion) {
  for (const Row& row : rows) {
    const NetfoxReading reading = read(row);
    for (const Recorder::Leaf& leaf : reading.recorder.leaves()) {
      if (leaf.field != field::netfox_version) continue;
      EXPECT_EQ(leaf.length, 1U) << row.hex;
      EXPECT_EQ(std::to_string(reading.copy.buffer().captured[leaf.begin]), leaf.value) << row.hex;
    }
  }
}

TEST(NetfoxCallWalk, FullStates) {
  const Row row{Form::packed, CommandKind::full_state, full_state};
  const NetfoxReading reading = read(row, player_state.layout());
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.facts.text, "@102/0 Main/Player/Sync schema 0 1 2 3 4 5 6 7; ");
  EXPECT_EQ(
      reading.values(),
      "Vector2(49.296288, 80.544044); Vector2(-21.109375, 16.3125); 100; 0.0; 1.4117647058823528; \"player 0 é\"; "
      "[]; 0");
  EXPECT_EQ(read(row).facts.text, "@102/0 Main/Player/Sync unknown; ");
  EXPECT_EQ(read(row, player_input.layout()).facts.text, "@102/0 Main/Player/Sync unknown; ") << "another list";
}

TEST(NetfoxCallWalk, Differences) {
  const NetfoxReading reading = read({Form::packed, CommandKind::diff_state, diff_state}, player_state.layout());
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_EQ(reading.facts.text, "@102/0 Main/Player/Sync schema 0 1 3; ");
  EXPECT_EQ(reading.values(), "Vector2(44.776352, 84.03843); Vector2(-53.46875, 41.3125); 10.5");
  EXPECT_NE(reading.recorder.leaf_text().find("netfox.reference_tick=99; netfox.version=1; netfox.tick=102"),
            std::string::npos)
      << reading.recorder.leaf_text();

  const NetfoxReading plain = read({Form::packed, CommandKind::diff_sync, diff_sync});
  EXPECT_EQ(plain.facts.text, "@102/0 Main/Player/Sync variants hash 148 hash 136; ");
  EXPECT_EQ(plain.values(), "Vector2(218.83052, 41.685818); 114");

  const NetfoxReading nothing = read({Form::packed, CommandKind::diff_sync, ""});
  EXPECT_TRUE(nothing.result.exact(nothing.copy.buffer()));
  EXPECT_EQ(nothing.facts.text, "@102/0 Main/Player/Sync variants; ");
}

TEST(NetfoxCallWalk, Inputs) {
  const NetfoxReading reading = read({Form::packed, CommandKind::input, input}, player_input.layout());
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_EQ(
      reading.facts.text,
      "@102/0 Main/Player/Sync schema 0 1 2; @101/1 Main/Player/Sync schema 0 1 2; @100/2 Main/Player/Sync schema 0 1 "
      "2; @99/3 Main/Player/Sync schema 0 1 2; ");
  const std::string vector = "Vector2(-0.5864258, 0.45336914)";
  const auto ticks = [&](std::string_view jump) { return vector + "; " + std::string(jump) + "; 1.4117647058823528"; };
  EXPECT_EQ(reading.values(), ticks("false") + "; " + ticks("true") + "; " + ticks("true") + "; " + ticks("false"));
  EXPECT_EQ(read({Form::packed, CommandKind::input, input}, player_input.layout(), 2).facts.text,
            "@2/0 Main/Player/Sync unknown; ")
      << "there is no tick before the first one";

  const Known variants({"Input:movement", "Input:jump", "Input:aim"}, {"variant", "variant", "variant"});
  EXPECT_EQ(read({Form::packed, CommandKind::input, plain_input}, variants.layout()).facts.text,
            "@102/0 Main/Player/Sync schema 0 1 2; @101/1 Main/Player/Sync schema 0 1 2; ");
  EXPECT_EQ(read({Form::packed, CommandKind::input, plain_input}).facts.text,
            "@102/0 Main/Player/Sync variants 0 1 2 3 4 5; ");
  const Known four({"a:a", "a:b", "a:c", "a:d"}, {"variant", "variant", "variant", "variant"});
  EXPECT_EQ(read({Form::packed, CommandKind::input, plain_input}, four.layout()).facts.text,
            "@102/0 Main/Player/Sync variants 0 1 2 3 4 5; ")
      << "six values are no ticks of four";
  EXPECT_EQ(read({Form::packed, CommandKind::input, ""}).facts.text, "@102/0 ");
}

TEST(NetfoxCallWalk, TickSets) {
  EXPECT_EQ(read({Form::packed, CommandKind::tick_set, tick_set}).facts.text, "11 to 73: 73");
  EXPECT_EQ(read({Form::packed, CommandKind::tick_set, "0b0000003e"}).facts.text, "11 to 73:");
}

TEST(NetfoxCallWalk, Dictionaries) {
  const NetfoxReading reading = read({Form::dictionary, CommandKind::input, named_input}, {}, 44);
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.facts.text,
            "@44/0 Main/Player/Sync variants 0Input:movement 0Input:movement/1 1Input:jump 1Input:jump/1 2Input:aim "
            "2Input:aim/1; ");
  EXPECT_EQ(reading.values(), "Vector2(0, 0); Vector2(0, 0); false; false; 0.0; 0.0");
  const NetfoxReading state = read({Form::dictionary, CommandKind::full_state, named_state});
  EXPECT_EQ(state.facts.text, "@102/0 Main/Player/Sync variants 0Health:value 1:height; ");
  EXPECT_EQ(state.values(), "100; 12.5");
}

TEST(NetfoxCallWalk, InputsOfDictionaries) {
  const NetfoxReading reading = read({Form::dictionaries, CommandKind::input, inputs_of_dictionaries}, {}, 82);
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.exact(reading.copy.buffer()));
  EXPECT_EQ(reading.facts.text,
            "@82/0 Main/Player/Sync variants 0Input:movement 1Input:jump 2Input:aim; @81/1 Main/Player/Sync variants "
            "0Input:movement 1Input:jump 2Input:aim; ");
  EXPECT_EQ(reading.values(),
            "Vector2(-0.58680403, 0.4535185); true; 1.6866073608398438; Vector2(-0.58680403, 0.4535185); false; "
            "1.6866073608398438");
  EXPECT_EQ(read({Form::dictionaries, CommandKind::input, "1c000000 01000000 1b000000 00000000"}).facts.text,
            "@102/0 Main/Player/Sync variants; ")
      << "an Array without a type";
}

TEST(NetfoxCallWalk, Arrays) {
  const NetfoxReading state = read({Form::array, CommandKind::full_state, array_state}, player_state.layout());
  EXPECT_EQ(state.recorder.fault(), "");
  EXPECT_TRUE(state.result.exact(state.copy.buffer()));
  EXPECT_EQ(state.facts.text, "@102/0 Main/Player/Sync variants 0 1 2 3 4 5 6 7; ") << "the last one is the version";
  EXPECT_EQ(state.values(),
            "Vector2(49.295834, 80.54422); Vector2(-21.124945, 16.326668); 100; 0.0; 1.6866073608398438; \"player 0 "
            "é\"; []; 0");
  EXPECT_NE(state.recorder.leaf_text().find("netfox.version=0"), std::string::npos) << state.recorder.leaf_text();

  const Row inputs{Form::array, CommandKind::input, array_input};
  const NetfoxReading divided = read(inputs, player_input.layout());
  EXPECT_EQ(divided.recorder.fault(), "");
  EXPECT_EQ(divided.facts.text, "@102/0 Main/Player/Sync variants 0 1 2; @101/1 Main/Player/Sync variants 0 1 2; ");
  EXPECT_EQ(read(inputs).facts.text, "@102/0 Main/Player/Sync variants 0 1 2 3 4 5; ");
  EXPECT_EQ(read(inputs, player_state.layout()).facts.text, "@102/0 Main/Player/Sync variants 0 1 2 3 4 5; ")
      << "six values are no ticks of eight";
  EXPECT_EQ(read(inputs, player_input.layout(), 0).facts.text, "@0/0 Main/Player/Sync variants 0 1 2 3 4 5; ")
      << "there is no tick before the first one";
  EXPECT_EQ(read({Form::array, CommandKind::input, "1c000000 00000000"}).facts.text, "@102/0 ");
  const NetfoxReading never_set =
      read({Form::array, CommandKind::full_sync, "1c000000 02000000 02000000 05000000 02000000 ffffffff"});
  EXPECT_EQ(never_set.facts.text, "@102/0 Main/Player/Sync variants 0; ");
  EXPECT_NE(never_set.recorder.leaf_text().find("netfox.version=255"), std::string::npos);
}

TEST(NetfoxCallWalk, Malformed) {
  struct Malformed {
    Row row;
    Problem::Code code;
    Field field;
    std::uint32_t tick = 102;
  };
  using Code = Problem::Code;
  const Malformed bad[] = {
      {{Form::packed, CommandKind::full_state, ""}, Code::truncated, field::netfox_version},
      {{Form::packed, CommandKind::tick_set, "0b000000"}, Code::truncated, field::netfox_tick_count},
      {{Form::packed, CommandKind::tick_set, "0b000000 02 03"}, Code::out_of_range, field::netfox_tick_active},
      {{Form::packed, CommandKind::tick_set, "0b000000 02 01 01"}, Code::out_of_range, field::netfox_tick_active},
      {{Form::packed, CommandKind::ping, "00"}, Code::misplaced, field::netfox},
      {{Form::dictionary, CommandKind::tick_set, "1b00000000000000"}, Code::misplaced, field::netfox},
      {{Form::dictionary, CommandKind::full_state, "1c00000000000000"}, Code::wrong_type, field::netfox},
      {{Form::dictionary, CommandKind::full_state, "1b0000000000000000"}, Code::length_mismatch, field::netfox},
      {{Form::dictionary, CommandKind::full_state, "1b000000 01000000 0200000061000000 0200000001000000"},
       Code::wrong_type,
       field::netfox_property_path},
      {{Form::dictionary, CommandKind::full_state, "1b000000 01000000 040000000200000061620000 0200000001000000"},
       Code::out_of_range,
       field::netfox_property_path},
      {{Form::dictionary, CommandKind::full_state, "1b000000 01000000 0400000002000000613a0000 0200000001000000"},
       Code::out_of_range,
       field::netfox_property_path},
      {{Form::dictionary, CommandKind::input, "1b000000 01000000 04000000020000003a610000 0200000001000000"},
       Code::wrong_type,
       field::netfox_value},
      {{Form::array, CommandKind::full_state, "1c000000 00000000"}, Code::out_of_range, field::netfox_version},
      {{Form::array, CommandKind::full_state, "1b000000 00000000"}, Code::wrong_type, field::netfox},
      {{Form::array, CommandKind::full_state, "1c000000 01000000 02000000 00010000"},
       Code::out_of_range,
       field::netfox_version},
      {{Form::array, CommandKind::full_state, "1c000000 01000000 01000000 01000000"},
       Code::wrong_type,
       field::netfox_version},
      {{Form::array, CommandKind::full_state, "1c000000 01000000 02000000 01000000"},
       Code::out_of_range,
       field::netfox},
      {{Form::array, CommandKind::diff_state, "1c000000 00000000"}, Code::misplaced, field::netfox},
      {{Form::dictionaries, CommandKind::input, "1c000000 01000000 02000000 01000000"},
       Code::wrong_type,
       field::netfox},
      {{Form::dictionaries, CommandKind::full_state, "1c000000 00000000"}, Code::misplaced, field::netfox},
      {{Form::dictionaries, CommandKind::input, inputs_of_dictionaries},
       Code::out_of_range,
       field::netfox_redundancy,
       0},
      {{Form::dictionary, CommandKind::input, named_input}, Code::out_of_range, field::netfox_redundancy, 0},
  };
  for (const Malformed& each : bad) {
    SCOPED_TRACE(each.row.hex);
    const NetfoxReading reading = read(each.row, {}, each.tick);
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.problem.code, each.code);
    EXPECT_EQ(reading.result.problem.field, each.field);
    EXPECT_EQ(reading.recorder.the_problem(), reading.result.problem);
  }
  // A property that is changed twice, and an unknown one: bytes.
  EXPECT_EQ(
      read({Form::packed, CommandKind::diff_state, "01 94 0800000002000000 01000000 94 0800000002000000 02000000"})
          .facts.text,
      "@102/0 Main/Player/Sync unknown; ");
  const Known other({":mood"}, {"uint8"});
  EXPECT_EQ(read({Form::packed, CommandKind::diff_state, "01 94 07"}, other.layout()).facts.text,
            "@102/0 Main/Player/Sync unknown; ");
}

/// The ticks in which an action is active: those that are listed, and no field if there are none.
TEST(NetfoxCallWalk, ActiveTicks) {
  const std::string filter = std::string(info(field::netfox_tick_active).filter) + "=";
  const auto leaves = [](std::string_view hex) {
    return read({Form::packed, CommandKind::tick_set, hex}).recorder.leaf_text();
  };
  EXPECT_NE(leaves("0b000000 02 00 02").find(filter + "0002"), std::string::npos) << leaves("0b000000 02 00 02");
  EXPECT_EQ(leaves("0b000000 02").find(filter), std::string::npos);
}

/// A problem is at the byte that is wrong, or where the missing one would be.
TEST(NetfoxCallWalk, ProblemsHaveTheirPosition) {
  const struct {
    Row row;
    Offset offset;
  } bad[] = {
      {{Form::packed, CommandKind::full_state, ""}, 0},
      {{Form::packed, CommandKind::tick_set, "0b0000"}, 0},
      {{Form::packed, CommandKind::tick_set, "0b000000"}, 4},
      {{Form::packed, CommandKind::tick_set, "0b000000 02 03"}, 5},
      {{Form::packed, CommandKind::tick_set, "0b000000 02 00 03"}, 6},
      {{Form::packed, CommandKind::tick_set, "0b000000 02 01 02 01"}, 7},
      {{Form::dictionary, CommandKind::full_state, "1b000000 01000000 02000000 61000000 02000000 01000000"}, 8},
      {{Form::array, CommandKind::full_state, "1c000000 01000000 01000000 01000000"}, 8},
      {{Form::dictionaries, CommandKind::input, "1c000000 01000000 02000000 01000000"}, 8},
  };
  for (const auto& each : bad) EXPECT_EQ(read(each.row).result.problem.offset, each.offset) << each.row.hex;
}

/// Reads values itself, and writes their texts.
class ValueReader final : public netfox::PacketSink {
 public:
  Offset plain_value(const netfox::PropertyValue&, const Buffer& bytes, const variant::Options& options) override {
    const Offset end = variant::end_of_good(bytes, options);
    std::array<char, 1024> out;
    if (end == 0) return 0;
    if (!texts.empty()) texts += "; ";
    texts += variant::text_of(bytes, options, {}, out).text;
    return end;
  }
  std::string texts;
};

TEST(NetfoxCallWalk, ValuesThatTheCallerReads) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.hex);
    const Bytes bytes = from_hex(row.hex);
    const netfox::Options options{.form = row.form, .kind = row.kind, .tick = 200};
    const NetfoxReading whole(bytes, options);
    ValueReader reader;
    Recorder sink(static_cast<Offset>(bytes.size()), nullptr);
    const netfox::Result result = netfox::walk(Buffer(bytes), options, sink, &reader);
    EXPECT_EQ(result.consumed, whole.result.consumed);
    EXPECT_EQ(result.tick, row.kind == CommandKind::tick_set ? 0U : 200U);
    EXPECT_EQ(reader.texts, whole.values());
    for (const Recorder::Leaf& leaf : sink.leaves()) EXPECT_NE(leaf.field, field::type_name);
  }
}

TEST(NetfoxCallWalk, CutAnywhere) {
  for (const Row& row : rows) {
    const Bytes whole = from_hex(row.hex);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      SCOPED_TRACE(std::string(row.hex) + " cut at " + std::to_string(size));
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const netfox::Options options{.form = row.form, .kind = row.kind, .tick = 200, .layout = player_state.layout()};
      const NetfoxReading cut(bytes, options, {}, static_cast<Offset>(whole.size()));
      EXPECT_EQ(cut.recorder.fault(), "");
      EXPECT_EQ(cut.result.problem.code, Problem::Code::cut);
      const NetfoxReading shorter(bytes, options);
      EXPECT_EQ(shorter.recorder.fault(), "");
      EXPECT_LE(shorter.result.consumed, size);
    }
  }
}

TEST(NetfoxCallWalk, EveryBitFlipped) {
  for (const Row& row : rows) {
    Bytes bytes = from_hex(row.hex);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      SCOPED_TRACE(std::string(row.hex) + " bit " + std::to_string(bit));
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
      for (const Known* known : {&player_state, &player_input}) {
        const NetfoxReading reading(bytes,
                                    {.form = row.form, .kind = row.kind, .tick = 200, .layout = known->layout()});
        EXPECT_EQ(reading.recorder.fault(), "");
        EXPECT_LE(reading.result.consumed, bytes.size());
        netfox::Options options{.form = row.form, .kind = row.kind, .tick = 200, .layout = known->layout()};
        const netfox::Result silent = netfox::validate(Buffer(bytes), options);
        EXPECT_EQ(silent.consumed, reading.result.consumed);
        EXPECT_EQ(silent.notes, reading.result.notes);
        EXPECT_EQ(silent.tick, reading.result.tick);
        const bool is_good = variant::end_of_good(Buffer(bytes), {}) == bytes.size();
        options.checked = is_good && row.form != Form::packed;
        EXPECT_EQ(netfox::validate(Buffer(bytes), options).consumed, silent.consumed);
      }
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    }
  }
}

/// As in the capture's engines: `:items` and `:title` have the same hash, and so have `:sf16` and `:uf32`.
TEST(NetfoxPropertyIndexes, AreThoseOfTheCapture) {
  EXPECT_EQ(player_state.indexes, (std::vector<std::uint8_t>{148, 46, 82, 56, 231, 65, 5, 142}));
  netfox::PropertyIndexes npc;
  EXPECT_EQ(npc.next(":sf16"), 95);
  EXPECT_EQ(npc.next(":uf32"), 14);
  EXPECT_EQ(npc.next(":n3"), 0);
}

/// Each of 256 numbers is given at most once, and a search for one ends.
TEST(NetfoxPropertyIndexes, AreLimited) {
  netfox::PropertyIndexes all;
  std::vector<bool> taken(256);
  for (int i = 0; i < 1000; ++i) {
    const auto index = all.next(":" + std::to_string(i));
    if (!index) continue;
    EXPECT_FALSE(taken[*index]);
    taken[*index] = true;
  }
}

}  // namespace
}  // namespace godot::test
