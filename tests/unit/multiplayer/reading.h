// SPDX-License-Identifier: MIT
// A finished walk of a multiplayer message with all its events.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "codec/multiplayer/walk.h"
#include "codec/variant/fields.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {

/// Stores the facts of a walk as text, and checks that they are in order and point into the message.
/// A command by its name in vectors.
inline std::string short_name(multiplayer::CommandType type) {
  if (type == multiplayer::CommandType::none) return "unknown";
  if (type == multiplayer::CommandType::remote_call) return "call";
  // "godot.simplify_path" is "simplify".
  const std::string filter = std::string(info(multiplayer::node_of(type)).filter).substr(sizeof("godot.") - 1);
  return filter.substr(0, filter.find('_'));
}

class FactRecorder final : public multiplayer::PacketSink {
 public:
  explicit FactRecorder(const Buffer& message, bool takes_bytes = false)
      : message_(message), takes_bytes_(takes_bytes) {}

  /// One fact after another: "header 5>1; call; node 3; method #7; arguments 2; ...".
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] std::size_t values() const { return values_; }
  [[nodiscard]] bool balanced() const { return open_commands_ == 0 && !in_value_; }

  void header(const multiplayer::Header& said) override {
    place(said.begin, said.length);
    say("header " + std::to_string(said.source) + ">" + std::to_string(said.target));
    if (said.packet_flags != 0) text_ += " flags " + std::to_string(said.packet_flags);
  }
  void peer(const multiplayer::PeerChange& said) override {
    constexpr const char* kinds[] = {"added ", "removed ", "assigned "};
    place(said.begin, said.length);
    say(kinds[static_cast<std::size_t>(said.kind)] + std::to_string(said.peer));
  }
  void command(const multiplayer::Command& said) override {
    expect(open_commands_ == (said.relayed ? 1U : 0U), "a command lies in another one");
    expect(said.begin < message_.captured.size(), "a command begins outside of the message");
    ++open_commands_;
    say((said.relayed ? "relayed " : "") + short_name(said.type));
  }
  void system(const multiplayer::System& said) override {
    constexpr const char* commands[] = {"authenticate", "add", "delete", "relay"};
    place(said.peer_begin, said.peer_length);
    say(commands[static_cast<std::size_t>(said.command)]);
    if (said.command != multiplayer::SystemCommand::authenticate) text_ += " " + std::to_string(said.peer);
  }
  void node(const multiplayer::Node& said) override {
    place(said.begin, said.length);
    view(said.path);
    // A path that the capture cuts is reported all the same.
    expect(said.path_begin + said.path_length <= message_.reported, "a path ends outside of the message");
    say("node " + (said.by_path ? "'" + std::string(said.path) + "'" : std::to_string(said.id)));
  }
  void method(const multiplayer::Member& said) override { member("method ", said); }
  void property(const multiplayer::Member& said) override { member("property ", said); }
  void arguments(const multiplayer::Arguments& said) override {
    say("arguments " + std::to_string(said.count));
    if (said.bytes_only) text_ += " bytes";
  }
  void announced(const multiplayer::AnnouncedPath& said) override {
    place(said.id_begin, 4);
    place(said.path_begin, said.path_length);
    view(said.path);
    view(said.methods_md5);
    say("announced " + std::to_string(said.id) + " '" + std::string(said.path) + "'");
    if (!said.methods_md5.empty()) text_ += " " + std::string(said.methods_md5);
  }
  void confirmed(const multiplayer::ConfirmedPath& said) override {
    place(said.begin, said.length);
    view(said.path);
    say("confirmed " + (said.by_id ? std::to_string(said.id) : "'" + std::string(said.path) + "'"));
    if (!said.methods_match) text_ += " mismatch";
  }
  void spawn(const multiplayer::Spawn& said) override {
    place(said.name_begin, said.name_length);
    place(said.sync_ids_begin, said.sync_count * 4);
    view(said.name);
    say("spawn '" + std::string(said.name) + "' scene " + std::to_string(said.scene_id) + " spawner " +
        std::to_string(said.spawner) + " net id " + std::to_string(said.net_id));
    for (std::uint32_t i = 0; i < said.sync_count; ++i)
      text_ += (i == 0 ? " synchronizers " : ",") + std::to_string(said.sync_id(i));
  }
  void despawn(const multiplayer::Despawn& said) override {
    place(said.begin, said.length);
    say("despawn " + std::to_string(said.net_id));
  }
  void sync(const multiplayer::Sync& said) override { say(said.delta ? "delta" : "time " + std::to_string(said.time)); }
  void sync_begin(const multiplayer::SyncObject& said) override {
    place(said.begin, said.values_begin - said.begin);
    expect(said.index == objects_, "synchronizers do not come in order");
    ++objects_;
    say((said.by_path ? "path id " : "net id ") + std::to_string(said.id) + " size " + std::to_string(said.size));
    if (said.delta) text_ += " indexes " + std::to_string(said.indexes);
  }
  void sync_end(const multiplayer::SyncObject& said) override {
    say("values " + std::to_string(said.values));
    if (!said.complete) text_ += " incomplete";
  }
  void value_begin(const multiplayer::ValuePlace& said) override {
    expect(!in_value_, "a value begins in another one");
    expect(said.begin <= message_.captured.size(), "a value begins outside of the message");
    in_value_ = true;
    ++values_;
  }
  void value_end(const multiplayer::ValuePlace& said) override {
    expect(in_value_, "a value ends that has not begun");
    expect(said.end >= said.begin && said.end <= message_.captured.size(), "a value ends outside of the message");
    expect(said.end > said.begin || !said.good, "a value has no bytes");
    in_value_ = false;
  }
  bool bytes(const multiplayer::UserBytes& said) override {
    place(said.begin, static_cast<Offset>(said.captured.size()));
    expect(said.begin + said.length <= message_.reported, "bytes end outside of the message");
    say("bytes " + to_hex({reinterpret_cast<const char*>(said.captured.data()), said.captured.size()}));
    return takes_bytes_;
  }
  void end(const multiplayer::Command&, bool good) override {
    expect(open_commands_ != 0, "a command ends that has not begun");
    --open_commands_;
    say(good ? "end" : "broken");
  }

 private:
  void say(const std::string& fact) {
    if (!text_.empty()) text_ += "; ";
    text_ += fact;
  }
  void expect(bool good, const char* fault) {
    if (!good && fault_.empty()) fault_ = fault;
  }
  void place(Offset begin, Offset length) {
    expect(begin <= message_.captured.size() && length <= message_.captured.size() - begin,
           "a fact lies outside of the message");
  }
  void view(std::string_view text) {
    if (text.empty()) return;
    const auto* from = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto bytes = message_.captured;
    expect(from >= bytes.data() && from + text.size() <= bytes.data() + bytes.size(), "a text is not the message's");
  }
  void member(const std::string& kind, const multiplayer::Member& said) {
    place(said.begin, said.length);
    view(said.name);
    say(kind + (said.by_name ? std::string(said.name) : "#" + std::to_string(said.id)));
  }

  Buffer message_;
  std::string text_;
  std::string fault_;
  std::size_t values_ = 0;
  std::uint32_t objects_ = 0;
  std::size_t open_commands_ = 0;
  bool in_value_ = false;
  bool takes_bytes_;
};

struct MultiplayerReading {
  std::vector<char> text_buffer;
  variant::TextWriter writer;
  Recorder recorder;
  FactRecorder facts;
  multiplayer::Result result;

  explicit MultiplayerReading(const Buffer& message, const multiplayer::Options& options,
                              std::uint32_t wanted = std::numeric_limits<std::uint32_t>::max())
      : text_buffer(variant::TextWriter::capacity(message.captured.size(), variant::no_text_limit)),
        writer(text_buffer, variant::no_text_limit, multiplayer::dialect_of(options)),
        recorder(static_cast<Offset>(message.captured.size()), &writer),
        facts(message) {
    recorder.want(wanted);
    result = multiplayer::walk(message, options, recorder, &facts);
  }

  /// "filter=value ..." of the message's own fields, without "godot.".
  [[nodiscard]] std::string fields() const {
    constexpr std::string_view prefix = "godot.";
    std::string all;
    for (const Recorder::Leaf& leaf : recorder.leaves()) {
      const std::string_view filter = std::string_view(info(leaf.field).filter).substr(prefix.size());
      if (filter.starts_with("variant.")) continue;
      if (!all.empty()) all += ' ';
      ((all += filter) += '=') += leaf.value;
    }
    return all;
  }

  /// The texts of the outermost values.
  [[nodiscard]] std::string values() const {
    std::string all;
    for (const Recorder::ValueText& text : recorder.texts()) {
      if (text.level != 0) continue;
      if (!all.empty()) all += " | ";
      all += text.text;
    }
    return all;
  }
};

/// Checks the guarantees of any walk. Returns a sentence about a violation.
inline std::string fault_of(const MultiplayerReading& reading, const Buffer& message,
                            const multiplayer::Result& checked) {
  const multiplayer::Result& result = reading.result;
  if (!reading.recorder.fault().empty()) return std::string(reading.recorder.fault());
  if (!reading.facts.fault().empty()) return reading.facts.fault();
  if (!reading.facts.balanced()) return "a command or a value was left open";
  if (result.consumed > message.captured.size()) return "more was consumed than there is";
  if (reading.recorder.saw_problem() != static_cast<bool>(result.problem)) return "the sink was told something else";
  const Problem& ours = result.problem;
  const Problem& theirs = checked.problem;
  if (ours != theirs) return "validate() has another problem";
  if (checked.consumed != result.consumed) return "validate() ends elsewhere";
  if (checked.command != result.command || checked.relayed != result.relayed) return "validate() has another command";
  if (checked.values != result.values) return "validate() has other values";
  if (reading.facts.values() > result.values) return "more values were told than there are";
  // Numbers in packed arrays are read only if they are requested.
  Notes our_notes = result.notes;
  Notes their_notes = checked.notes;
  our_notes.add(note::not_finite);
  their_notes.add(note::not_finite);
  if (our_notes != their_notes && !ours) return "validate() has other notes";
  // Each level of events costs a byte at least; a value of one byte has eight events.
  if (reading.recorder.events() > message.captured.size() * 16 + 64) return "more events than bytes";
  return {};
}

}  // namespace godot::test
