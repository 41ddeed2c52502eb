// SPDX-License-Identifier: MIT
// Messages of every generation, element by element. The bytes are our own encoder's (encode.h).
#include <gtest/gtest.h>

#include "codec/debugger/fields.h"
#include "codec/debugger/framing.h"
#include "tests/unit/codec/debugger/encode.h"
#include "tests/unit/codec/debugger/reading.h"

namespace godot::test {
namespace {

using debugger::Direction;
using debugger::Era;

DebugReading read(const Bytes& bytes, Era era, Direction direction = Direction::to_editor) {
  return DebugReading(bytes, {.era = era, .direction = direction});
}

void expect_good(const DebugReading& reading, const Bytes& bytes) {
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.recorder.problems().empty());
  EXPECT_FALSE(reading.result.problem);
  EXPECT_EQ(reading.result.consumed, bytes.size());
  EXPECT_FALSE(reading.result.notes.any()) << reading.recorder.text();
  EXPECT_TRUE(reading.result.complete);
}

// --- Godot 2 --------------------------------------------------------------------------------------------------------

const Encoder two(Era::godot2);
const Encoder three(Era::godot3);
const Encoder four(Era::godot4_0);
const Encoder latest(Era::godot4_2);

TEST(Godot2, SceneTreeOf20HasNoIds) {
  const Bytes bytes = two.message("message:scene_tree", {two.integer(0), two.string("root"), two.string("Viewport"),
                                                         two.integer(1), two.string("Main"), two.string("Node")});
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=message:scene_tree; units=6; node=0; node.depth=0; node.name=root; node.class=Viewport; node=1; "
            "node.depth=1; node.name=Main; node.class=Node");
}

TEST(Godot2, SceneTreeOf22HasIds) {
  std::vector<Bytes> units;
  for (std::int32_t i = 0; i < 3; ++i) {
    for (Bytes& unit : std::vector<Bytes>{two.integer(i), two.string("n"), two.string("Node"), two.integer(100 + i)})
      units.push_back(unit);
  }
  const Bytes bytes = two.message("message:scene_tree", units);  // 12 units: the number alone is ambiguous
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_NE(reading.recorder.text().find("node=2; node.depth=2; node.name=n; node.class=Node; node.id=102"),
            std::string::npos)
      << reading.recorder.text();
}

TEST(Godot2, VariablesOf20) {
  const Bytes bytes = two.message("stack_frame_vars", {two.integer(1), two.string("speed"), two.real(2.5F),
                                                       two.integer(1), two.string("*target"), two.integer(77)});
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=stack_frame_vars; units=6; variable.members=1; variable=0; variable.name=speed; variable.value; "
            "variable.locals=1; variable=0; variable.name=*target; variable.value");
  EXPECT_EQ(reading.line, "stack_frame_vars speed = 2.5, *target = 77");
}

TEST(Godot2, VariablesOf22AreProperties) {
  const Bytes bytes = two.message("stack_frame_vars", {two.array({two.string("locals/a"), two.integer(2)}),
                                                       two.array({two.string("members/b"), two.integer(3)})});
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(), "message=stack_frame_vars; units=2; variable.property; variable.property");
}

TEST(Godot2, ErrorsHaveACallStackOfPairs) {
  const Bytes bytes = two.message(
      "error",
      {two.array({two.integer(0), two.integer(1), two.integer(2), two.integer(3), two.string("func"),
                  two.string("src.cpp"), two.integer(9), two.string("Bad"), two.string(""), two.boolean(false)}),
       two.integer(4), two.string("res://a.gd"), two.integer(5), two.string("res://b.gd"), two.integer(6)});
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_NE(reading.recorder.text().find("error.callstack=1; error.callstack.file=res://b.gd; error.callstack.line=6"),
            std::string::npos)
      << reading.recorder.text();
  EXPECT_EQ(reading.line, "error res://a.gd:5: Bad");
  EXPECT_EQ(reading.result.event, debugger::Event::error);
}

TEST(Godot2, ObjectOf21IsUnitByUnit) {
  const Bytes bytes = two.message("message:inspect_object", {two.integer(7), two.string("Node"), two.path("Main"),
                                                             two.integer(1), two.string("name"), two.integer(4),
                                                             two.integer(0), two.string(""), two.string("Main")});
  const DebugReading reading = read(bytes, Era::godot2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=message:inspect_object; units=9; object.id=7; object.class=Node; object.path; property.count=1; "
            "property=0; property.name=name; property.type=4; property.hint=0; property.hint_string; property.value");
}

/// Which description of an object it is, its second unit shows: a capture that is cut in its header shows no other.
TEST(Godot2, ObjectOf22IsKnownByItsNumberOfUnitsIfItIsCut) {
  const Bytes property = two.array({two.string("name"), two.integer(4), two.integer(0), two.string("")});
  const Bytes bytes =
      two.message("message:inspect_object", {two.integer(7), property, two.string("Main"), two.integer(3)});
  const Bytes begin = two.message("message:inspect_object", {two.integer(7)});
  for (std::size_t more = 0; more <= 8; ++more) {
    const DebugReading cut(std::span<const std::uint8_t>(bytes).first(begin.size() + more), {.era = Era::godot2}, {},
                           static_cast<Offset>(bytes.size()));
    EXPECT_TRUE(cut.recorder.text().starts_with("message=message:inspect_object; units=4; object.id=7")) << more;
    EXPECT_EQ(cut.line, "message:inspect_object 7, 0 properties") << more;
  }
}

/// The header of the second unit is enough to tell the description of 2.1, which has a name there.
TEST(Godot2, ObjectOf21IsKnownByTheHeaderOfItsSecondUnit) {
  const Bytes bytes =
      two.message("message:inspect_object", {two.integer(7), two.string("Node"), two.path("Main"), two.integer(0)});
  const Bytes begin = two.message("message:inspect_object", {two.integer(7)});
  const auto line = [&](std::size_t more) {
    return DebugReading(std::span<const std::uint8_t>(bytes).first(begin.size() + more), {.era = Era::godot2}, {},
                        static_cast<Offset>(bytes.size()))
        .line;
  };
  EXPECT_EQ(line(7), "message:inspect_object 7, 0 properties");
  EXPECT_NE(line(8), "message:inspect_object 7, 0 properties");
}

TEST(Godot2, CommandsAreArrays) {
  const Bytes bytes =
      two.message("breakpoint", {two.string("res://a.gd"), two.integer(3), two.boolean(true)}, Direction::to_game);
  const DebugReading reading = read(bytes, Era::godot2, Direction::to_game);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=breakpoint; breakpoint.path=res://a.gd; breakpoint.line=3; breakpoint.set=true");
  EXPECT_EQ(reading.line, "breakpoint res://a.gd:3 set=true");
}

// --- Godot 3 --------------------------------------------------------------------------------------------------------

TEST(Godot3, OutputIsATextAtFirst) {
  const Bytes bytes = three.message("output", {three.string("one"), three.string("two")});
  const DebugReading reading = read(bytes, Era::godot3);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(), "message=output; units=2; output.text=one; output.text=two");
  EXPECT_EQ(reading.line, "output \"one\", \"two\"");
}

TEST(Godot3, OutputIsAnArrayLater) {
  const Bytes bytes = three.message("output", {three.array({three.string("one"), three.integer(1)})});
  const DebugReading reading = read(bytes, Era::godot3);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(), "message=output; units=1; output.text=one; output.type=1");
}

TEST(Godot3, VariablesOf30AreThoseOf20) {
  const Bytes bytes =
      three.message("stack_frame_vars", {three.integer(1), three.string("m"), three.nil(), three.integer(0)});
  const DebugReading reading = read(bytes, Era::godot3);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=stack_frame_vars; units=4; variable.members=1; variable=0; variable.name=m; variable.value; "
            "variable.locals=0");
}

TEST(Godot3, LiveCall) {
  const Bytes bytes = three.message(
      "live_node_call", {three.integer(4), three.string("jump"), three.real(1.5F), three.nil()}, Direction::to_game);
  const DebugReading reading = read(bytes, Era::godot3, Direction::to_game);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.line, "live_node_call #4.jump(1.5, null)");
}

TEST(Godot3, OtherLiveEdits) {
  const auto line = [](std::string_view name, const std::vector<Bytes>& elements) {
    const Bytes bytes = three.message(name, elements, Direction::to_game);
    const DebugReading reading = read(bytes, Era::godot3, Direction::to_game);
    expect_good(reading, bytes);
    return reading.line;
  };
  EXPECT_EQ(line("live_instance_node", {three.path("Main"), three.string("res://a.tscn"), three.string("A")}),
            "live_instance_node parent=Main scene=res://a.tscn name=A");
  EXPECT_EQ(line("live_remove_and_keep_node", {three.path("Main"), three.integer(3)}),
            "live_remove_and_keep_node path=Main keep_id=3");
  EXPECT_EQ(line("live_restore_node", {three.integer(3), three.path("Main"), three.integer(0)}),
            "live_restore_node keep_id=3 path=Main position=0");
  EXPECT_EQ(line("live_reparent_node", {three.path("A"), three.path("B"), three.string("C"), three.integer(-1)}),
            "live_reparent_node path=A parent=B name=C position=-1");
  EXPECT_EQ(line("override_camera_3D:transform",
                 {three.nil(), three.boolean(true), three.real(70), three.real(0.5F), three.real(100)}),
            "override_camera_3D:transform transform=null perspective=true size=70 near=0.5 far=100");
}

TEST(Godot3, UserMessagesShowTheirUnits) {
  const Bytes bytes = three.message("message:mine", {three.integer(1), three.string("x")});
  const DebugReading reading = read(bytes, Era::godot3);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.result.message, nullptr);
  EXPECT_EQ(reading.recorder.text(), "message=message:mine; units=2; argument; argument");
  EXPECT_EQ(reading.line, "message:mine 1, \"x\"");
}

TEST(Godot3, OverflowIsNoted) {
  const Bytes bytes = three.message("Too many messages! 7 messages were dropped.", {});
  const DebugReading reading = read(bytes, Era::godot3);
  EXPECT_TRUE(reading.result.notes.has(note::debug_overflow));
  EXPECT_EQ(reading.line, "Too many messages! 7 messages were dropped.");
}

/// What a game writes in place of what exceeds its limits; a text that contains it is a text of the game.
TEST(Limits, NoticesAreNoted) {
  const auto is_noted = [](const Bytes& bytes, Era era) {
    return read(bytes, era).result.notes.has(note::debug_overflow);
  };
  const auto error = [](const char* text) {
    return latest.message("error", {latest.integer(0), latest.integer(0), latest.integer(4), latest.integer(368),
                                    latest.string(""), latest.string(""), latest.integer(-1), latest.string(text),
                                    latest.string("Too many errors!"), latest.boolean(false), latest.integer(0)});
  };
  const auto output = [](const char* text) {
    return latest.message("output", {latest.strings({"before", text}), latest.integers({0, 0})});
  };
  for (const char* notice : {"TOO_MANY_ERRORS", "TOO_MANY_WARNINGS", "TOO_MANY_MESSAGES"})
    EXPECT_TRUE(is_noted(error(notice), Era::godot4_2)) << notice;
  for (const char* other : {"TOO_MANY_PLAYERS", "too many errors", "TOO_MANY_ERRORS!", ""})
    EXPECT_FALSE(is_noted(error(other), Era::godot4_2)) << other;
  constexpr const char* overflow = "[output overflow, print less text!]";
  EXPECT_TRUE(is_noted(output(overflow), Era::godot4_2));
  EXPECT_FALSE(is_noted(output("[output overflow, print less text!] said the game"), Era::godot4_2));
  EXPECT_TRUE(is_noted(three.message("output", {three.string("before"), three.string(overflow)}), Era::godot3));
  EXPECT_FALSE(is_noted(three.message("output", {three.string("before"), three.string("after")}), Era::godot3));
}

TEST(Godot3, AUnitWithoutAMessageIsStray) {
  const Bytes bytes = Encoder::unit(three.integer(7));
  const DebugReading reading = read(bytes, Era::godot3);
  EXPECT_EQ(reading.recorder.fault(), "");
  EXPECT_TRUE(reading.result.stray);
  EXPECT_TRUE(reading.result.notes.has(note::debug_stray_unit));
}

/// Segments that are not reassembled: the message continues where it was, wherever it was cut between units.
TEST(Godot3, AMessageContinuesInTheNextSegment) {
  const Bytes bytes =
      three.message("error", {three.array({three.integer(0), three.integer(1), three.integer(2), three.integer(3),
                                           three.string("f"), three.string("x.cpp"), three.integer(9),
                                           three.string("Bad"), three.string(""), three.boolean(true)}),
                              three.integer(6), three.string("res://a.gd"), three.string("one"), three.integer(5),
                              three.string("res://b.gd"), three.string("two"), three.integer(6)});
  std::vector<Offset> ends;
  for (Offset at = 0; at < bytes.size();) {
    at += 4 + load_le<std::uint32_t>(bytes.data() + at);
    ends.push_back(at);
  }
  // A group that continues is opened again, so groups are left out.
  const auto elements = [](const DebugReading& reading) {
    std::vector<std::string> all;
    for (const DebugRecorder::Element& element : reading.recorder.elements()) {
      if ((info(element.field).flags & is_variant) != 0)
        all.push_back(info(element.field).filter + ("=" + element.value));
    }
    return all;
  };
  const std::vector<std::string> whole = elements(read(bytes, Era::godot3));
  for (std::size_t cut = 0; cut + 1 < ends.size(); ++cut) {
    const std::span<const std::uint8_t> all(bytes);
    const DebugReading first(all.first(ends[cut]), {.era = Era::godot3});
    EXPECT_EQ(first.recorder.fault(), "");
    EXPECT_FALSE(first.result.complete);
    EXPECT_TRUE(first.run.pending);
    const DebugReading second(all.subspan(ends[cut]), {.era = Era::godot3}, first.run);
    EXPECT_EQ(second.recorder.fault(), "");
    EXPECT_TRUE(second.result.complete) << cut;
    EXPECT_FALSE(second.run.pending);
    EXPECT_EQ(second.result.name, "error");
    EXPECT_EQ(second.result.event, debugger::Event::warning);
    EXPECT_FALSE(second.result.notes.any()) << cut;
    std::vector<std::string> joined = elements(first);
    for (const std::string& element : elements(second)) joined.push_back(element);
    EXPECT_EQ(joined, whole) << cut;
  }
}

// --- Godot 4 --------------------------------------------------------------------------------------------------------

TEST(Godot4, PairsOf40) {
  const Bytes bytes = four.message("debug_enter", {four.boolean(true), four.string("Breakpoint")});
  const DebugReading reading = read(bytes, Era::godot4_0);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.result.thread_id, 0U);
  EXPECT_EQ(reading.recorder.text(), "message=debug_enter; enter.can_continue=true; enter.error=Breakpoint");
}

TEST(Godot4, ProfileOf40HasFourElementsAFunction) {
  std::vector<Bytes> elements = {four.integer(1), four.real(0.5F),      four.real(0.25F), four.real(0.125F),
                                 four.real(0.5F), four.real(0.25F),     four.integer(1),  four.string("physics"),
                                 four.integer(2), four.string("flush"), four.real(0.5F),  four.integer(4),
                                 four.integer(3), four.integer(1),      four.real(1),     four.real(2)};
  const Bytes bytes = four.message("servers:profile_frame", elements);
  const DebugReading reading = read(bytes, Era::godot4_0);
  expect_good(reading, bytes);
  EXPECT_NE(reading.recorder.text().find("profile.function=0; profile.function.id=3; profile.function.calls=1; "
                                         "profile.function.self=1; profile.function.total=2"),
            std::string::npos)
      << reading.recorder.text();
  // A server has its name, the number of its functions' elements, and two for each function.
  EXPECT_NE(reading.recorder.text().find(
                "profile.server=0; profile.server.name=physics; profile.server.size=2; profile.server.function=0; "
                "profile.server.function.name=flush; profile.server.function.time=0.5; profile.function"),
            std::string::npos)
      << reading.recorder.text();
  elements.push_back(four.real(3));
  elements[11] = four.integer(5);
  const Bytes later = latest.message("servers:profile_frame", elements);
  EXPECT_NE(read(later, Era::godot4_2).recorder.text().find("profile.function.internal=3"), std::string::npos);
}

TEST(Godot4, ProfilesHaveSeveralServers) {
  const std::vector<Bytes> elements = {four.integer(1), four.real(0.5F),      four.real(0.25F), four.real(0.125F),
                                       four.real(0.5F), four.real(0.25F),     four.integer(2),  four.string("physics"),
                                       four.integer(2), four.string("flush"), four.real(0.5F),  four.string("audio"),
                                       four.integer(2), four.string("mix"),   four.real(2),     four.integer(0)};
  const Bytes bytes = four.message("servers:profile_frame", elements);
  const DebugReading reading = read(bytes, Era::godot4_0);
  expect_good(reading, bytes);
  EXPECT_NE(reading.recorder.text().find("profile.server=1; profile.server.name=audio; profile.server.size=2; "
                                         "profile.server.function=0; profile.server.function.name=mix"),
            std::string::npos)
      << reading.recorder.text();
}

TEST(Godot4, OutputIsPacked) {
  const Bytes bytes = latest.message("output", {latest.strings({"Hello", "a\nb"}), latest.integers({0, 1})});
  const DebugReading reading = read(bytes, Era::godot4_2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.recorder.text(),
            "message=output; thread_id=1; output.texts; output.text=Hello; output.text=a\nb; output.types; "
            "output.type=0; output.type=1");
  EXPECT_EQ(reading.line, "output \"Hello\", \"a\\nb\"");
}

TEST(Godot4, MonitorNamesOf44AreTheElements) {
  const Bytes bytes = latest.message("performance:profile_names", {latest.string("a"), latest.string("b/c")});
  const DebugReading reading = read(bytes, Era::godot4_2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.line, "performance:profile_names a, b/c");
}

// Of 4.5 and Redot: the data itself is an Array of StringNames.
TEST(Godot4, MonitorNamesOf45AreATypedArray) {
  constexpr std::uint32_t typed_array = 28 | 1U << 16;
  const auto name = [](std::string_view text) {
    Bytes value = latest.string(text);
    value[0] = 21;
    return value;
  };
  const Bytes data =
      Encoder::join({Encoder::word(typed_array), Encoder::word(21), Encoder::word(2), name("a"), name("b/c")});
  const Bytes bytes = Encoder::unit(Encoder::join(
      {Encoder::word(28), Encoder::word(3), latest.string("performance:profile_names"), latest.integer(1), data}));
  EXPECT_EQ(debugger::prove(Buffer(bytes), true).look, debugger::Proof::Look::yes);
  const DebugReading reading = read(bytes, Era::godot4_2);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.line, "performance:profile_names a, b/c");
}

// Of 4.7, from vectors: no such engine was available.
TEST(Godot4, VariablesOf47HaveATypeHint) {
  const std::vector<Bytes> four_elements = {latest.string("target"), latest.integer(0), latest.integer(24),
                                            latest.nil()};
  std::vector<Bytes> five_elements = four_elements;
  five_elements.push_back(latest.string("Node2D"));
  for (const char* message : {"stack_frame_var", "evaluation_return"}) {
    for (const auto& elements : {four_elements, five_elements}) {
      const Bytes bytes = latest.message(message, elements);
      const DebugReading reading = read(bytes, Era::godot4_2);
      expect_good(reading, bytes);
      EXPECT_EQ(reading.recorder.text().find("type_hint=Node2D") != std::string::npos, elements.size() == 5)
          << reading.recorder.text();
    }
  }
}

TEST(Godot4, MessagesSince46) {
  const auto check = [](const char* name, const std::vector<Bytes>& elements, Direction direction, const char* text) {
    const Bytes bytes = latest.message(name, elements, direction);
    const DebugReading reading = read(bytes, Era::godot4_2, direction);
    expect_good(reading, bytes);
    EXPECT_EQ(reading.recorder.text(),
              std::string("message=") + name + "; thread_id=1" + (*text != '\0' ? "; " : "") + text)
        << name;
  };
  check("out", {}, Direction::to_game, "");
  check("scene:runtime_node_select_set_avoid_locked", {latest.boolean(true)}, Direction::to_game,
        "select.avoid_locked=true");
  check("scene:runtime_node_select_set_prefer_group", {latest.boolean(false)}, Direction::to_game,
        "select.prefer_group=false");
  check("scene:report_window_focused", {latest.boolean(true)}, Direction::to_game, "window.focused=true");
  check("scene:set_debug_collisions", {latest.boolean(true)}, Direction::to_game, "collisions=true");
  check("game_view:hdr_state",
        {latest.boolean(true), latest.boolean(false), latest.real(100), latest.real(600), latest.real(6),
         latest.boolean(true), latest.boolean(true)},
        Direction::to_editor,
        "hdr.requested=true; hdr.enabled=false; hdr.reference_luminance=100; hdr.max_luminance=600; "
        "hdr.max_linear_value=6; hdr.display_support=true; hdr.renderer_support=true");
}

TEST(Godot4, MonitorsAreNamedByTheirCount) {
  const auto text = [](std::size_t values, std::uint32_t custom) {
    std::vector<Bytes> elements;
    for (std::size_t i = 0; i < values; ++i) elements.push_back(latest.real(static_cast<float>(i)));
    const Bytes bytes = latest.message("performance:profile_frame", elements);
    const DebugReading reading(bytes, {.era = Era::godot4_2, .custom_monitors = custom});
    expect_good(reading, bytes);
    return reading.recorder.text();
  };
  EXPECT_TRUE(text(33, 0).ends_with("performance.navigation.edges_free=32"));
  EXPECT_TRUE(text(35, 0).ends_with("performance.custom=33; performance.custom=34"));
  EXPECT_TRUE(text(39, 0).ends_with("performance.pipelines.specialization=38"));
  EXPECT_TRUE(text(59, 0).ends_with("performance.navigation_3d.obstacles=58"));
  EXPECT_TRUE(text(60, 1).ends_with("performance.navigation_3d.obstacles=58; performance.custom=59"));
  // The game has sent the number of its own monitors: the others could be later ones.
  EXPECT_TRUE(
      text(39, 6).ends_with("performance.navigation.edges_free=32; performance.custom=33; performance.custom=34; "
                            "performance.custom=35; performance.custom=36; performance.custom=37; "
                            "performance.custom=38"));
}

TEST(Godot4, AFreedObjectIsEmpty) {
  const Bytes bytes = four.message("scene:inspect_object", {});
  const DebugReading reading = read(bytes, Era::godot4_0);
  expect_good(reading, bytes);
  EXPECT_EQ(reading.line, "scene:inspect_object");
}

TEST(Godot4, SnapshotsAndScreenshots) {
  const auto line = [](std::string_view name, const std::vector<Bytes>& elements) {
    const Bytes bytes = latest.message(name, elements);
    const DebugReading reading = read(bytes, Era::godot4_2);
    expect_good(reading, bytes);
    return reading.line;
  };
  EXPECT_EQ(line("game_view:get_screenshot",
                 {latest.integer(1), latest.integer(320), latest.integer(240), latest.string("/tmp/a.png")}),
            "game_view:get_screenshot id=1 width=320 height=240 path=/tmp/a.png");
  EXPECT_EQ(line("snapshot:snapshot_prepared", {latest.integer(1), latest.integer(1000)}),
            "snapshot:snapshot_prepared id=1 size=1000");
  EXPECT_EQ(line("visual:profile_frame",
                 {latest.integer(5), latest.integer(3), latest.string("Render"), latest.real(1.5F), latest.real(2)}),
            "visual:profile_frame frame=5 size=3 1*area");
  EXPECT_EQ(line("my_plugin:anything", {latest.integer(1), latest.array({latest.string("x")})}),
            "my_plugin:anything 1, [\"x\"]");
}

TEST(Godot4, WithoutALengthOverWebSocket) {
  const Bytes unit = latest.message("set_pid", {latest.integer(5)});
  const Bytes bytes(unit.begin() + 4, unit.end());
  const DebugReading reading(bytes, {.era = Era::godot4_2, .prefixed = false});
  expect_good(reading, bytes);
  EXPECT_EQ(reading.line, "set_pid process_id=5");
}

/// A sink that takes a message's arguments gets them in one piece, and they are not parsed otherwise.
class Taker final : public debugger::Listener {
 public:
  bool message(std::string_view name, const debugger::Message*) override { return name == "mine:own"; }
  void element(Field field, const Value&, Offset, Offset) override { fields.push_back(field); }
  void taken(Offset begin, Offset end) override { places.push_back({begin, end}); }
  std::string_view name_of(Field, std::int64_t, const debugger::Message*) override { return {}; }

  std::vector<std::pair<Offset, Offset>> places;
  std::vector<Field> fields;
};

TEST(Godot4, ArgumentsMayBeAnotherProtocols) {
  const Bytes data = latest.array({latest.integer(1), latest.string("x")});
  const Bytes bytes = latest.message("mine:own", {latest.integer(1), latest.string("x")});
  Taker taker;
  const DebugReading reading(bytes, {.era = Era::godot4_2}, {}, 0, &taker);
  expect_good(reading, bytes);
  const auto end = static_cast<Offset>(bytes.size());
  EXPECT_EQ(taker.places, (std::vector<std::pair<Offset, Offset>>{{end - static_cast<Offset>(data.size()), end}}));
  EXPECT_EQ(reading.recorder.text(), "message=mine:own; thread_id=1");
}

TEST(Elements, HaveTheBytesOfTheirValues) {
  const Bytes bytes = latest.message(
      "breakpoint", {latest.string("res://a.gd"), latest.integer(3), latest.boolean(true)}, Direction::to_game);
  const DebugReading reading = read(bytes, Era::godot4_2, Direction::to_game);
  const std::string all(bytes.begin(), bytes.end());
  for (const DebugRecorder::Element& element : reading.recorder.elements()) {
    if (element.field != field::debug_breakpoint_line) continue;
    const Bytes wanted = latest.integer(3);
    EXPECT_EQ(all.substr(element.begin, element.end - element.begin), std::string(wanted.begin(), wanted.end()));
    return;
  }
  FAIL() << "there is no line";
}

}  // namespace
}  // namespace godot::test
