// SPDX-License-Identifier: MIT
#include "engine/message/messages.h"

#include <algorithm>
#include <optional>

#include "analysis/game/learning/engine_errors.h"
#include "analysis/game/learning/recognition.h"
#include "analysis/game/learning/sink_fan_out.h"
#include "analysis/message/account/message_facts.h"
#include "analysis/message/annotation/annotator.h"
#include "analysis/message/annotation/leaf_listener.h"
#include "analysis/message/annotation/plain_values.h"
#include "analysis/problems/table.h"
#include "engine/frame/item.h"
#include "engine/message/library.h"
#include "engine/message/problems.h"
#include "engine/message/values.h"

namespace godot::engine {
namespace {

using analysis::annotation::Annotator;
using analysis::annotation::ByteRange;
using analysis::annotation::Context;
using analysis::annotation::Handle;
using analysis::annotation::LeafListener;
using analysis::annotation::Leaves;
using analysis::annotation::Summary;
using analysis::items::PlainTexts;

/// What the annotator says, where there is no tree: problems become facts.
class Unshown final : public analysis::annotation::Show, public ValueListener {
 public:
  Unshown(Packet& packet, const Context& context, const analysis::items::Display& display) noexcept
      : annotator(context, *this), packet_(packet), context_(context), display_(display) {}

  Annotator annotator;

  void value(const OutermostValue& value) override {
    annotator.value({value.role, value.index, value.begin, value.end, value.text, value.type, nullptr});
  }

 private:
  void add(const analysis::annotation::Item&) override {}
  [[nodiscard]] bool wants(analysis::annotation::Row) override { return false; }
  [[nodiscard]] Handle open() override { return nullptr; }
  void label(const char*, bool) override {}
  void label_value(Handle, const char*, std::uint32_t, const char*) override {}
  void name_missing(ByteRange) override {}
  void add_costs(Handle, ByteRange, std::optional<std::uint32_t>, std::uint32_t) override {}
  void remark(analysis::annotation::Remark, const char*) override {}
  const char* problem(const analysis::account::Finding& finding, Handle, const char* node,
                      const char* member) override {
    return report({.packet = packet_, .item = context_.item, .node = node, .member = member}, finding);
  }
  void watch(ByteRange, const analysis::plots::WatchedValue&, const analysis::plots::ValueNumbers&) override {}
  void hand_on(const analysis::annotation::ArgumentBytes&, Handle) override {}
  [[nodiscard]] const char* variant(const multiplayer::UserBytes& bytes) override {
    PlainTexts texts(packet_.arena(), bytes.captured.size(), display_);
    return texts.text(Buffer(bytes.captured, bytes.length),
                      {.dialect = &variant::dialect(context_.generation), .precision = context_.precision});
  }
  void found_bytes(ByteRange) override {}
  void name_objects(const analysis::annotation::Owner&) override {}

  Packet& packet_;
  const Context& context_;
  const analysis::items::Display& display_;
};

/// One message while it is read.
class Reading {
 public:
  Reading(Game& game, Packet& packet, const analysis::Message& message, const Buffer& bytes,
          const analysis::MessageBegin& begin, const analysis::Arrival& arrival, analysis::facts::Item* item,
          MessageLine* line)
      : game_(game),
        packet_(packet),
        message_(message),
        bytes_(bytes),
        begin_(begin),
        options_(begin.options),
        arrival_(arrival),
        link_(*message.link->godot),
        from_(analysis::sender(message)),
        item_(item),
        line_(line),
        library_{{.message = message,
                  .memory = game.state.memory,
                  .peers = link_.peers,
                  .from = from_,
                  .frame = packet.frame.number,
                  .time = packet.frame.time,
                  .bytes = bytes,
                  .options = options_,
                  .host = packet.host},
                 game,
                 packet,
                 item} {}

  void read();

 private:
  [[nodiscard]] bool is_state() const {
    return options_.api == multiplayer::Api::scene && options_.carrier == multiplayer::Carrier::none &&
           !bytes_.captured.empty() &&
           multiplayer::command_type(options_.api, bytes_.captured[0]) == multiplayer::CommandType::sync;
  }
  [[nodiscard]] bool cut() const { return result_.problem.code == Problem::Code::cut; }
  [[nodiscard]] bool malformed() const { return result_.problem && !cut(); }

  void end_facts(analysis::account::MessageFacts& facts);
  multiplayer::Result walk(analysis::SinkFanOut& sinks, Unshown& shown, Leaves& leaves);
  void show(Annotator& annotator);
  void pass_texts_on(const Annotator& annotator, const char* problem);

  Game& game_;
  Packet& packet_;
  const analysis::Message& message_;
  const Buffer& bytes_;
  const analysis::MessageBegin& begin_;
  multiplayer::Options options_;
  const analysis::Arrival& arrival_;
  analysis::MultiplayerLink& link_;
  const analysis::End from_;
  analysis::facts::Item* item_;
  MessageLine* line_;
  LibraryMessage library_;
  LibraryClaim claim_;
  multiplayer::KnownValue known_ = {};
  multiplayer::Result result_ = {};
};

void Reading::end_facts(analysis::account::MessageFacts& facts) {
  item_->malformed = malformed();
  facts.finish();
  if (claim_.library != nullptr && !item_->malformed) claim_.library->add_parts(library_, claim_.found);
  facts.identify();
}

multiplayer::Result Reading::walk(analysis::SinkFanOut& sinks, Unshown& shown, Leaves& leaves) {
  const analysis::items::Display& display = game_.settings.display;
  const std::size_t size = bytes_.captured.size();
  TextSink sink(packet_.arena(), size, display, multiplayer::dialect_of(options_), shown);
  LeafListener listener(sink, leaves, false, true, display.max_elements);
  static analysis::items::NumberTexts known_texts;
  analysis::annotation::PlainValues<PlainTexts> values(
      shown.annotator, packet_.arena(), PlainTexts(packet_.arena(), size, display, &known_texts), known_, true);
  sinks.read_values_by(values);
  return multiplayer::walk_values(bytes_, options_, listener, &sinks);
}

/// Passes the message's texts to its facts, and its line to who wants it.
void Reading::pass_texts_on(const Annotator& annotator, const char* problem) {
  const Summary& summary = annotator.summary();
  const bool has_text = item_ != nullptr && (!summary.is_sync || packet_.facts->with_states);
  analysis::facts::Texts* texts = has_text ? packet_.facts->texts(*item_) : nullptr;
  if (texts != nullptr) texts->text = summary.text;
  if (line_ == nullptr) return;
  const analysis::annotation::PeerTexts peers = game_.peer_texts(packet_);
  *line_ = {.from = peers.sender(message_, annotator.route(), packet_.source.port),
            .to = peers.receiver(message_, annotator.route(), packet_.destination.port),
            .text = summary.text,
            .problem = problem,
            .malformed = malformed()};
}

void Reading::show(Annotator& annotator) {
  LibraryLine line;
  if (claim_.library != nullptr) line = claim_.library->show(library_, claim_.found);
  if (line.text != nullptr) annotator.is_about(line.text);
  const Summary& summary = annotator.summary();
  const char* kind = summary.problem != nullptr ? summary.problem
                     : line.problem != nullptr  ? line.problem
                                                : message_.problem;
  pass_texts_on(annotator, analysis::problems::word_of(kind));
}

void Reading::read() {
  const bool states_only = is_state();
  if (!states_only || packet_.frame.is_cut()) claim_ = library_of(library_, begin_.learns);
  if (claim_.library != nullptr) known_ = claim_.library->known_value(claim_.found);
  (void)analysis::settle_dialect(options_, link_, nullptr, packet_.frame.number);
  analysis::account::Builder account({.state = game_.state,
                                      .link = link_,
                                      .message = message_,
                                      .from = from_,
                                      .frame = packet_.frame.number,
                                      .time = packet_.frame.time,
                                      .size = bytes_.reported,
                                      .peer_names = analysis::PeerNames::Ask::all},
                                     packet_.host);
  game_.projects.ask_of(link_, from_);

  analysis::SinkFanOut sinks;
  std::optional<analysis::Learner> learner;
  std::optional<analysis::account::MessageFacts> facts;
  const bool is_shown =
      item_ != nullptr ? packet_.with_problems || packet_.with_texts || line_ != nullptr : line_ != nullptr;
  if (begin_.learns)
    sinks.add(learner.emplace(game_.state.memory, game_.state.peer_names, link_.peers, from_, arrival_), !states_only);
  // The learner does its own lookups.
  if (item_ != nullptr || is_shown) sinks.add(account);
  if (item_ != nullptr) sinks.add(facts.emplace(account, bytes_, *packet_.facts, *item_), true);
  if (!is_shown) {
    result_ = multiplayer::validate(bytes_, options_, sinks);
    if (facts) end_facts(*facts);
    return;
  }
  Leaves leaves;
  const Context context = {.account = account,
                           .peer_names = game_.state.peer_names,
                           .projects = game_.projects,
                           .leaves = leaves,
                           .facts = item_ != nullptr ? packet_.facts : nullptr,
                           .item = item_,
                           .generation = multiplayer::dialect_of(options_).generation,
                           .text_limit = game_.settings.display.text_limit,
                           .bytes = bytes_.captured,
                           .precision = options_.precision,
                           .sender_port = packet_.source.port,
                           .first_pass = packet_.frame.first_pass,
                           .shows_states = line_ != nullptr || (packet_.facts != nullptr && packet_.facts->with_states),
                           .has_library = claim_.library != nullptr};
  Unshown shown(packet_, context, game_.settings.display);
  sinks.add(shown.annotator);
  result_ = walk(sinks, shown, leaves);
  if (facts) end_facts(*facts);
  show(shown.annotator);
}

/// The message's facts, which its transport may have begun; null: not needed.
analysis::facts::Item* begin_facts(const Game& game, Packet& packet, const analysis::Message& message,
                                   const Buffer& bytes, analysis::facts::Item* begun) {
  analysis::facts::Item* made =
      item_of(packet, analysis::facts::fact_of(message.link->transport), bytes.reported, 0, begun);
  if (made == nullptr || begun != nullptr) return made;
  analysis::facts::Item& item = *made;
  analysis::facts::Envelope& envelope = *packet.facts->frame().envelopes;
  if (message.link->transport == analysis::Transport::mirror) {
    // A record of the mirror is alone in its frame, and has no addresses: its connection is that of its two peers.
    envelope.link = static_cast<std::uint32_t>(std::max(message.link->godot->number, 0));
    envelope.from_client = message.from_client;
    item.counted_elsewhere = game.state.doubles.counted_in(packet.frame.number) != 0;
  }
  item.mode = multiplayer::mode_of(message.delivery);
  item.channel = message.channel;
  item.again = message.earlier;
  return &item;
}

}  // namespace

bool Messages::take(Packet& packet, const analysis::Message& message, const Buffer& bytes, analysis::facts::Item* item,
                    MessageLine* line) {
  const Frame& frame = packet.frame;
  const analysis::MessageKey key = {.frame = frame.number, .index = message.index};
  const bool is_games = frame.first_pass
                            ? analysis::recognise(game_.state, game_.projects, message, key, frame.time, bytes)
                            : analysis::was_recognised(message);
  if (!is_games) return false;
  const analysis::MessageBegin begin = analysis::begin_message(game_.state, message, key, bytes, frame.first_pass);
  analysis::Arrival arrival;
  if (begin.learns) {
    analysis::note_double(game_.state, message, key, frame.time, bytes);
    arrival = analysis::arrival_of(message, key, frame.time, bytes);
    arrival.host = analysis::engine_errors().listens() ? host_key(packet.destination) : 0;
  }
  if (begin.learns || packet.facts != nullptr || line != nullptr)
    Reading(game_, packet, message, bytes, begin, arrival, begin_facts(game_, packet, message, bytes, item), line)
        .read();
  return true;
}

}  // namespace godot::engine
