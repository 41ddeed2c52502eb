// SPDX-License-Identifier: MIT
// The steps of a message of the debugger, and of a unit of the remote file system, for every host: before their walk
// and behind it. Nothing here has a destructor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analysis/facts/frame_facts.h"
#include "analysis/game/learning/engine_errors.h"
#include "analysis/message/items/value_texts.h"
#include "analysis/streams/debugger/debugger_conversation.h"
#include "analysis/streams/debugger/debugger_numbers.h"
#include "analysis/streams/files/file_conversation.h"
#include "analysis/streams/files/unit_line.h"
#include "codec/debugger/fields.h"
#include "codec/debugger/walk.h"
#include "codec/files/walk.h"
#include "engine/frame/frame.h"

namespace godot::engine {

/// A debugger's conversation, and which end is the editor's.
struct DebugEnds {
  analysis::DebugConversation* known = nullptr;
  Address editor = {};
  bool knows_editor = false;

  /// First pass: learns from a message's bytes which protocol and version it is, and who is the editor.
  void learn(analysis::DebugConversations& all, const Buffer& message, const debugger::Proof& proof,
             std::uint32_t frame, const Address& source, const Address& destination) {
    all.set_number(*known);
    known->learn(message, proof, frame);
    if (knows_editor || !proof.direction_certain || !analysis::DebugConversation::is_proof(proof)) return;
    editor = proof.direction == debugger::Direction::to_editor ? destination : source;
    knows_editor = true;
  }

  /// The sender: as learned, else by the bytes if they prove it, else by the ports, of which `is_port` tells the
  /// editor's, else by the bytes.
  template <class IsPort>
  [[nodiscard]] debugger::Direction direction_of(const debugger::Proof& proof, const Address& source,
                                                 const Address& destination, IsPort is_port) const {
    if (knows_editor) return editor == source ? debugger::Direction::to_game : debugger::Direction::to_editor;
    if (proof.direction_certain) return proof.direction;
    if (is_port(destination.port)) return debugger::Direction::to_editor;
    return is_port(source.port) ? debugger::Direction::to_game : proof.direction;
  }
};

/// Whether a stream is the debugger's, as its bytes show that have not been read.
struct DebugClaim {
  bool is_proven = false;
  bool waits = false;     ///< for more bytes, if they can come
  bool suffices = false;  ///< ... else it is the debugger's: a distinctive beginning on its port
};
/// `is_port`: on the debugger's port every beginning counts, elsewhere only one that is specific to it.
/// `has_refused()`: its connection was none so far.
template <class HasRefused>
[[nodiscard]] DebugClaim claim_debugger(const Buffer& stream, bool is_port, HasRefused has_refused) {
  using Look = debugger::Proof::Look;
  const debugger::Proof proof = debugger::prove(stream, true);
  if (proof.look >= (is_port ? Look::named : Look::yes)) return {.is_proven = true};
  if (proof.look != Look::maybe || !(is_port || proof.begun)) return {};
  return {.waits = proof.begun || !has_refused(), .suffices = is_port && proof.begun};
}

/// The message or messages at the front of a stream: behind a gap in the capture a segment may begin anywhere.
[[nodiscard]] inline debugger::Extent debug_extent(const Buffer& stream, const analysis::DebugConversation& known,
                                                   bool insists) {
  const bool begins = insists || debugger::prove(stream, true).look != debugger::Proof::Look::no ||
                      debugger::is_unit(stream, known.era());
  return begins ? debugger::extent(stream) : debugger::Extent{};
}
/// Its bytes; all, if not everything is there.
[[nodiscard]] inline Buffer debug_front(const Buffer& stream, const debugger::Extent& extent) {
  if (extent.status != debugger::Extent::Status::whole) return stream;
  return {stream.captured.first(std::min<std::size_t>(stream.captured.size(), extent.size)), extent.size};
}

/// True for a message of WebSocket that is the debugger's. `find()`: its conversation; null: none.
template <class Find>
[[nodiscard]] bool is_debug_message(const Buffer& message, Find find) {
  const debugger::Proof proof = debugger::prove(message, false);
  if (proof.look != debugger::Proof::Look::named) return proof.look == debugger::Proof::Look::yes;
  const DebugEnds* known = find();
  return known != nullptr && known->known->is_proven();
}

/// What the facts of a message of the debugger say.
struct DebugFacts {
  const char* name;
  const char* line;
  const char* engine;
  std::uint32_t size;  ///< the length before each unit of Godot 2 and 3 is not counted separately
  bool to_editor;
  bool malformed;
  analysis::facts::NotSent not_sent;
};

inline void fill_debug_message(analysis::facts::Collection& facts, analysis::facts::Item& item,
                               const DebugFacts& message) {
  item.kind = analysis::facts::Kind::debugger;
  item.engine = message.engine;
  if (analysis::facts::Texts* texts = facts.texts(item)) texts->text = message.line;
  item.malformed = message.malformed;
  const analysis::facts::NotSent& not_sent = message.not_sent;
  if (not_sent.tells || not_sent.is_variable || not_sent.announced != 0) facts.not_sent(item) = not_sent;
  analysis::facts::Part& part = facts.part(item);
  part.node = facts.names().keep(message.to_editor ? "to the editor" : "to the game");
  part.member = facts.names().keep(message.name);
  part.own = message.size;
}

/// A message of the debugger that is to be walked.
struct DebugWalk {
  analysis::DebugPlace place;
  const char* evidence;  ///< the reason for its version
  debugger::Options options;
  debugger::Run run;  ///< what an earlier segment has begun
  bool goes_on;       ///< its segments are shown as they come
};

/// `preferred`: the dialect that the user chose; null: none.
inline DebugWalk begin_debug_message(analysis::DebugConversation& known, const analysis::DebugPlace& place,
                                     const debugger::Proof& proof, debugger::Direction direction, bool prefixed,
                                     bool goes_on, const variant::Dialect* preferred,
                                     const analysis::items::Display& display) {
  constexpr std::uint32_t longest_line = 1000;  // characters, if the user set no limit
  return {.place = place,
          .evidence = known.evidence(proof, preferred != nullptr, place.frame),
          .options = {.era = known.era_of(proof, preferred),
                      .direction = direction,
                      .prefixed = prefixed,
                      .custom_monitors = known.custom_monitors(place.frame),
                      .line_limit = std::min(display.text_limit, longest_line),
                      .hex_bytes = display.hex_bytes},
          .run = goes_on ? known.run_at(place, direction) : debugger::Run{},
          .goes_on = goes_on};
}

/// Room for the line of a message.
inline std::span<char> debug_line_room(const analysis::Arena& arena) {
  constexpr std::size_t line_capacity = 4096;
  return {arena.bytes(line_capacity), line_capacity};
}

/// What is said of a message behind its walk.
struct DebugMessage {
  DebugFacts facts;
  const analysis::DebugExchange* exchange;  ///< null: it is neither request nor answer
  std::uint32_t cause;                      ///< the frame of what caused the error that it reports; 0: unknown, none
};

/// `size`: of its bytes; `sender`: the host of the sender, as a number.
inline DebugMessage end_debug_message(analysis::DebugConversation& known, const DebugWalk& walk,
                                      const debugger::Result& result, const analysis::DebugReader& reader,
                                      std::uint32_t size, std::uint64_t sender, std::int64_t time,
                                      const analysis::Arena& arena) {
  const auto& [place, evidence, options, run, goes_on] = walk;
  if (goes_on) known.keep_run(place, options.direction, run);
  known.keep_custom_monitors(place, reader.custom_monitors());
  const bool is_whole = !result.stray && result.complete;
  const bool to_editor = options.direction == debugger::Direction::to_editor;
  const char* error = to_editor ? reader.error() : nullptr;
  analysis::EngineErrors& errors = analysis::engine_errors();
  if (place.is_first_pass) errors.listen();
  if (place.is_first_pass && error != nullptr)
    errors.error({place.frame, place.index}, error, known.number, sender, time);
  return {.facts = {.name = result.stray ? "stray unit" : arena.joined({result.name}),
                    .line = analysis::debug_line(result, arena),
                    .engine = analysis::debug_engines(options.era, evidence),
                    .size = size,
                    .to_editor = to_editor,
                    .malformed = result.problem && result.problem.code != Problem::Code::cut,
                    .not_sent = {.tells = result.notes.has(note::debug_overflow),
                                 .is_variable = to_editor && debugger::is_one_variable(result.name),
                                 .announced = reader.announced()}},
          .exchange = is_whole ? known.exchange(place, result.name, options.direction, time, reader.object()) : nullptr,
          .cause = error != nullptr ? errors.cause_of({place.frame, place.index}) : 0};
}

/// What is said of a unit of the remote file system.
struct FilesUnit {
  files::Result result;
  const char* path;  ///< null: unknown, or the unit has none
};

/// What the first bytes of a stream say of a conversation with the file server.
struct FilesClaim {
  files::Form form = files::Form::unknown;  ///< unknown: it is none
  bool waits = false;                       ///< further bytes of the stream decide
};

/// `is_port`: on one of its ports. On any other the magic word decides alone, which 4.2 and later have.
inline FilesClaim claim_files(const Buffer& stream, bool is_port) noexcept {
  const files::Begun begun = files::begun(stream.captured);
  const bool is_ours = begun.form == files::Form::synchronized || (is_port && begun.form == files::Form::on_demand);
  return {.form = is_ours ? begun.form : files::Form::unknown, .waits = is_port && begun.needs_more};
}

/// Reads the next unit of a direction, whose state is then the one behind it. `walk`: of a unit in this state.
template <class Walk>
FilesUnit take_files_unit(analysis::FilesConversation& known, files::State& state, std::uint32_t frame, bool learns,
                          Walk walk) {
  const files::State before = state;
  const files::Result result = walk(before);
  state = result.after;
  if (learns) known.learn(result.facts, frame);
  return {.result = result, .path = known.path(before, result.facts, frame)};
}
inline const char* line_of(const FilesUnit& unit, const analysis::Host& host) {
  return analysis::files_line(unit.result.facts, unit.result.after, unit.path, host);
}

}  // namespace godot::engine
