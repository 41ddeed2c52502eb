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

  void header(const multiplayer::Header& fact) override {
    place(fact.begin, fact.length);
    add_text("header " + std::to_string(fact.source) + ">" + std::to_string(fact.target));
    if (fact.packet_flags != 0) text_ += " flags " + std::to_string(fact.packet_flags);
  }
  void peer(const multiplayer::PeerChange& fact) override {
    constexpr const char* kinds[] = {"added ", "removed ", "assigned "};
    place(fact.begin, fact.length);
    add_text(kinds[static_cast<std::size_t>(fact.kind)] + std::to_string(fact.peer));
  }
  void command(const multiplayer::Command& fact) override {
    expect(open_commands_ == (fact.relayed ? 1U : 0U), "a command lies in another one");
    const bool may_be_empty = fact.type == multiplayer::CommandType::packet;
    expect(fact.begin < message_.captured.size() + (may_be_empty ? 1 : 0), "a command begins outside of the message");
    ++open_commands_;
    add_text((fact.relayed ? "relayed " : "") + short_name(fact.type));
  }
  void system(const multiplayer::System& fact) override {
    constexpr const char* commands[] = {"authenticate", "add", "delete", "relay"};
    place(fact.peer_begin, fact.peer_length);
    add_text(commands[static_cast<std::size_t>(fact.command)]);
    if (fact.command != multiplayer::SystemCommand::authenticate) text_ += " " + std::to_string(fact.peer);
  }
  void node(const multiplayer::Node& fact) override {
    place(fact.begin, fact.length);
    view(fact.path);
    // A path that the capture cuts is reported all the same.
    expect(fact.path_begin + fact.path_length <= message_.reported, "a path ends outside of the message");
    add_text("node " + (fact.by_path ? "'" + std::string(fact.path) + "'" : std::to_string(fact.id)));
  }
  void method(const multiplayer::Member& fact) override { member("method ", fact); }
  void property(const multiplayer::Member& fact) override { member("property ", fact); }
  void arguments(const multiplayer::Arguments& fact) override {
    add_text("arguments " + std::to_string(fact.count));
    if (fact.bytes_only) text_ += " bytes";
  }
  void announced(const multiplayer::AnnouncedPath& fact) override {
    place(fact.id_begin, 4);
    place(fact.path_begin, fact.path_length);
    view(fact.path);
    view(fact.methods_md5);
    add_text("announced " + std::to_string(fact.id) + " '" + std::string(fact.path) + "'");
    if (!fact.methods_md5.empty()) text_ += " " + std::string(fact.methods_md5);
  }
  void confirmed(const multiplayer::ConfirmedPath& fact) override {
    place(fact.begin, fact.length);
    view(fact.path);
    add_text("confirmed " + (fact.by_id ? std::to_string(fact.id) : "'" + std::string(fact.path) + "'"));
    if (!fact.methods_match) text_ += " mismatch";
  }
  void spawn(const multiplayer::Spawn& fact) override {
    place(fact.name_begin, fact.name_length);
    place(fact.sync_ids_begin, fact.sync_count * 4);
    view(fact.name);
    add_text("spawn '" + std::string(fact.name) + "' scene " + std::to_string(fact.scene_id) + " spawner " +
             std::to_string(fact.spawner) + " net id " + std::to_string(fact.net_id));
    for (std::uint32_t i = 0; i < fact.sync_count; ++i)
      text_ += (i == 0 ? " synchronizers " : ",") + std::to_string(fact.sync_id(i));
  }
  void despawn(const multiplayer::Despawn& fact) override {
    place(fact.begin, fact.length);
    add_text("despawn " + std::to_string(fact.net_id));
  }
  void spawn_state(const multiplayer::SpawnState& fact) override {
    if (fact.argument_has_object_id) add_text("argument object id");
    if (fact.object_ids != 0) add_text("state object ids " + std::to_string(fact.object_ids));
  }
  void sync(const multiplayer::Sync& fact) override {
    add_text(fact.delta ? "delta" : "time " + std::to_string(fact.time));
  }
  void sync_begin(const multiplayer::SyncObject& fact) override {
    place(fact.begin, fact.values_begin - fact.begin);
    expect(fact.index == objects_, "synchronizers do not come in order");
    ++objects_;
    add_text((fact.by_path ? "path id " : "net id ") + std::to_string(fact.id) + " size " + std::to_string(fact.size));
    if (fact.delta) text_ += " indexes " + std::to_string(fact.indexes);
  }
  void sync_end(const multiplayer::SyncObject& fact) override {
    add_text("values " + std::to_string(fact.values));
    if (fact.object_ids != 0) text_ += " object ids " + std::to_string(fact.object_ids);
    if (!fact.complete) text_ += " incomplete";
  }
  void value_begin(const multiplayer::ValuePlace& fact) override {
    expect(!in_value_, "a value begins in another one");
    expect(fact.begin <= message_.captured.size(), "a value begins outside of the message");
    in_value_ = true;
    ++values_;
  }
  void value_end(const multiplayer::ValuePlace& fact) override {
    expect(in_value_, "a value ends that has not begun");
    expect(fact.end >= fact.begin && fact.end <= message_.captured.size(), "a value ends outside of the message");
    expect(fact.end > fact.begin || !fact.good, "a value has no bytes");
    in_value_ = false;
  }
  bool bytes(const multiplayer::UserBytes& fact) override {
    place(fact.begin, static_cast<Offset>(fact.captured.size()));
    expect(fact.begin + fact.length <= message_.reported, "bytes end outside of the message");
    add_text("bytes " + to_hex({reinterpret_cast<const char*>(fact.captured.data()), fact.captured.size()}));
    return takes_bytes_;
  }
  void end(const multiplayer::Command&, bool good) override {
    expect(open_commands_ != 0, "a command ends that has not begun");
    --open_commands_;
    add_text(good ? "end" : "broken");
  }

 private:
  void add_text(const std::string& fact) {
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
  void member(const std::string& kind, const multiplayer::Member& fact) {
    place(fact.begin, fact.length);
    view(fact.name);
    add_text(kind + (fact.by_name ? std::string(fact.name) : "#" + std::to_string(fact.id)));
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
  if (reading.recorder.saw_problem() != static_cast<bool>(result.problem)) return "the sink got another result";
  const Problem& ours = result.problem;
  const Problem& theirs = checked.problem;
  if (ours != theirs) return "validate() has another problem";
  if (checked.consumed != result.consumed) return "validate() ends elsewhere";
  if (checked.command != result.command || checked.relayed != result.relayed) return "validate() has another command";
  if (checked.values != result.values) return "validate() has other values";
  if (reading.facts.values() > result.values) return "more values were reported than there are";
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
