// SPDX-License-Identifier: MIT
// Where messages end, how many bytes are missing, and which data is recognised as a debugger's.
#include "codec/debugger/framing.h"

#include <gtest/gtest.h>

#include <tuple>

#include "tests/unit/codec/debugger/encode.h"

namespace godot::test {
namespace {

using debugger::Direction;
using debugger::Era;
using debugger::Extent;
using Look = debugger::Proof::Look;

const Encoder two(Era::godot2);
const Encoder three(Era::godot3);
const Encoder four(Era::godot4_0);
const Encoder latest(Era::godot4_2);

/// Struct[P](3), as the sources of Redot 26.3 beta 1 write it.
const Bytes point = from_hex(
    "27000000 01000000 50000000 01000000 01000000 01000000 78000000 03000000 696e7400 01000000 00000000 00000000 "
    "02000000 00000000 02000000 03000000");

/// Messages of every form, with the era that their bytes show.
struct Form {
  const char* name;
  Bytes bytes;
  Era era;
};
std::vector<Form> forms() {
  return {
      {"run", three.message("output", {three.string("one"), three.string("two")}), Era::godot3},
      {"run without units", three.message("debug_exit", {}), Era::godot3},
      {"command of 2", two.message("request_scene_tree", {}, Direction::to_game), Era::godot2},
      {"command of 3", three.message("inspect_object", {three.integer(5)}, Direction::to_game), Era::godot3},
      {"pair", four.message("set_pid", {four.integer(5)}), Era::godot4_0},
      {"triple", latest.message("set_pid", {latest.integer(5)}), Era::godot4_2},
      {"residue in a NodePath",
       latest.message("scene:live_node_path",
                      {from_hex("16000000 01000080 00000000 00000000 01000000 61cd017f"), latest.integer(1)},
                      Direction::to_game),
       Era::godot4_2},
      {"struct",
       latest.message("evaluation_return", {latest.string("p"), latest.integer(0), latest.integer(39), point}),
       Era::redot},
  };
}

TEST(DebugFraming, WholeUnitsOfAnIncompleteMessage) {
  const Bytes one = Encoder::unit(three.string("one"));
  const Bytes two_units = Encoder::join({one, Encoder::unit(three.integer(2))});
  EXPECT_EQ(debugger::whole_units(Buffer(two_units)).captured.size(), two_units.size());
  for (std::size_t size = 0; size < two_units.size(); ++size) {
    const Bytes cut(two_units.begin(), two_units.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(debugger::whole_units(Buffer(cut)).captured.size(), size < one.size() ? 0U : one.size()) << size;
  }
}

TEST(DebugFraming, EveryCutAsksForNoMoreThanTheMessage) {
  for (const Form& form : forms()) {
    Bytes stream = form.bytes;
    stream.insert(stream.end(), form.bytes.begin(), form.bytes.end());  // another one follows
    for (std::size_t size = 0; size <= stream.size(); ++size) {
      const ExactCopy copy(std::span<const std::uint8_t>(stream).first(size));
      const Extent extent = debugger::extent(copy.buffer());
      if (size >= form.bytes.size()) {
        EXPECT_EQ(extent.status, Extent::Status::whole) << form.name << ' ' << size;
        EXPECT_EQ(extent.size, form.bytes.size()) << form.name;
      } else if (extent.status == Extent::Status::more) {
        EXPECT_GT(extent.missing, 0U);
        EXPECT_LE(size + extent.missing, form.bytes.size()) << form.name << ' ' << size;
      } else {
        // That a run continues is visible only once its name is captured.
        ADD_FAILURE() << form.name << " ends at " << size;
      }
    }
  }
}

TEST(DebugFraming, EveryCutCouldBeADebuggers) {
  for (const Form& form : forms()) {
    for (std::size_t size = 0; size <= form.bytes.size(); ++size) {
      const ExactCopy copy(std::span<const std::uint8_t>(form.bytes).first(size));
      const debugger::Proof proof = debugger::prove(copy.buffer(), true);
      EXPECT_GE(proof.look, Look::maybe) << form.name << ' ' << size;
      if (size != form.bytes.size()) continue;
      EXPECT_EQ(proof.look, Look::yes) << form.name;
      EXPECT_EQ(proof.era, form.era) << form.name;
      EXPECT_TRUE(proof.direction_certain) << form.name;
    }
  }
}

TEST(DebugFraming, OtherProtocolsAreNotRecognised) {
  const auto look = [](const Bytes& bytes) { return debugger::prove(Buffer{bytes}, true).look; };
  EXPECT_EQ(look(from_hex("6c000b0000000000 00000000")), Look::no) << "an X11 client";
  EXPECT_EQ(look(from_hex("01000b000000f300 00000000")), Look::no) << "an X11 server";
  EXPECT_EQ(look(from_hex("47455420 2f204854 54502f31")), Look::no) << "HTTP";
  EXPECT_EQ(look(Encoder::unit(latest.dictionary({{latest.string("a"), latest.integer(1)}}))), Look::no);
  EXPECT_EQ(look(Encoder::unit(latest.array({latest.string("move"), latest.integer(1), latest.array({})}))),
            Look::named)
      << "a game's own Array looks like a message that nobody knows";
  EXPECT_EQ(look(three.message("step", {}, Direction::to_game)), Look::named) << "a common word";
  EXPECT_EQ(look(Encoder::unit(three.string("output"))), Look::maybe) << "the number must follow";
  EXPECT_EQ(look(Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.string("x"))})), Look::no);
  EXPECT_EQ(look(Encoder::join({Encoder::unit(three.string("hello")), Encoder::unit(three.integer(1))})), Look::no);
}

TEST(DebugFraming, AvailableBytesMustBeValid) {
  Bytes bytes = latest.message("set_pid", {latest.integer(5)});
  bytes[bytes.size() - 8] = 0x63;  // the int's type
  EXPECT_EQ(debugger::prove(Buffer{bytes}, true).look, Look::no);
  bytes = latest.message("set_pid", {latest.integer(5)});
  bytes.insert(bytes.end(), 4, 0);
  bytes[0] = static_cast<std::uint8_t>(bytes[0] + 4);  // bytes follow the value
  EXPECT_EQ(debugger::prove(Buffer{bytes}, true).look, Look::no);
}

TEST(DebugFraming, HugeLengthsAreNotWaitedFor) {
  const Bytes bytes = Encoder::join({Encoder::unit(three.string("output")), Encoder::unit(three.integer(0x7FFFFFFF))});
  EXPECT_EQ(debugger::prove(Buffer{bytes}, true).look, Look::no);
  const Bytes name = Encoder::unit(three.string("output"));
  for (const Bytes& other : {three.integer(0x7FFFFFFF), three.integer(-1), three.string("x")}) {
    const Bytes stream = Encoder::join({name, Encoder::unit(other)});
    EXPECT_EQ(debugger::extent(Buffer{stream}).status, Extent::Status::whole);
    EXPECT_EQ(debugger::extent(Buffer{stream}).size, name.size());
  }
}

/// Names are of 1 to 128 printable letters.
TEST(DebugFraming, NamesArePrintableAndShort) {
  const auto look = [](std::string_view name) { return debugger::prove(Buffer{latest.message(name, {})}, true).look; };
  EXPECT_EQ(look("a"), Look::named);
  EXPECT_EQ(look(" ~"), Look::named);
  EXPECT_EQ(look(std::string(128, 'x')), Look::named);
  for (const std::string& other : {std::string(129, 'x'), std::string(), std::string("a\x7f"), std::string("a\x1f")})
    EXPECT_EQ(look(other), Look::no) << other;
}

/// [name, data] until 4.1, [name, thread, data] from 4.2 on, and nothing else.
TEST(DebugFraming, MessagesOfGodot4HaveTwoOrThreeElements) {
  const Bytes name = latest.string("set_pid");
  const Bytes thread = latest.integer(1);
  const Bytes data = latest.array({latest.integer(5)});
  const auto look = [](const std::vector<Bytes>& elements) {
    return debugger::prove(Buffer{Encoder::unit(latest.array(elements))}, true).look;
  };
  EXPECT_EQ(look({name, data}), Look::yes);
  EXPECT_EQ(look({name, thread, data}), Look::yes);
  EXPECT_EQ(look({data}), Look::no);
  EXPECT_EQ(look({name}), Look::no);
  EXPECT_EQ(look({name, thread, data, data}), Look::no);
  EXPECT_EQ(look({thread, name, data}), Look::no);
  EXPECT_EQ(look({name, name, data}), Look::no);
  EXPECT_EQ(look({name, thread, thread}), Look::no);
  EXPECT_EQ(look({name, thread}), Look::no);
}

/// What a whole message shows: its direction, and whether Godot 2 and 3 differ in it.
TEST(DebugFraming, ProofsOfWholeMessages) {
  const auto proof = [](const Bytes& bytes) { return debugger::prove(Buffer{bytes}, true); };
  for (const Bytes& bytes : {latest.message("set_pid", {latest.integer(5)}), four.message("set_pid", {four.nil()})}) {
    EXPECT_EQ(proof(bytes).direction, Direction::to_editor);
    EXPECT_TRUE(proof(bytes).direction_certain);
    EXPECT_TRUE(proof(bytes).era_certain);
  }
  const debugger::Proof command = proof(three.message("request_scene_tree", {}, Direction::to_game));
  EXPECT_EQ(command.direction, Direction::to_game);
  EXPECT_TRUE(command.direction_certain);
  EXPECT_TRUE(command.era_certain);
  const debugger::Proof run = proof(three.message("output", {}));
  EXPECT_EQ(run.direction, Direction::to_editor);
  EXPECT_FALSE(run.era_certain);
}

/// Until its name is complete, a message is no more than possible, and a run looks like a unit.
TEST(DebugFraming, AMessageHasBegunOnceItsNameIsThere) {
  const Bytes message = latest.message("set_pid", {latest.integer(5)});
  const Bytes run = three.message("output", {three.string("x")});
  const auto cut = [](const Bytes& bytes, std::size_t size) { return Buffer{std::span(bytes).first(size)}; };
  EXPECT_FALSE(debugger::prove(cut(message, 8), true).begun);
  EXPECT_TRUE(debugger::prove(cut(message, 28), true).begun);
  EXPECT_FALSE(debugger::prove(cut(run, 8), true).begun);
  const debugger::Proof proof = debugger::prove(cut(run, 20), true);
  EXPECT_EQ(proof.look, Look::maybe);
  EXPECT_TRUE(proof.begun);
  EXPECT_EQ(proof.era, Era::godot3);
  EXPECT_EQ(proof.direction, Direction::to_editor);
  EXPECT_TRUE(proof.direction_certain);
  for (const auto& [size, missing, is_run] : {std::tuple{3U, 1U, false}, {10U, 10U, false}, {20U, 8U, true}}) {
    const Extent extent = debugger::extent(cut(run, size));
    EXPECT_EQ(extent.missing, missing) << size;
    EXPECT_EQ(extent.run, is_run) << size;
  }
  EXPECT_TRUE(debugger::extent(cut(run, 30)).run) << "the number is cut";
}

TEST(DebugFraming, OtherArraysAreNone) {
  const auto look = [](const Bytes& value) { return debugger::prove(Buffer{Encoder::unit(value)}, true).look; };
  const Bytes name = latest.string("set_pid");
  EXPECT_EQ(look(latest.array({})), Look::no);
  EXPECT_EQ(look(three.array({})), Look::no);
  EXPECT_EQ(look(latest.nil()), Look::no);
  EXPECT_EQ(look(latest.array({latest.nil(), latest.array({})})), Look::no);
  EXPECT_EQ(look(latest.array({name, latest.array({}), latest.array({}), latest.array({})})), Look::no);
}

/// An unknown name is no reason to read less; a message that was cut is not read to its end.
TEST(DebugFraming, ValuesAreReadIfTheyAreWhole) {
  Bytes unit = latest.message("mine:state", {latest.integer(5)});
  EXPECT_EQ(debugger::prove(Buffer{unit}, true).look, Look::named);
  unit[unit.size() - 8] = 0x63;  // the int's type
  EXPECT_EQ(debugger::prove(Buffer{unit}, true).look, Look::no);
  const std::span<const std::uint8_t> message = std::span<const std::uint8_t>(unit).subspan(4);
  EXPECT_EQ(debugger::prove(Buffer{message}, false).look, Look::no);
  EXPECT_EQ(debugger::prove(Buffer(message, static_cast<Offset>(message.size()) + 4), false).look, Look::named);
}

/// The number of units: from 0 to a million.
TEST(DebugFraming, RunsHaveAtMostSoManyUnits) {
  constexpr auto most = static_cast<std::int32_t>(debugger::max_units);
  const Bytes name = Encoder::unit(three.string("output"));
  const auto begun = [&](std::int32_t count) { return Encoder::join({name, Encoder::unit(three.integer(count))}); };
  for (const std::int32_t count : {0, 1, most}) {
    const Bytes bytes = begun(count);
    const debugger::Proof proof = debugger::prove(Buffer{bytes}, true);
    EXPECT_EQ(proof.look, Look::yes) << count;
    EXPECT_FALSE(proof.era_certain) << "Godot 2 begins like it";
    // A unit has eight bytes at least.
    const Extent extent = debugger::extent(Buffer{bytes});
    EXPECT_EQ(extent.status, count == 0 ? Extent::Status::whole : Extent::Status::more) << count;
    EXPECT_EQ(extent.missing, 8U * static_cast<unsigned>(count));
    EXPECT_TRUE(extent.run);
  }
  for (const std::int32_t count : {-1, most + 1}) {
    EXPECT_EQ(debugger::prove(Buffer{begun(count)}, true).look, Look::no) << count;
    EXPECT_EQ(debugger::extent(Buffer{begun(count)}).size, name.size()) << count;
  }
}

/// What is missing: the rest of the unit that has begun, and eight bytes for each further one.
TEST(DebugFraming, MissingBytesOfARun) {
  const Bytes run = three.message("output", {three.string("one"), three.integer(2), three.integer(3)});
  const auto missing = [&](std::size_t cut) {
    const Extent extent = debugger::extent(Buffer{std::span(run).first(run.size() - cut)});
    EXPECT_EQ(extent.status, Extent::Status::more) << cut;
    EXPECT_TRUE(extent.run) << cut;
    return extent.missing;
  };
  EXPECT_EQ(missing(12), 8U) << "an int with its length has twelve";
  EXPECT_EQ(missing(11), 7U);
  EXPECT_EQ(missing(8), 8U) << "its length was read";
  EXPECT_EQ(missing(1), 1U);
  EXPECT_EQ(missing(13), 1U + 8U);
  EXPECT_EQ(missing(24 + 16), 24U);
  // The capture has cut the packet: nothing more comes.
  const std::span<const std::uint8_t> captured(run.data(), run.size() - 12);
  const Buffer cut(captured, static_cast<Offset>(run.size()));
  const Extent extent = debugger::extent(cut);
  EXPECT_EQ(extent.status, Extent::Status::whole);
  EXPECT_EQ(extent.size, run.size());
  EXPECT_TRUE(extent.run);
}

/// Lengths are multiples of four, from 4 bytes to 8 MiB.
TEST(DebugFraming, LengthsOfUnits) {
  const auto extent = [](std::uint32_t length) { return debugger::unit_extent(Buffer{Encoder::word(length)}); };
  EXPECT_EQ(extent(4).missing, 4U);
  EXPECT_EQ(extent(debugger::max_unit).missing, 8U << 20U);
  for (const std::uint32_t other : {0U, 3U, 6U, debugger::max_unit + 4})
    EXPECT_EQ(extent(other).status, Extent::Status::none) << other;
  const auto look = [](const Bytes& bytes) { return debugger::prove(Buffer{bytes}, true).look; };
  EXPECT_EQ(look(Encoder::word(debugger::max_unit)), Look::maybe);
  EXPECT_EQ(look(Encoder::word(debugger::max_unit + 4)), Look::no);
  EXPECT_EQ(look({}), Look::maybe);
  EXPECT_EQ(look({8}), Look::maybe);
  EXPECT_EQ(look({9}), Look::no) << "no multiple of four";
  EXPECT_EQ(look({10, 0}), Look::no);
}

TEST(DebugFraming, ContainersDistinguishGodot2From3) {
  for (const auto& [encoder, wanted] : {std::pair{two, Era::godot2}, std::pair{three, Era::godot3}}) {
    Era era = Era::godot4_2;
    EXPECT_FALSE(debugger::shows_era(Buffer{encoder.message("output", {encoder.string("x")})}, era));
    const Bytes bytes = encoder.message("performance", {encoder.array({encoder.real(1)})});
    EXPECT_TRUE(debugger::shows_era(Buffer{bytes}, era));
    EXPECT_EQ(era, wanted);
    const Bytes dump = encoder.message("stack_dump", {encoder.dictionary({{encoder.string("file"), encoder.nil()}})});
    EXPECT_TRUE(debugger::shows_era(Buffer{dump}, era));
    EXPECT_EQ(era, wanted);
  }
}

TEST(DebugFraming, WebSocketMessagesHaveNoLength) {
  const Bytes unit = latest.message("set_pid", {latest.integer(5)});
  const Bytes bytes(unit.begin() + 4, unit.end());
  EXPECT_EQ(debugger::prove(Buffer{bytes}, false).look, Look::yes);
  EXPECT_EQ(debugger::prove(Buffer{unit}, false).look, Look::no);
}

}  // namespace
}  // namespace godot::test
