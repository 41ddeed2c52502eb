// SPDX-License-Identifier: MIT
// Captures of pcaps/ as the engine answers about them: lines, trees and tables, beside what the games' own logs say
// that they sent (.truth.jsonl).
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analyse/reading/tcp_pass.h"
#include "answers/options/options.h"
#include "capture/file/capture_reader.h"
#include "capture/frame/packet.h"
#include "tests/unit/support/new_folder.h"
#include "tests/unit/support/truth.h"

namespace godot::engine {
namespace {

using Texts = std::vector<std::string>;

/// The lines of a capture's messages: "6 red? > server: Network.#2(...)".
class Kept final : public Lines {
 public:
  void line(const Frame& frame, const MessageLine& line) override {
    std::string text = std::to_string(frame.number) + " ";
    if (line.from != nullptr) text += std::string(line.from) + " > " + line.to + ": ";
    if (line.problem != nullptr) text += std::string("[") + line.problem + "] ";
    lines.push_back(text + line.text + marks_of(line));
  }
  Texts lines;
};

class Captured {
 public:
  explicit Captured(const std::string& name, const Settings& settings = {}) : engine(settings, {}) {
    std::ifstream file(test::captures() / name, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    EXPECT_FALSE(bytes_.empty()) << name;
  }

  void pass(Pass which, std::uint32_t last = UINT32_MAX) {
    engine.begin_pass(which);
    capture::Reader reader;
    reader.feed({reinterpret_cast<const std::uint8_t*>(bytes_.data()), bytes_.size()});
    capture::Layers layers;
    analyse::Streams streams;
    capture::Frame frame;
    capture::Packet packet;
    std::int64_t begin = 0;
    while (reader.next(frame) && frame.number <= last) {
      if (frame.number == 1) begin = frame.time;
      relay::Fate fate;
      const bool is_first = which == Pass::learn || which == Pass::only;
      const Frame known = {.number = frame.number,
                           .time = frame.time,
                           .since_begin = frame.time - begin,
                           .length = frame.reported,
                           .captured_length = static_cast<std::uint32_t>(frame.bytes.size()),
                           .fate = is_first && relay::read_fate(frame.comment, fate) ? &fate : nullptr,
                           .first_pass = is_first};
      if (layers.read(frame, packet)) take(known, frame, packet, streams);
    }
  }
  void read() {
    pass(Pass::learn);
    pass(Pass::answer);
  }

  /// The lines of both passes, or of one alone.
  Texts lines(bool is_live = false) {
    Kept kept;
    engine.list(kept);
    if (is_live) pass(Pass::only);
    else read();
    return kept.lines;
  }

  /// The rows of a table in CSV.
  Texts table(const std::string& question) {
    std::string name = question;
    for (const analysis::Option& option : analysis::options()) {
      if (name != option.name) continue;
      analysis::ParsedOption asked = option.parsed(question + ",csv");
      asked.request->begin({});
      engine.listen({*asked.request, option.extent});
      read();
      std::string text;
      asked.request->finish([&text](std::string_view part) { text += part; });
      Texts rows;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        rows.push_back(text.substr(at, end - at));
        at = end + 1;
      }
      return rows;
    }
    ADD_FAILURE() << question << " is no question";
    return {};
  }

  Engine engine;

 private:
  void take(const Frame& known, const capture::Frame& frame, const capture::Packet& packet, analyse::Streams& streams) {
    const enet::IcmpError error = {.is_v6 = packet.quote.is_v6, .type = packet.quote.type, .code = packet.quote.code};
    switch (packet.carrier) {
      case capture::Carrier::pdu: engine.record(known, packet.payload, packet.reported); break;
      case capture::Carrier::tcp: streams.take(known, frame, packet, engine); break;
      case capture::Carrier::udp:
        engine.datagram(known, {.source = analyse::address_of(packet.source),
                                .destination = analyse::address_of(packet.destination),
                                .captured = packet.payload,
                                .reported = packet.reported,
                                .said = packet.said,
                                .error = packet.is_quoted ? &error : nullptr,
                                .is_quoted = packet.is_quoted,
                                .is_sealed = false});
    }
  }

  std::string bytes_;
};

/// Of each text, what is from `begin` on.
Texts starting(const Texts& all, std::string_view begin) {
  Texts found;
  for (const std::string& text : all)
    if (text.starts_with(begin)) found.push_back(text);
  return found;
}

/// Both games have other scripts at Turret. The calls are those of the log.
const Texts calls_of_mismatch = {
    R"(6 red? > server: Network.#2("red", {"color": Color(1, 0, 0, 1), "level": 1}))",
    R"(10 server > red?: Network.#0({353022649: "red"}))",
    "12 server > red?: Turret.#0(Vector2(0, 1))",
    "17 server > red?: Turret.#0(Vector2(1, 1))",
    "19 server > red?: Network.#1(1)",
    "22 red? > server: Turret.#0(Vector2(0, 1))",
    "26 red? > server: Turret.#0(Vector2(1, 1))",
    "28 red? > server: Network.#1(2)",
};
constexpr const char* mismatch = "multiplayer/godot-4.6/mismatch_enet.pcap";

TEST(Lines, OfCallsOverENet) {
  Captured captured(mismatch);
  const Texts all = captured.lines();
  Texts calls;
  for (const std::string& line : all)
    if (line.find('#') != std::string::npos && line.find("path") == std::string::npos) calls.push_back(line);
  EXPECT_EQ(calls, calls_of_mismatch);
  EXPECT_EQ(starting(all, "5 "), Texts{"5 red? > server: path #1 is Network"});
  EXPECT_EQ(starting(all, "15 "), Texts{"15 red? > server: [not connected] confirm Turret, whose methods differ"});
  EXPECT_EQ(all.size(), 16U);
}

/// A message counts once: what was sent again is marked, as in the packet list.
TEST(Lines, OfRetransmissions) {
  Captured game("lossy/godot-4.6/arena_lossy_enet.pcap");
  EXPECT_EQ(starting(game.lines(), "29 "),
            (Texts{"29 green? > server: path #1 is Network",
                   R"(29 green? > server: Network.#2("green", {"color": Color(0, 1, 0, 1), "level": 1}) [again])"}));
}

/// One pass alone knows the names that were learned before a frame.
TEST(Lines, OfAPassAlone) {
  Captured captured(mismatch);
  const Texts all = captured.lines(true);
  EXPECT_EQ(starting(all, "28 "), Texts{"28 red? > server: Network.#1(2)"});
  EXPECT_EQ(all.size(), 16U);
}

/// Frames and their lengths, as the capture has them.
TEST(Tables, OfENet) {
  Captured captured(mismatch);
  const Texts rows = captured.table("godot,profile");
  EXPECT_EQ(starting(rows, "Remote call,Turret,#0,"),
            Texts{R"(Remote call,Turret,#0,4,84,24,184,0,292,12.36,274,292,0,21.0,71.2,)"
                  R"("godot.profile.row == ""Remote call of Turret: #0""")"});
  EXPECT_EQ(starting(rows, "Acknowledge,"),
            Texts{"Acknowledge,,,20,0,160,558,0,718,30.40,673,666,0,0.0,100.0,enet.command == 1"});
  Captured again(mismatch);
  EXPECT_EQ(starting(again.table("enet,streams"), "0,client,red?,server,,17,1216,").size(), 1U);
  Captured once_more(mismatch);
  const Texts problems = once_more.table("godot,problems");
  EXPECT_EQ(starting(problems, "not_connected,different remote methods at this path,1,Turret,,15,red?,server,").size(),
            1U);
  EXPECT_EQ(starting(problems, "not_connected,").size(), 2U);
}

/// Each number of the calls above, for each receiver: how often, the least and the greatest. Strings, colours and
/// dictionaries have no curve.
TEST(Tables, OfNumbersThatCanBePlotted) {
  Captured captured(mismatch);
  Texts rows;
  for (const std::string& row : captured.table("godot,plots"))
    if (const std::size_t watch = row.find(",\"\"\""); watch != std::string::npos) rows.push_back(row.substr(0, watch));
  EXPECT_EQ(rows, (Texts{
                      "Network,#1(0),,red?,server,1,2.000,2.000",
                      "Network,#1(0),,server,red?,1,1.000,1.000",
                      "Turret,#0(0),x,red?,server,2,0.000,1.000",
                      "Turret,#0(0),x,server,red?,2,0.000,1.000",
                      "Turret,#0(0),y,red?,server,2,1.000,1.000",
                      "Turret,#0(0),y,server,red?,2,1.000,1.000",
                  }));
}

/// The items of a frame, "label" each, of those that have this filter.
void collect(const TreeItem& item, std::string_view filter, Texts& labels) {
  if (item.filter == filter) labels.push_back(item.label);
  for (const TreeItem* each = item.first; each != nullptr; each = each->next) collect(*each, filter, labels);
}

TEST(Trees, OfAFrameBehindThePasses) {
  Captured captured(mismatch);
  captured.read();
  const auto labels = [&captured](std::uint32_t frame, std::string_view filter) {
    Tree tree;
    captured.engine.show(frame, tree);
    captured.pass(Pass::show, frame);
    Texts found;
    collect(tree.root(), filter, found);
    return found;
  };
  EXPECT_EQ(labels(6, "enet.command"), Texts{"Command: Send reliable (6)"});
  EXPECT_EQ(labels(6, "godot.node.path").size(), 1U);
  EXPECT_EQ(labels(6, "godot.variant.string"), (Texts{"String: red", "String: color", "String: level"}));
  EXPECT_EQ(labels(6, "enet.acknowledge"), Texts{});
  EXPECT_EQ(labels(8, "godot.variant.string"), Texts{}) << "the items of another frame";
}

/// What is derived from a message stands beside its fields.
TEST(Trees, OfACall) {
  Captured captured(mismatch);
  captured.read();
  Tree tree;
  captured.engine.show(6, tree);
  captured.pass(Pass::show, 6);
  const auto labels = [&tree](std::string_view filter) {
    Texts found;
    collect(tree.root(), filter, found);
    return found;
  };
  EXPECT_EQ(labels("godot.rpc.text"), Texts{R"(Call: Network.#2("red", {"color": Color(1, 0, 0, 1), "level": 1}))"});
  EXPECT_EQ(labels("godot.cost.total"), Texts{"Cost: 147, of its own: 95"});
}

/// Keeps what each frame says of itself.
class KeptFrames final : public analysis::Request {
 public:
  void begin(const analysis::Environment&) override {}
  void add(analysis::facts::Frame& frame, const analysis::Packet&) override { frames.push_back(frame); }
  void finish(const analysis::report::Output&) override {}
  std::vector<analysis::facts::Frame> frames;
};

constexpr Address end_at(std::uint8_t host, std::uint16_t port) {
  return {.bytes = {10, 0, 0, host}, .family = 4, .port = port};
}

/// Flows are of two ends, whichever of them sends: the same ports of another host are another flow, and so are other
/// ports of the same one.
TEST(Frames, AreOfFlowsBetweenTwoEnds) {
  Engine engine({}, {});
  KeptFrames kept;
  engine.listen({kept, analysis::Extent::facts});
  engine.begin_pass(Pass::only);
  const std::vector<std::uint8_t> bytes(20, 0xFF);
  const Address server = end_at(9, 7000);
  // Each with a port whose distance to that of the server ends in the same byte.
  const Address clients[] = {end_at(1, 5000), end_at(2, 5000), end_at(1, 5256), end_at(9, 5000)};
  std::vector<std::uint32_t> expected;
  std::uint32_t number = 0;
  for (int round = 0; round != 3; ++round) {
    for (std::uint32_t i = 0; i != 4; ++i) {
      for (const bool from_client : {true, false}) {
        engine.datagram({.number = ++number, .length = 62, .captured_length = 62},
                        {.source = from_client ? clients[i] : server,
                         .destination = from_client ? server : clients[i],
                         .captured = bytes,
                         .reported = 20});
        expected.push_back(i);
      }
    }
  }
  std::vector<std::uint32_t> flows;
  for (const auto& frame : kept.frames) flows.push_back(frame.flow);
  EXPECT_EQ(flows, expected);
}

/// Times that are years away are brought near: sums and multiples of their differences fit into 64 bits.
TEST(Frames, HaveTimesThatCanBeReckonedWith) {
  Engine engine({}, {});
  KeptFrames kept;
  engine.listen({kept, analysis::Extent::facts});
  engine.begin_pass(Pass::only);
  const std::vector<std::uint8_t> bytes(20, 0xFF);
  constexpr std::int64_t farthest = std::int64_t{1} << 57;
  std::uint32_t number = 0;
  for (const std::int64_t time : {std::int64_t{5}, farthest, farthest + 1, INT64_MAX, -farthest, INT64_MIN})
    engine.datagram({.number = ++number, .since_begin = time, .length = 62, .captured_length = 62},
                    {.source = end_at(1, 1), .destination = end_at(2, 2), .captured = bytes, .reported = 20});
  std::vector<std::int64_t> times;
  for (const auto& frame : kept.frames) times.push_back(frame.time);
  EXPECT_EQ(times, (std::vector<std::int64_t>{5, farthest, farthest, farthest, -farthest, -farthest}));
}

/// The projects of the settings are those that names are from.
TEST(Names, AreOfTheProjectsOfTheSettings) {
  const test::NewFolder folder;
  std::filesystem::create_directories(folder.path() / "game");
  std::ofstream(folder.path() / "game" / "project.godot")
      << "config_version=5\n[application]\nconfig/name=\"A game\"\n";
  Settings settings;
  settings.projects = {(folder.path() / "game").string()};
  Engine engine(settings, {});
  EXPECT_EQ(engine.game().project_names(), Texts{"A game"});
  EXPECT_EQ(engine.game().project_fault(), "");
  settings.projects = {(folder.path() / "none").string()};
  Engine other(settings, {});
  EXPECT_EQ(other.game().project_names(), Texts{});
  EXPECT_NE(other.game().project_fault().find("none: "), std::string::npos) << other.game().project_fault();
}

/// A recording names the folder of its project: names are from it, too, unless the settings say no.
TEST(Names, AreOfTheRecordedProjectIfTheSettingsSaySo) {
  const test::NewFolder folder;
  const auto make = [&folder](const std::string& name) {
    std::filesystem::create_directories(folder.path() / name);
    std::ofstream(folder.path() / name / "project.godot")
        << "config_version=5\n[application]\nconfig/name=\"" << name << "\"\n";
    return (folder.path() / name).string();
  };
  Settings settings;
  settings.projects = {make("mine")};
  const std::string recorded = make("recorded");
  for (const bool is_read : {true, false}) {
    settings.recorded_project = is_read;
    Engine engine(settings, {});
    engine.game().saw_project_folder(recorded);
    EXPECT_EQ(engine.game().project_names(), is_read ? (Texts{"mine", "recorded"}) : Texts{"mine"});
  }
}

/// The messages of a mirror's records are in tables as those of the network are.
TEST(Tables, OfARecordingOfTheMirror) {
  Settings settings;
  settings.recorded_project = false;
  Captured captured("mirror/replication_wss.red.pcapng", settings);
  const Texts rows = captured.table("godot,profile");
  EXPECT_EQ(starting(rows, "Remote call,Network,next_turn,8,").size(), 1U);
  EXPECT_EQ(starting(rows, "Sync,Replication/Door/Sync,angle,80,").size(), 1U);
}

/// One value in each datagram, of every type but the one that the log has on several lines.
TEST(Lines, OfValuesAlone) {
  Captured captured("godot-4.6/scalars_udp.pcap");
  const Texts all = captured.lines();
  std::ifstream log(test::captures() / "godot-4.6/scalars_udp.truth.jsonl");
  std::size_t at = 0;
  std::size_t compared = 0;
  for (std::string row; std::getline(log, row); ++at) {
    const auto sent = nlohmann::json::parse(row);
    ASSERT_LT(at, all.size());
    if (sent["type"] == "Dictionary") continue;
    EXPECT_EQ(all[at], std::to_string(at + 1) + " " + sent["text"].get<std::string>()) << sent["label"];
    ++compared;
  }
  EXPECT_EQ(at, all.size());
  EXPECT_EQ(compared, 56U);
}

TEST(Lines, OfAnEditorAndItsGame) {
  Captured captured("debugger/godot-4.6/other_port.pcap");
  const Texts all = captured.lines();
  EXPECT_EQ(starting(all, "8 "), Texts{"8 editor > game: scene:request_scene_tree"});
  EXPECT_EQ(starting(all, "12 "), Texts{R"(12 game > editor: output "game started")"});
  EXPECT_EQ(starting(all, "27 "),
            Texts{R"(27 game > editor: laboratory:hello 1, "two", Vector3(3, 3.5, -3), {"k": [4]}, null)"});
  EXPECT_EQ(captured.engine.not_read(), 0U);
}

TEST(Lines, OfAWebSocket) {
  Captured captured("situations/godot-4.6/refused_over_websocket.pcap");
  const Texts all = captured.lines();
  Texts calls;
  for (const std::string& line : all)
    if (const std::size_t call = line.find("Main.#0("); call != std::string::npos) calls.push_back(line.substr(call));
  ASSERT_GE(calls.size(), 7U);
  for (std::size_t i = 0; i != calls.size(); ++i) EXPECT_EQ(calls[i], "Main.#0(" + std::to_string(i) + ")");
}

TEST(Lines, OfARecordingOfTheMirror) {
  Settings settings;
  settings.recorded_project = false;
  Captured captured("mirror/replication_wss.red.pcapng", settings);
  const Texts all = captured.lines();
  EXPECT_EQ(starting(all, "10 "), Texts{"10 server > red?: path #1 is Replication/Door/Sync"});
  EXPECT_EQ(starting(all, "11 "), Texts{"11 red? > server: confirm Replication/Door/Sync"});
  EXPECT_EQ(starting(all, "13 "), Texts{"13 server > red?: sync Replication/Door/Sync: angle = 0.0"});
}

TEST(Meetings, ByNoray) {
  Captured captured("noray/unknown_oid.pcap");
  captured.read();
  const Texts lines = captured.engine.meetings();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "frame 10: 10.0.2.2:44537 is registered at noray (203.0.113.1:8809) after 0 ms");
  EXPECT_TRUE(lines[1].starts_with("frame 12, problem: noray does not answer connect nobody-has-this-name."))
      << lines[1];
  EXPECT_TRUE(captured.engine.webrtc().empty());
}

TEST(Meetings, ByWebRTC) {
  Captured captured("ice/no_route.pcap");
  captured.read();
  const Texts lines = captured.engine.webrtc();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(
      lines[0].starts_with("frame 1, problem: None of the 5 checks of 10.0.2.2:46375, of 1 pair in 7.5 s, is "
                           "answered, and none comes from 10.0.1.2:48606: the offered addresses are of another "
                           "network, to which no way leads (the ICMP error in frame 10)."))
      << lines[0];
  EXPECT_EQ(lines[1],
            "frame 1: 10.0.2.2:46375 checks 10.0.1.2:48606, 5 times: ICMP says that no way leads there (frame 10)");
  EXPECT_TRUE(captured.engine.meetings().empty());
}

/// Bytes of a connection that are no protocol of Godot: counted, and apart where the capture lacks some.
TEST(NotRead, IsWhatNoProtocolIs) {
  for (const bool lacks : {false, true}) {
    Engine engine({}, {});
    engine.begin_pass(Pass::only);
    const std::vector<std::uint8_t> bytes(100, 'x');
    const StreamPiece piece = {.bytes = bytes, .reported = 100, .is_behind_gap = lacks};
    const Address one = {.bytes = {10, 0, 0, 1}, .family = 4, .port = 1000};
    const Address other = {.bytes = {10, 0, 0, 2}, .family = 4, .port = 2000};
    engine.segment({.number = 1, .length = 154, .captured_length = 154}, {.source = one,
                                                                          .destination = other,
                                                                          .tcp = {.stream = 1},
                                                                          .payload = 100,
                                                                          .captured = bytes,
                                                                          .pieces = {&piece, 1}});
    EXPECT_EQ(engine.not_read(), lacks ? 0U : 100U);
    EXPECT_EQ(engine.incomplete(), lacks ? 100U : 0U);
  }
}

}  // namespace
}  // namespace godot::engine
