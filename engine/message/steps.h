// SPDX-License-Identifier: MIT
// The steps of a message of the multiplayer, over any transport, in the only order that is right: recognise, begin,
// claim, learn, account, facts, walk, weigh, show. Each pass over a capture runs them for each message, in the order of
// the capture.
//
// A host has the bytes, and shows what they mean: the engine as facts and lines (messages.cpp), Wireshark's plugin as
// items, columns and taps, too. Wireshark leaves a host's functions by longjmp: nothing here has a destructor.
//
// A host is a class with
//   LibraryMessage, Row    a message for libraries of games, which derives from engine::LibraryMessage, and the host's
//   row
//                          of a library (library.h)
//   begun(begin)           returns the MessageNeeds; they stay where they are
//   complete(arrival)      adds what the host alone knows of the ends
//   library(message)       a LibraryMessage
//   claim(message, learns) a Claim
//   facts()                the frame's; null: not needed
//   has_item()             the transport has begun the message's item
//   item(transport, size)  that one, or a new one
//   shown(options, context)
//                          what shows the annotator's items; it has the `annotator`
//   walk(reading, sinks, shown, leaves)
//                          the message's one walk; its result
//   show_library(reading)  a LibraryLine; only of a message that a library has
//   show(reading, annotator, problem)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>

#include "analysis/facts/frame_facts.h"
#include "analysis/game/learning/link_format.h"
#include "analysis/game/learning/sink_fan_out.h"
#include "analysis/message/account/message_facts.h"
#include "analysis/message/annotation/annotator.h"
#include "analysis/message/annotation/leaf_listener.h"
#include "analysis/message/annotation/plain_values.h"
#include "analysis/message/calls/library_message.h"
#include "analysis/message/items/value_texts.h"
#include "analysis/problems/problem_table.h"
#include "base/remake.h"
#include "engine/frame/item.h"
#include "engine/message/library.h"

namespace godot::engine {

/// The text of a message that a library has.
struct LibraryLine {
  const char* text = nullptr;     ///< as long as the frame; null: that of the call
  const char* problem = nullptr;  ///< a kind of problem; null: none
};

/// When a message was seen.
struct MessageMoment {
  std::uint32_t frame;
  std::int64_t time;  ///< nanoseconds from 1970 to its frame
  bool first_pass;
};

/// What the steps of a message work with.
struct MessagePlace {
  analysis::MultiplayerState& state;
  const analysis::GameProjects& projects;
  MessageMoment moment;
  bool is_cut;  ///< the capture has not all of the frame
  std::uint32_t sender_port;
  analysis::PeerNames::Ask peer_names;
  std::span<const analysis::annotation::NamingRow> naming_rows;  ///< rows of the user's table of names
  const variant::Dialect* preferred;                             ///< by the user; null: none
  std::uint32_t text_limit;                                      ///< of the text of a state
  analysis::Host host;                                           ///< memory and texts of the frame
};

/// What a message is read for.
struct MessageNeeds {
  bool read = false;             ///< it must be read
  bool shown = false;            ///< more than its facts is needed
  bool states = false;           ///< the texts of states and of their values
  bool texts = true;             ///< lines, values, or what is remarked of them; false: problems alone
  bool values = true;            ///< the values of states, too
  bool ways = true;              ///< who gets a message is shown beside its text
  bool lists_all_nodes = false;  ///< of a state, whatever the limit
  bool watches = false;          ///< the numbers of values are needed
  bool objects = false;          ///< bytes among the values become files
};

/// How values become texts, where no tree is needed.
struct TextWalk {
  analysis::items::Display display;
  bool lines;          ///< texts of properties' values are needed
  bool writes = true;  ///< texts of all values are needed
  bool direct = true;  ///< values are read from their bytes; otherwise each of their leaves is needed
};

/// Whether the message is the multiplayer's; the recognition of its link learns from it, on the first pass.
[[nodiscard]] inline bool is_multiplayer(analysis::MultiplayerState& state, const analysis::GameProjects& projects,
                                         const MessageMoment& moment, const analysis::Message& message,
                                         const Buffer& bytes) {
  if (!moment.first_pass) return analysis::was_recognised(message);
  return analysis::recognise(state, projects, message, {.frame = moment.frame, .index = message.index}, moment.time,
                             bytes);
}

/// A message while it is read.
template <class Host>
class MessageReading {
 public:
  using Annotator = analysis::annotation::Annotator;
  using Leaves = analysis::annotation::Leaves;

  MessageReading(Host& host, const MessagePlace& place, const analysis::Message& message, const Buffer& bytes,
                 const analysis::MessageBegin& begin, const MessageNeeds& needs)
      : host_(host),
        place_(place),
        options_(begin.options),
        learns_(begin.learns),
        needs(needs),
        link(*message.link->godot),
        library(host.library({.message = message,
                              .memory = place.state.memory,
                              .peers = link.peers,
                              .from = analysis::sender(message),
                              .frame = place.moment.frame,
                              .time = place.moment.time,
                              .bytes = bytes,
                              .options = options_,
                              .host = place.host})) {}
  MessageReading(const MessageReading&) = delete;
  MessageReading& operator=(const MessageReading&) = delete;

  void read(const analysis::Arrival& arrival);

  /// Reads the message without items: its values go to `sink`, which tells `annotator`.
  template <class Sink>
  multiplayer::Result walk_texts(Sink& sink, analysis::SinkFanOut& sinks, Annotator& annotator, Leaves& leaves,
                                 const TextWalk& how) const;

  [[nodiscard]] const analysis::Message& message() const noexcept { return library.message; }
  [[nodiscard]] bool cut() const noexcept { return result.problem.code == Problem::Code::cut; }
  [[nodiscard]] bool malformed() const noexcept { return result.problem && !cut(); }

 private:
  Host& host_;
  const MessagePlace& place_;
  multiplayer::Options options_;
  const bool learns_;

 public:
  const MessageNeeds& needs;
  analysis::MultiplayerLink& link;
  typename Host::LibraryMessage library;    ///< the message for libraries of games
  Claim<typename Host::Row> claim = {};     ///< the library that has it
  multiplayer::KnownValue known = {};       ///< the value that the library has read
  const char* evidence = nullptr;           ///< of the dialect of its Variants
  analysis::facts::Texts* texts = nullptr;  ///< of the message's facts; null: not needed
  union {
    multiplayer::Result result;  ///< made by the walk; it is large, so it is not cleared before
  };

 private:
  /// States are those of a Sync, which may be in a System.
  [[nodiscard]] bool may_have_states() const noexcept {
    return options_.api == multiplayer::Api::scene &&
           (options_.carrier != multiplayer::Carrier::none || begins_with(multiplayer::CommandType::sync) ||
            begins_with(multiplayer::CommandType::system));
  }
  /// A Sync of 4.x: it has no arguments, and nothing for libraries of games but that a frame was cut.
  [[nodiscard]] bool is_state() const noexcept { return begins_with(multiplayer::CommandType::sync); }
  [[nodiscard]] bool begins_with(multiplayer::CommandType command) const noexcept {
    const Buffer& bytes = library.bytes;
    return options_.api == multiplayer::Api::scene && options_.carrier == multiplayer::Carrier::none &&
           !bytes.captured.empty() && multiplayer::command_type(options_.api, bytes.captured[0]) == command;
  }
  [[nodiscard]] analysis::facts::Item* begin_facts();
  void end(analysis::account::MessageFacts* facts);
  void show(Annotator& annotator);
  void count_problems() const;
};

/// The message's facts, which its transport may have begun; null: not needed.
template <class Host>
analysis::facts::Item* MessageReading<Host>::begin_facts() {
  analysis::facts::Collection* facts = host_.facts();
  if (facts == nullptr) return nullptr;
  const analysis::Link& its = *message().link;
  const bool is_begun = host_.has_item();
  analysis::facts::Item& item = host_.item(analysis::facts::fact_of(its.transport), library.bytes.reported);
  if (is_begun) return &item;
  analysis::facts::Envelope& envelope = *facts->frame().envelopes;
  if (its.transport == analysis::Transport::mirror) {
    // A record of the mirror is alone in its frame, and has no addresses: its connection is that of its two peers.
    envelope.link = static_cast<std::uint32_t>(std::max(link.number, 0));
    envelope.from_client = message().from_client;
    item.counted_elsewhere = place_.state.doubles.counted_in(place_.moment.frame, place_.moment.first_pass) != 0;
  }
  if (its.capture != nullptr) envelope.lacks = its.capture->lacks_in != 0;
  item.mode = multiplayer::mode_of(message().delivery);
  item.channel = message().channel;
  item.again = message().earlier;
  return &item;
}

/// What the walk has shown of the message as a whole.
template <class Host>
void MessageReading<Host>::end(analysis::account::MessageFacts* facts) {
  if (learns_)
    analysis::weigh_reading(place_.state, message(), {.frame = place_.moment.frame, .index = message().index},
                            malformed(), result.command);
  if (facts == nullptr) return;
  library.item->malformed = malformed();
  leave_open(*library.item, result.notes);
  facts->finish();
  if (claim.library != nullptr && !library.item->malformed)
    claim.library->its.add_parts(library, claim.found, *host_.facts(), *library.item);
  facts->identify();
}

template <class Host>
void MessageReading<Host>::show(Annotator& annotator) {
  LibraryLine line;
  if (claim.library != nullptr) line = host_.show_library(*this);
  if (line.text != nullptr) annotator.is_about(line.text);
  const analysis::annotation::Summary& summary = annotator.summary();
  const char* kind = summary.problem != nullptr ? summary.problem
                     : line.problem != nullptr  ? line.problem
                                                : message().problem;
  const bool has_text = library.item != nullptr && (!summary.is_sync || needs.states);
  texts = has_text ? host_.facts()->texts(*library.item) : nullptr;
  if (texts != nullptr) texts->text = summary.text;
  host_.show(*this, annotator, analysis::problems::word_of(kind));
}

/// Each kind counts in one of the message's records, and so does what leaves the message's fate open.
template <class Host>
void MessageReading<Host>::count_problems() const {
  if (library.item == nullptr) return;
  const auto counts = [this](const char* kind) {
    return place_.state.doubles.counts_problem(place_.moment.frame, place_.moment.first_pass, kind);
  };
  for (analysis::facts::Problem* each = library.item->problems; each != nullptr; each = each->next)
    each->counted_elsewhere = !counts(each->kind);
  if (library.item->open != nullptr && !counts(library.item->open)) library.item->open = nullptr;
}

template <class Host>
void MessageReading<Host>::read(const analysis::Arrival& arrival) {
  const bool states_only = is_state();
  if (!states_only || place_.is_cut) claim = host_.claim(library, learns_);
  if (claim.library != nullptr) known = claim.library->its.known_value(claim.found);
  evidence = analysis::settle_dialect(options_, link, place_.preferred, place_.moment.frame);
  analysis::facts::Item* item = library.item = begin_facts();
  place_.projects.ask_of(link, library.from);

  analysis::SinkFanOut sinks;
  // Not an optional: that would be cleared for each message, also if nothing is learned.
  using analysis::Learner;
  alignas(Learner) std::array<std::byte, sizeof(Learner)> room;
  Learner* learner = nullptr;
  if (learns_)
    learner =
        new (room.data()) Learner(place_.state.memory, place_.state.peer_names, link.peers, library.from, arrival);
  if (item == nullptr && !needs.shown) {
    // The learner does its own lookups.
    analysis::remake(result, [&] {
      return learner != nullptr ? multiplayer::validate(library.bytes, options_, *learner)
                                : multiplayer::validate(library.bytes, options_);
    });
    return end(nullptr);
  }
  if (learner != nullptr) sinks.add(*learner, !states_only);
  analysis::account::Builder account({.state = place_.state,
                                      .link = link,
                                      .message = message(),
                                      .from = library.from,
                                      .frame = place_.moment.frame,
                                      .time = place_.moment.time,
                                      .size = library.bytes.reported,
                                      .peer_names = place_.peer_names,
                                      .first_pass = place_.moment.first_pass},
                                     place_.host);
  sinks.add(account);
  analysis::account::MessageFacts* facts = nullptr;
  if (item != nullptr) {
    using analysis::account::MessageFacts;
    facts =
        new (place_.host.arena.bytes(sizeof(MessageFacts))) MessageFacts(account, library.bytes, *host_.facts(), *item);
    sinks.add(*facts, may_have_states());
  }
  if (!needs.shown) {
    analysis::remake(result, [&] { return multiplayer::validate(library.bytes, options_, sinks); });
    end(facts);
    return count_problems();
  }
  // A state whose values nobody reads has no text.
  const bool reads_texts = needs.texts && (needs.values || !states_only);
  // Types of arguments are compared with declared ones, which only sources with scenes have.
  const bool reads_values =
      reads_texts || (!states_only && (needs.watches || needs.objects || analysis::names::know_scenes() ||
                                       !place_.naming_rows.empty()));
  Leaves leaves;
  const analysis::annotation::Context context = {.account = account,
                                                 .peer_names = place_.state.peer_names,
                                                 .projects = place_.projects,
                                                 .leaves = leaves,
                                                 .naming_rows = place_.naming_rows,
                                                 .facts = item != nullptr ? host_.facts() : nullptr,
                                                 .item = item,
                                                 .generation = multiplayer::dialect_of(options_).generation,
                                                 .text_limit = place_.text_limit,
                                                 .bytes = library.bytes.captured,
                                                 .precision = options_.precision,
                                                 .sender_port = place_.sender_port,
                                                 .first_pass = place_.moment.first_pass,
                                                 .lists_all_nodes = needs.lists_all_nodes,
                                                 .shows_states = needs.states,
                                                 .reads_texts = reads_texts,
                                                 .shows_ways = needs.ways,
                                                 .has_library = claim.library != nullptr,
                                                 .watched = needs.watches,
                                                 .exports = needs.objects};
  auto shown = host_.shown(options_, context);
  sinks.add(shown.annotator);
  analysis::remake(result, [&] {
    return reads_values ? host_.walk(*this, sinks, shown, leaves)
                        : multiplayer::validate(library.bytes, options_, sinks);
  });
  end(facts);
  show(shown.annotator);
  count_problems();
}

template <class Host>
template <class Sink>
multiplayer::Result MessageReading<Host>::walk_texts(Sink& sink, analysis::SinkFanOut& sinks, Annotator& annotator,
                                                     Leaves& leaves, const TextWalk& how) const {
  using analysis::items::PlainTexts;
  analysis::annotation::LeafListener listener(sink, leaves, needs.watches, how.lines, how.display.max_elements);
  static analysis::items::NumberCache known_texts;
  PlainTexts texts(place_.host.arena, library.bytes.captured.size(), how.display, &known_texts);
  analysis::annotation::PlainValues<PlainTexts> values(annotator, place_.host.arena, texts, known, how.writes);
  if (how.direct) sinks.read_values_by(values);
  return multiplayer::walk_values(library.bytes, options_, listener, &sinks);
}

/// Reads a message of the multiplayer, see is_multiplayer().
template <class Host>
void take_message(Host& host, const MessagePlace& place, const analysis::Message& message, const Buffer& bytes) {
  const analysis::MessageKey key = {.frame = place.moment.frame, .index = message.index};
  const analysis::MessageBegin begin =
      analysis::begin_message(place.state, message, key, bytes, place.moment.first_pass);
  const MessageNeeds& needs = host.begun(begin);
  analysis::Arrival arrival;
  if (begin.learns) {
    analysis::note_double(place.state, message, key, place.moment.time, bytes);
    arrival = analysis::arrival_of(message, key, place.moment.time, bytes);
    host.complete(arrival);
  }
  if (needs.read) MessageReading<Host>(host, place, message, bytes, begin, needs).read(arrival);
}

}  // namespace godot::engine
