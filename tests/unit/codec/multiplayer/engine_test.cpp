// SPDX-License-Identifier: MIT
// Messages that engines sent over ENet, from their captures: every message is read to its last byte without a note, and
// every call, set, spawn and raw message of the truth is found, with node, method and arguments.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"
#include "tests/unit/codec/multiplayer/reading.h"
#include "tests/unit/codec/multiplayer/samples.h"

namespace godot::test {
namespace {

/// The content of one message, with its node's path.
struct Message {
  std::string from;  ///< peer id of the original sender
  std::string what;  ///< "call Main #3(true, 5)", "raw 0102"
};

/// Collects the content of messages, and the paths with the numbers that senders gave them.
class Listener final : public multiplayer::PacketSink {
 public:
  Listener(const EngineMessage& message, std::map<std::string, std::string>& paths)
      : sender_(std::to_string(message.from_client ? message.link->connect_data : multiplayer::server)),
        from_client_(message.from_client),
        paths_(paths) {}

  void header(const multiplayer::Header& fact) override { sender_ = std::to_string(fact.source); }
  void system(const multiplayer::System& fact) override {
    // In a message from the server, the peer of a relay is the source.
    if (fact.command == multiplayer::SystemCommand::relay && !from_client_) sender_ = std::to_string(fact.peer);
  }
  void announced(const multiplayer::AnnouncedPath& fact) override {
    paths_[sender_ + ' ' + std::to_string(fact.id)] = fact.path;
  }
  void node(const multiplayer::Node& fact) override {
    node_ = fact.by_path ? std::string(fact.path) : paths_.at(sender_ + ' ' + std::to_string(fact.id));
  }
  void method(const multiplayer::Member& fact) override { member("call ", fact); }
  void property(const multiplayer::Member& fact) override { member("set ", fact); }
  void spawn(const multiplayer::Spawn& fact) override {
    what_ = "spawn " + paths_.at(sender_ + ' ' + std::to_string(fact.spawner)) + ' ' + std::string(fact.name) +
            " scene " + std::to_string(fact.scene_id);
    node_ids_.insert(fact.net_id);
  }
  bool bytes(const multiplayer::UserBytes& fact) override {
    what_ = "raw " + to_hex({reinterpret_cast<const char*>(fact.captured.data()), fact.captured.size()});
    return false;
  }

  [[nodiscard]] Message message(const std::string& values) const {
    const bool has_values = what_.starts_with("call") || what_.starts_with("set");
    return {sender_, has_values ? what_ + '(' + values + ')' : what_};
  }

 private:
  void member(const std::string& kind, const multiplayer::Member& fact) {
    what_ = kind + node_ + ' ' + (fact.by_name ? std::string(fact.name) : '#' + std::to_string(fact.id));
  }

  std::string sender_;
  bool from_client_;
  std::map<std::string, std::string>& paths_;
  std::set<std::uint32_t> node_ids_;
  std::string node_;
  std::string what_;
};

constexpr const char* configured = "#configured";

/// A received message, in the form of the truth.
std::string key_of(const std::string& text) {
  const std::size_t sign = text.find('#');
  const bool is_method = text.find(": call ") != std::string::npos && sign < text.find('(');
  if (!is_method || std::stoul(text.substr(sign + 1)) < 0x8000) return text;
  return text.substr(0, sign) + configured + text.substr(text.find('('));
}

/// All messages of a capture, with their numbers.
struct Received {
  std::map<std::string, int> count;  ///< by "from: what"
  std::size_t messages = 0;

  [[nodiscard]] bool has(const std::string& wanted) const {
    const std::size_t length = wanted.find("(len:");
    if (length == std::string::npos) return count.contains(wanted);
    // A value of this size has a text at least as long, except for its header, padding and quotes.
    const std::size_t least = std::stoul(wanted.substr(length + 5)) - 16;
    const std::string call = wanted.substr(0, length + 1);
    return std::any_of(count.begin(), count.end(), [&](const auto& one) {
      return one.first.starts_with(call) && one.first.size() - call.size() >= least;
    });
  }
};

void listen(const std::filesystem::path& path, Received& received) {
  const EngineCapture capture(path);
  std::map<std::string, std::string> paths;
  for (const EngineMessage& message : capture.messages()) {
    SCOPED_TRACE(path.filename().string() + " message " + std::to_string(received.messages));
    const multiplayer::Options& options = how(how_name(path, message.channel));
    const ExactCopy copy(message.bytes);
    const MultiplayerReading reading(copy.buffer(), options);
    ASSERT_EQ(fault_of(reading, copy.buffer(), multiplayer::validate(copy.buffer(), options)), "");
    ASSERT_TRUE(reading.result.exact(copy.buffer()))
        << to_hex({reinterpret_cast<const char*>(message.bytes.data()), message.bytes.size()});
    for (std::size_t i = 0; i < note_numbers; ++i) {
      const auto note = static_cast<Note>(i);
      // Deliberate faults of games: invalid numbers, freed objects, whole objects, scripts that differ.
      const bool is_expected = note == note::not_finite || note == note::godot_null_object ||
                               note == note::full_object || note == note::godot_checksum_mismatch;
      ASSERT_TRUE(is_expected || !reading.result.notes.has(note)) << info(note).filter;
    }
    Listener listener(message, paths);
    multiplayer::validate(copy.buffer(), options, listener);
    const Message message = listener.message(reading.values());
    ++received.count[key_of(message.from + ": " + message.what)];
    ++received.messages;
  }
}

/// Of longer texts the truth has the length only.
constexpr std::size_t long_text = 3000;

/// The text of a plain Variant, as the engine encoded it for the truth; its length if it is too long.
std::string text_of(const std::string& hex, bool is_3) {
  if (hex.starts_with("len:")) return hex;
  const Bytes bytes = from_hex(hex);
  const variant::Options options{
      .dialect = &variant::dialect(is_3 ? variant::Generation::godot3 : variant::Generation::godot4)};
  const Reading reading(Buffer(bytes), options);
  EXPECT_TRUE(reading.result.exact(Buffer(bytes)));
  return reading.recorder.text().text;
}

std::string relative(const std::string& path) {
  constexpr std::string_view root = "/root/";
  return path.starts_with(root) ? path.substr(root.size()) : path;
}

/// The expected message for a row of the truth, or none.
std::string expected(const nlohmann::json& row, bool is_3) {
  const std::string kind = row["kind"];
  if (kind == "raw" && row.contains("hex")) {
    return std::to_string(row["from"].get<int>()) + ": raw " + row["hex"].get<std::string>();
  }
  if (kind == "spawn" && row.contains("scene_index")) {
    const std::string node = row["node"];
    return "1: spawn " + relative(row["spawner"]) + ' ' + node.substr(node.rfind('/') + 1) + " scene " +
           std::to_string(row["scene_index"].get<int>());
  }
  if ((kind != "rpc" && kind != "rset") || !row.contains("args_hex")) return {};
  // The master of a node, here the server, executes calls and sets for the master locally, and sends nothing.
  // (core/io/multiplayer_api.cpp of 3.6, _should_call_local)
  const bool is_server = row["from"] == multiplayer::server;
  if (is_3 && is_server && row["method"].get<std::string>().substr(1).starts_with("_master")) return {};
  std::string values;
  for (const auto& hex : row["args_hex"]) values += (values.empty() ? "" : " | ") + text_of(hex, is_3);
  // Methods that the node configures itself have no index in the truth: see key_of().
  std::string member = row["method"];
  if (!is_3) member = row["method_index"] == -1 ? configured : '#' + std::to_string(row["method_index"].get<int>());
  // A lone empty PackedByteArray is sent as no argument at all in 4.x.
  if (!is_3 && values == "PackedByteArray()") values.clear();
  return std::to_string(row["from"].get<int>()) + ": " + (kind == "rpc" ? "call " : "set ") + relative(row["node"]) +
         ' ' + member + '(' + values + ')';
}

TEST(MultiplayerEngines, EveryMessageIsReadAndEveryTruthIsFound) {
  std::size_t captures_read = 0;
  for (const auto& path : engine_captures()) {
    SCOPED_TRACE(path);
    if (path.string().find("zstd") != std::string::npos) continue;  // the codec lacks zstd; the plugin has it
    Received received;
    listen(path, received);
    if (HasFatalFailure()) return;
    ++captures_read;
    // The others' truth has another form: tests/dissection compares them.
    if (path.parent_path().parent_path().filename() != "enet") continue;
    const bool is_3 = path.string().find("godot-3") != std::string::npos;
    std::string truth = path.string();
    truth.replace(truth.size() - 5, 5, ".truth.jsonl");
    std::map<std::string, int> kinds;
    std::set<std::string> in_truth;
    std::string line;
    for (std::ifstream file(truth); std::getline(file, line);) {
      const nlohmann::json row = nlohmann::json::parse(line);
      const std::string wanted = expected(row, is_3);
      if (wanted.empty()) continue;
      in_truth.insert(wanted);
      ++kinds[row["kind"]];
      EXPECT_TRUE(received.has(wanted)) << wanted.substr(0, 300);
    }
    // No other message is found. The truth of replication does not contain calls.
    for (const auto& [text, count] : received.count) {
      if (!path.filename().string().starts_with("rpc_")) break;
      if (text.size() > long_text) continue;
      if (text.find(": call ") == std::string::npos && text.find(": set ") == std::string::npos) continue;
      EXPECT_TRUE(in_truth.contains(text)) << text.substr(0, 300);
    }
    std::printf("%s: %zu messages;", std::filesystem::relative(path, captures()).generic_string().c_str(),
                received.messages);
    for (const auto& [kind, count] : kinds) std::printf(" %d %s", count, kind.c_str());
    std::printf("\n");
  }
  EXPECT_GE(captures_read, 10U);
}

}  // namespace
}  // namespace godot::test
