// SPDX-License-Identifier: MIT
// Connections over TCP, made by hand: however segments cut their bytes, the lines are those of the messages, each in
// the frame with its last byte. What the capture lacks, or another protocol has sent, is counted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec/debugger/fields.h"
#include "codec/files/fields.h"
#include "codec/variant/fields.h"
#include "engine/engine.h"
#include "tests/unit/codec/debugger/encode.h"

namespace godot::engine {
namespace {

using test::Bytes;
using test::Encoder;
using test::from_hex;
using Texts = std::vector<std::string>;

constexpr std::uint8_t game = 0;
constexpr std::uint8_t editor = 1;
constexpr std::uint16_t debugger_port = 6007;
constexpr std::uint16_t files_port = 6010;
constexpr std::uint16_t other_port = 5000;

/// Lines, "2 game > editor: Hello".
class Heard final : public Lines {
 public:
  void line(const Frame& frame, const MessageLine& line) override {
    std::string text = std::to_string(frame.number) + " ";
    if (line.from != nullptr) text += std::string(line.from) + " > " + line.to + ": ";
    lines.push_back(text + line.text + (line.malformed ? " [malformed]" : ""));
  }
  Texts lines;
};

/// The labels of the items with this filter.
void collect(const TreeItem& item, std::string_view filter, Texts& labels) {
  if (item.filter == filter) labels.push_back(item.label);
  for (const TreeItem* each = item.first; each != nullptr; each = each->next) collect(*each, filter, labels);
}

/// One connection, whose server has this port.
class Talk {
 public:
  explicit Talk(std::uint16_t port) : port_(port) {}

  /// In segments of at most so many bytes.
  void send(std::uint8_t side, const Bytes& bytes, std::size_t step = SIZE_MAX) {
    for (std::size_t at = 0; at < bytes.size(); at += std::min(step, bytes.size())) {
      const std::span<const std::uint8_t> part = std::span(bytes).subspan(at, std::min(step, bytes.size() - at));
      add(side, part, static_cast<std::uint32_t>(part.size()));
    }
  }
  /// A message of WebSocket, in a segment of its own.
  void send_message(std::uint8_t side, const Bytes& bytes) {
    add(side, bytes, static_cast<std::uint32_t>(bytes.size()));
    segments_.back().how = How::message;
  }
  /// A datagram of UDP between the same ends.
  void send_datagram(std::uint8_t side, const Bytes& bytes) {
    add(side, bytes, static_cast<std::uint32_t>(bytes.size()));
    segments_.back().how = How::datagram;
  }
  /// A segment of which the capture has only the beginning.
  void send_cut(std::uint8_t side, const Bytes& bytes, std::size_t captured) {
    add(side, std::span(bytes).first(captured), static_cast<std::uint32_t>(bytes.size()));
  }
  /// Bytes that the capture lacks.
  void lose(std::uint8_t side, std::uint32_t count) {
    next_[side] += count;
    is_behind_gap_[side] = true;
  }
  void say(const std::string& line) { expected_.push_back(std::to_string(segments_.size()) + " " + line); }

  /// The lines of two passes, or of one alone, are those that were said.
  void expect(bool is_live = false) const {
    Engine engine({}, {});
    Heard heard;
    engine.list(heard);
    run(engine, is_live);
    EXPECT_EQ(heard.lines, expected_);
  }
  /// Bytes that were not read: of all, and of those in a connection of which the capture lacks some.
  void expect_not_read(std::uint64_t whole, std::uint64_t incomplete) const {
    Engine engine({}, {});
    run(engine, false);
    EXPECT_EQ(engine.not_read(), whole);
    EXPECT_EQ(engine.incomplete(), incomplete);
  }
  [[nodiscard]] Texts labels(std::uint32_t frame, std::string_view filter) const {
    Engine engine({}, {});
    run(engine, false);
    Tree tree;
    engine.show(frame, tree);
    pass(engine, Pass::show);
    Texts found;
    collect(tree.root(), filter, found);
    return found;
  }

 private:
  enum class How : std::uint8_t { bytes, message, datagram };
  struct Sent {
    std::uint8_t side;
    Bytes bytes;
    std::uint32_t reported;
    std::uint32_t sequence;
    bool is_behind_gap;
    How how = How::bytes;
  };

  void add(std::uint8_t side, std::span<const std::uint8_t> bytes, std::uint32_t reported) {
    segments_.push_back({side, Bytes(bytes.begin(), bytes.end()), reported, next_[side], is_behind_gap_[side]});
    next_[side] += reported;
    is_behind_gap_[side] = false;
  }
  void run(Engine& engine, bool is_live) const {
    for (const Pass which : {Pass::learn, Pass::answer})
      if (!is_live) pass(engine, which);
    if (is_live) pass(engine, Pass::only);
  }
  void pass(Engine& engine, Pass which) const {
    constexpr std::uint32_t heads = 54;
    const Address client = {.bytes = {10, 0, 0, 1}, .family = 4, .port = 40000};
    const Address server = {.bytes = {10, 0, 0, 2}, .family = 4, .port = port_};
    engine.begin_pass(which);
    std::uint32_t number = 0;
    for (const Sent& each : segments_) {
      ++number;
      const auto captured = static_cast<std::uint32_t>(each.bytes.size());
      const StreamPiece piece = {.side = each.side,
                                 .bytes = each.bytes,
                                 .reported = each.reported,
                                 .sequence = each.sequence,
                                 .is_behind_gap = each.is_behind_gap};
      const std::int64_t time = std::int64_t{number} * 1'000'000;
      const Frame frame = {.number = number,
                           .time = time,
                           .since_begin = time,
                           .length = heads + each.reported,
                           .captured_length = heads + captured,
                           .first_pass = which == Pass::learn || which == Pass::only};
      const Address& source = each.side == game ? client : server;
      const Address& destination = each.side == game ? server : client;
      if (each.how == How::datagram) {
        engine.datagram(
            frame, {.source = source, .destination = destination, .captured = each.bytes, .reported = each.reported});
        continue;
      }
      const bool is_message = each.how == How::message;
      engine.segment(frame, {.source = source,
                             .destination = destination,
                             .tcp = {.stream = 3},
                             .sequence = each.sequence,
                             .payload = each.reported,
                             .captured = each.bytes,
                             .messages = {&each.bytes, is_message ? std::size_t{1} : 0},
                             .pieces = {&piece, is_message ? std::size_t{0} : 1}});
    }
  }

  std::uint16_t port_;
  std::vector<Sent> segments_;
  std::uint32_t next_[2] = {1000, 5000};
  bool is_behind_gap_[2] = {false, false};
  Texts expected_;
};

// --- The debugger
// -----------------------------------------------------------------------------------------------------

const Encoder three(debugger::Era::godot3);
const Encoder latest(debugger::Era::godot4_2);

const Bytes process = latest.message("set_pid", {latest.integer(5)});
const Bytes output = latest.message("output", {latest.strings({"one"}), latest.integers({0})});
const Bytes request = latest.message("scene:request_scene_tree", {}, debugger::Direction::to_game);
constexpr const char* process_line = "game > editor: set_pid process_id=5";
constexpr const char* output_line = "game > editor: output \"one\"";
constexpr const char* request_line = "editor > game: scene:request_scene_tree";

TEST(DebuggerStreams, MessagesInSegmentsOfAnySize) {
  for (std::size_t step = 1; step != 80; ++step) {
    SCOPED_TRACE(step);
    Talk talk(debugger_port);
    talk.send(game, process, step);
    talk.say(process_line);
    talk.send(editor, request, step);
    talk.say(request_line);
    talk.send(game, output, step);
    talk.say(output_line);
    talk.expect();
    talk.expect(true);
    talk.expect_not_read(0, 0);
  }
}

/// Messages of Godot 3 are units: a name, how many follow, and these.
TEST(DebuggerStreams, MessagesOfGodot3InSegmentsOfAnySize) {
  for (std::size_t step = 1; step != 80; ++step) {
    SCOPED_TRACE(step);
    Talk talk(debugger_port);
    talk.send(game, three.message("message:mine", {three.integer(1), three.string("x")}), step);
    talk.say("game > editor: message:mine 1, \"x\"");
    talk.send(game, three.message("debug_exit", {}), step);
    talk.say("game > editor: debug_exit");
    talk.send(editor, three.message("inspect_object", {three.integer(7)}, debugger::Direction::to_game), step);
    talk.say("editor > game: inspect_object id=7");
    talk.expect();
    talk.expect(true);
  }
}

TEST(DebuggerStreams, SeveralMessagesInOneSegment) {
  Talk talk(debugger_port);
  talk.send(game, Encoder::join({process, output, Bytes(process.begin(), process.begin() + 9)}));
  talk.say(process_line);
  talk.say(output_line);
  talk.send(editor, request);  // the other direction has a series of its own
  talk.say(request_line);
  talk.send(game, Bytes(process.begin() + 9, process.end()));
  talk.say(process_line);
  talk.expect();
}

/// On another port only a beginning that is specific to it is believed, and waited for.
TEST(DebuggerStreams, OnAnyPort) {
  Talk talk(other_port);
  talk.send(editor, request);
  talk.say(request_line);
  talk.send(game, process, 30);
  talk.say(process_line);
  talk.expect();
  Talk begun(other_port);
  begun.send(game, process, 32);
  begun.say(process_line);
  begun.expect();
}

TEST(DebuggerStreams, OnItsPortOtherProtocolsAreRefused) {
  const Bytes text(100, 'x');
  const Bytes beginning = from_hex("200000");
  Talk waits(debugger_port);
  waits.send(game, beginning);
  waits.expect_not_read(0, 0);
  Talk refused(debugger_port);
  refused.send(game, text);
  refused.expect_not_read(100, 0);
  refused.send(game, beginning);
  refused.expect_not_read(103, 0);
  refused.send(game, process);
  refused.say(process_line);
  refused.expect();
}

TEST(DebuggerStreams, BehindAGap) {
  Talk talk(debugger_port);
  talk.send(game, process);
  talk.say(process_line);
  talk.send(game, Bytes(output.begin(), output.begin() + 20));
  talk.lose(game, 10);
  talk.send(game, Bytes(output.begin() + 30, output.end()));  // the rest of a message is none
  talk.send(game, process);
  talk.say(process_line);
  talk.expect();
  // Bytes that wait are forgotten: what follows the gap begins anew.
  Talk whole(debugger_port);
  whole.send(game, process);
  whole.say(process_line);
  whole.send(game, Bytes(output.begin(), output.begin() + 20));
  whole.lose(game, 10);
  whole.send(game, output);
  whole.say(output_line);
  whole.expect();
}

TEST(DebuggerStreams, ItemsOfAMessage) {
  Talk talk(debugger_port);
  talk.send(game, process, 30);
  talk.send(game, latest.message("set_pid", {latest.integer(6)}));
  const auto filter = [](Field field) { return std::string_view(info(field).filter); };
  EXPECT_EQ(talk.labels(1, filter(field::debug_process_id)), Texts{}) << "it is not whole";
  const Texts first = talk.labels(2, filter(field::debug_process_id));
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first[0].ends_with(": 5")) << first[0];
  const Texts second = talk.labels(3, filter(field::debug_process_id));
  ASSERT_EQ(second.size(), 1U);
  EXPECT_TRUE(second[0].ends_with(": 6")) << second[0];
}

// --- Remote files
// -----------------------------------------------------------------------------------------------------

struct Unit {
  std::uint8_t side;
  const char* hex;
  const char* line;
};

const Unit synchronized[] = {
    {game, "47524653 01000000 61620000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 02000000",
     "game > editor: Hello"},
    {game, "05000000 6c696e7578", "game > editor: Tag linux"},
    {game, "03000000 776562", "game > editor: Tag web"},
    {game, "00000000", "game > editor: No files are known"},
    {editor, "02000000", "editor > game: 2 files have changed"},
    {editor, "01000000 61 80cc025f00000000", "editor > game: Changed: a"},
    {editor, "01000000 62 0000000000000000", "editor > game: Gone: b"},
    {editor, "0200000000000000 aabb", "editor > game: File: a, 2 bytes"},
    {editor, "47454e44", "editor > game: End"},
};
const Unit on_demand[] = {
    {game, "03000000 616263", "game > editor: Password"},
    {editor, "00000000", "editor > game: Welcome"},
    {game, "06000000 00000000 07000000 7265733a2f2f62", "game > editor: Open file: res://b"},
    {editor, "06000000 00000000 00000000 0400000000000000", "editor > game: Opened: res://b, 4 bytes"},
    {game, "06000000 01000000 0200000000000000 02000000", "game > editor: Read block: res://b, 2 bytes from 2"},
    {editor, "06000000 01000000 0200000000000000 02000000 aabb", "editor > game: Data: res://b, 2 bytes from 2"},
};

TEST(FileStreams, UnitsInSegmentsOfAnySize) {
  for (std::size_t step = 1; step != 50; ++step) {
    SCOPED_TRACE(step);
    for (const bool is_synchronized : {false, true}) {
      Talk talk(files_port);
      for (const Unit& unit :
           is_synchronized ? std::span<const Unit>(synchronized) : std::span<const Unit>(on_demand)) {
        talk.send(unit.side, from_hex(unit.hex), step);
        talk.say(unit.line);
      }
      talk.expect();
      talk.expect(true);
      talk.expect_not_read(0, 0);
    }
  }
}

/// The magic word is believed on any port if it comes in one piece; a password is only on the files' own.
TEST(FileStreams, OnOtherPorts) {
  for (const std::size_t step : {3U, 4U}) {
    Talk talk(other_port);
    for (const Unit& unit : synchronized) {
      talk.send(unit.side, from_hex(unit.hex), step);
      if (step == 4) talk.say(unit.line);
    }
    talk.expect();
  }
  Talk talk(other_port);
  talk.send(game, from_hex("03000000 616263"));
  talk.expect();
  talk.expect_not_read(7, 0);
}

/// Only the first bytes of a connection begin it.
TEST(FileStreams, AreNotBegunBehindOtherBytes) {
  Talk talk(files_port);
  talk.send(game, Bytes(40, 'x'));
  talk.send(game, from_hex(synchronized[0].hex));
  talk.expect();
  talk.expect_not_read(84, 0);
}

/// Nothing tells where the next unit begins. The other direction goes on.
TEST(FileStreams, EndBehindAGap) {
  Talk talk(files_port);
  const auto say = [&talk](const Unit& unit) {
    talk.send(unit.side, from_hex(unit.hex));
    talk.say(unit.line);
  };
  say(synchronized[0]);
  say(synchronized[4]);
  talk.lose(editor, 13);
  talk.send(editor, from_hex(synchronized[6].hex));
  talk.send(editor, from_hex(synchronized[7].hex));
  say(synchronized[1]);
  talk.expect();
}

TEST(FileStreams, EndWithAUnitThatIsCutOrNone) {
  for (const bool is_cut : {false, true}) {
    Talk talk(files_port);
    const auto say = [&talk](const Unit& unit) {
      talk.send(unit.side, from_hex(unit.hex));
      talk.say(unit.line);
    };
    say(synchronized[0]);
    if (is_cut) talk.send_cut(editor, from_hex("02000000"), 3);
    else talk.send(editor, from_hex("01001000"));  // more files than there can be
    talk.send(editor, from_hex(synchronized[5].hex));
    say(synchronized[1]);
    talk.expect();
  }
}

TEST(FileStreams, ItemsOfAUnit) {
  Talk talk(files_port);
  for (const Unit& unit : on_demand) talk.send(unit.side, from_hex(unit.hex));
  const std::string_view size = info(field::files_size).filter;
  EXPECT_EQ(talk.labels(3, size), Texts{});
  EXPECT_EQ(talk.labels(4, size), Texts{"Size: 4"});
  EXPECT_EQ(talk.labels(5, info(field::files_offset).filter), Texts{"Offset: 2"});
}

// --- Values
// -----------------------------------------------------------------------------------------------------------

const std::string value = "1c000000 02000000 04000000 05000000 68656c6c 6f000000 02000000 07000000";
const Bytes hello = from_hex("20000000" + value);
constexpr const char* hello_line = "[\"hello\", 7]";

TEST(ValueStreams, ValuesInSegmentsOfAnySize) {
  for (std::size_t step = 1; step != 40; ++step) {
    SCOPED_TRACE(step);
    Talk talk(other_port);
    talk.send(game, hello);
    talk.say(hello_line);
    talk.send(game, hello, step);
    talk.say(hello_line);
    talk.send(editor, hello, step);
    talk.say(hello_line);
    talk.expect();
    talk.expect(true);
    talk.expect_not_read(0, 0);
  }
}

/// A length alone proves nothing: it waits for its value.
TEST(ValueStreams, ALengthInFront) {
  Talk talk(other_port);
  talk.send(game, from_hex("20000000"));
  talk.send(game, from_hex(value));
  talk.say(hello_line);
  talk.expect();
  talk.expect_not_read(0, 0);
}

TEST(ValueStreams, BehindAGap) {
  Talk talk(other_port);
  talk.send(game, hello);
  talk.say(hello_line);
  talk.lose(game, 10);
  talk.send(game, Bytes(hello.begin() + 10, hello.end()));
  talk.send(game, hello);
  talk.say(hello_line);
  talk.expect();
  talk.expect_not_read(0, 26);
}

TEST(ValueStreams, AreNoOthers) {
  Talk talk(other_port);
  talk.send(game, Bytes(50, 'x'));
  talk.send(editor, Bytes(60, 'y'));
  talk.expect();
  talk.expect_not_read(110, 0);
  talk.lose(game, 1);
  talk.send(game, Bytes(5, 'x'));
  talk.expect_not_read(110, 5);
}

TEST(ValueStreams, ItemsOfAValue) {
  Talk talk(other_port);
  talk.send(game, hello);
  talk.send(game, hello, 20);
  const std::string_view filter = info(field::string).filter;
  EXPECT_EQ(talk.labels(1, filter), Texts{"String: hello"});
  EXPECT_EQ(talk.labels(2, filter), Texts{});
  EXPECT_EQ(talk.labels(3, filter), Texts{"String: hello"});
}

// --- Messages of WebSocket, and datagrams
// -----------------------------------------------------------------------------

/// They have no length in front.
Bytes alone(const Bytes& message) { return {message.begin() + 4, message.end()}; }

TEST(WebSocketTexts, OfTheDebugger) {
  Talk talk(other_port);
  talk.send_message(game, alone(process));
  talk.say(process_line);
  talk.send_message(editor, alone(request));
  talk.say(request_line);
  talk.send_message(game, alone(output));
  talk.say(output_line);
  talk.expect();
  talk.expect(true);
  EXPECT_EQ(talk.labels(1, info(field::debug_process_id).filter).size(), 1U);
}

TEST(WebSocketTexts, OfValues) {
  Talk talk(other_port);
  talk.send_message(game, from_hex(value));
  talk.say(hello_line);
  talk.send_message(editor, from_hex(value));
  talk.say(hello_line);
  talk.expect();
  talk.expect_not_read(0, 0);
}

/// One value with a text proves that a flow carries values; then others are read, too.
TEST(Datagrams, OfValues) {
  const Bytes five = from_hex("02000000 05000000");
  Talk number(other_port);
  number.send_datagram(game, five);
  number.expect();
  Talk talk(other_port);
  talk.send_datagram(game, from_hex(value));
  talk.say(hello_line);
  talk.send_datagram(game, five);
  talk.say("5");
  talk.send_datagram(game, from_hex("ffffffff ffffffff"));
  talk.send_datagram(editor, from_hex(value));
  talk.say(hello_line);
  talk.expect();
  talk.expect(true);
  EXPECT_EQ(talk.labels(1, info(field::string).filter), Texts{"String: hello"});
  EXPECT_EQ(talk.labels(3, info(field::string).filter), Texts{});
}

}  // namespace
}  // namespace godot::engine
