// SPDX-License-Identifier: MIT
#include "engine/message/messages.h"

#include "analysis/game/learning/engine_errors.h"
#include "answers/questions/plots/plots.h"
#include "engine/frame/item.h"
#include "engine/frame/outermost_values.h"
#include "engine/message/library_lines.h"
#include "engine/message/message_problems.h"
#include "engine/message/steps.h"
#include "engine/message/tree_items.h"

namespace godot::engine {
namespace {

using analysis::ByteRange;
using analysis::annotation::Annotator;
using analysis::annotation::Context;
using analysis::annotation::Handle;
using analysis::annotation::Leaves;
using analysis::items::PlainTexts;

class Shown;

/// The engine as a host of the steps: facts, and a line.
class Facts {
 public:
  using LibraryMessage = PacketMessage;
  using Row = LibraryLines;
  using Reading = MessageReading<Facts>;

  Facts(Game& game, Packet& packet, analysis::facts::Item* begun) : game(game), packet(packet), begun_(begun) {}

  const MessageNeeds& begun(const analysis::MessageBegin& begin) {
    const bool tree = packet.tree != nullptr;
    needs_.states = tree || packet.lines != nullptr || (packet.facts != nullptr && packet.facts->with_states);
    needs_.texts = needs_.states || packet.with_texts;
    needs_.values = needs_.states || packet.with_values;
    needs_.ways = tree || packet.lines != nullptr;
    needs_.watches = packet.numbers != nullptr;
    needs_.shown =
        tree || packet.lines != nullptr || (packet.facts != nullptr && (packet.with_problems || packet.with_texts));
    needs_.read = begin.learns || packet.facts != nullptr || needs_.shown;
    return needs_;
  }
  void complete(analysis::Arrival& arrival) const;
  [[nodiscard]] PacketMessage library(const analysis::LibraryMessage& message) {
    return {{message, game.libraries, packet.frame.is_cut()}, game, packet};
  }
  [[nodiscard]] static Claim<LibraryLines> claim(const PacketMessage& message, bool learns) {
    return library_of(message, learns);
  }
  [[nodiscard]] analysis::facts::Collection* facts() const { return packet.facts; }
  [[nodiscard]] bool has_item() const { return begun_ != nullptr; }
  analysis::facts::Item& item(analysis::facts::Transport transport, std::uint32_t size) {
    return *item_of(packet, transport, size, 0, begun_);
  }
  [[nodiscard]] Shown shown(const multiplayer::Options& options, const Context& context) const;
  multiplayer::Result walk(const Reading& reading, analysis::SinkFanOut& sinks, Shown& shown, Leaves& leaves);
  [[nodiscard]] static LibraryLine show_library(const Reading& reading) {
    return reading.claim.library->show(reading.library, reading.claim.found);
  }
  void show(const Reading& reading, const Annotator& annotator, const char* problem);

  Game& game;
  Packet& packet;

 private:
  multiplayer::Result walk_tree(const Reading& reading, analysis::SinkFanOut& sinks, Shown& shown, Leaves& leaves);
  void show_in_tree(const Reading& reading, const analysis::annotation::Summary& summary) const;

  analysis::facts::Item* begun_;
  MessageNeeds needs_;
  TreeItem* root_ = nullptr;  ///< the message's item; null: it has none
};

/// What the annotator says: problems become facts; the rest items, if there is a tree.
class Shown final : public analysis::annotation::Show {
 public:
  Shown(Game& game, Packet& packet, const Context& context) noexcept
      : annotator(context, *this),
        game_(game),
        packet_(packet),
        context_(context),
        display_(game.settings.display),
        items_(packet, display_) {}

  Annotator annotator;

  /// Items go to the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept {
    items_.show_in(sink);
    has_tree = visible = names_peers = sink != nullptr;
  }

 private:
  void add(const analysis::annotation::MessageItem& item) override { items_.add(item); }
  [[nodiscard]] bool wants(analysis::MultiplayerField) override { return false; }
  [[nodiscard]] Handle open() override { return items_.open(); }
  void label(const char* text, bool continues) override { items_.label(text, continues); }
  void label_value(Handle item, const char* name, std::uint32_t index, const char* text) override {
    TreeItems::label_value(static_cast<TreeItem*>(item), name, index, text);
  }
  void name_missing(ByteRange) override {}
  void add_costs(Handle item, ByteRange range, std::optional<std::uint32_t> own, std::uint32_t total) override {
    items_.add_costs(static_cast<TreeItem*>(item), range, own, total);
  }
  void remark(analysis::MultiplayerExpert row, const char* text) override { items_.remark(row, text); }
  const char* problem(const analysis::account::Finding& finding, Handle item, const char* node,
                      const char* member) override {
    return report({.packet = packet_,
                   .item = context_.item,
                   .node = node,
                   .member = member,
                   .shown_in = item != nullptr ? static_cast<TreeItem*>(item) : items_.open()},
                  finding);
  }
  void watch(ByteRange, const analysis::plots::WatchedValue& where,
             const analysis::plots::ValueNumbers& numbers) override {
    game_.add_numbers(packet_, context_.account.message().message, annotator.route(), where, numbers);
  }
  void hand_on(const analysis::annotation::ArgumentBytes&, Handle) override {}
  [[nodiscard]] const char* variant(const multiplayer::UserBytes& bytes) override {
    if (items_.open() != nullptr) return items_.variant(bytes, variant::dialect(context_.generation));
    PlainTexts texts(packet_.arena(), bytes.captured.size(), display_);
    return texts.text(Buffer(bytes.captured, bytes.length),
                      {.dialect = &variant::dialect(context_.generation), .precision = context_.precision});
  }
  void found_bytes(ByteRange) override {}
  void name_objects(const analysis::annotation::Owner&) override {}

  Game& game_;
  Packet& packet_;
  const Context& context_;
  const analysis::items::Display& display_;
  TreeItems items_;
};

void Facts::complete(analysis::Arrival& arrival) const {
  arrival.host = analysis::engine_errors().listens() ? host_key(packet.destination) : 0;
}

Shown Facts::shown(const multiplayer::Options& /*options*/, const Context& context) const {
  return {game, packet, context};
}

multiplayer::Result Facts::walk_tree(const Reading& reading, analysis::SinkFanOut& sinks, Shown& shown,
                                     Leaves& leaves) {
  const analysis::LibraryMessage& message = reading.library;
  const analysis::items::Display& display = game.settings.display;
  const auto sink = TreeSink::make(packet, message.bytes, "Message", display, multiplayer::dialect_of(message.options),
                                   reading.evidence, &shown.annotator);
  analysis::annotation::LeafListener listener(*sink, leaves, false, true, display.max_elements);
  shown.show_in(sink.get());
  const multiplayer::Result result = multiplayer::walk(message.bytes, message.options, listener, &sinks);
  shown.show_in(nullptr);
  root_ = sink->root_item();
  return result;
}

/// The message's own line; of a copy of an earlier message, it alone.
void Facts::show_in_tree(const Reading& reading, const analysis::annotation::Summary& summary) const {
  if (packet.tree == nullptr) return;
  if (reading.message().is_copy()) {
    (void)packet.tree->add(packet.tree->open, label_of({"Godot Multiplayer, again: ", summary.text}));
    return;
  }
  TreeOutput::append_label(root_, {", ", summary.way, *summary.way != '\0' ? "  " : "", summary.text});
}

multiplayer::Result Facts::walk(const Reading& reading, analysis::SinkFanOut& sinks, Shown& shown, Leaves& leaves) {
  if (packet.tree != nullptr && !reading.message().is_copy()) return walk_tree(reading, sinks, shown, leaves);
  const analysis::LibraryMessage& message = reading.library;
  const analysis::items::Display& display = game.settings.display;
  TextSink sink(packet.arena(), message.bytes.captured.size(), display, multiplayer::dialect_of(message.options),
                shown.annotator);
  return reading.walk_texts(sink, sinks, shown.annotator, leaves,
                            {.display = display, .lines = true, .direct = !needs_.watches});
}

/// Passes the message's line to who wants it.
void Facts::show(const Reading& reading, const Annotator& annotator, const char* problem) {
  show_in_tree(reading, annotator.summary());
  if (packet.lines == nullptr) return;
  const analysis::annotation::PeerTexts peers = game.peer_texts(packet);
  const analysis::Message& message = reading.message();
  packet.lines->line(packet.frame, {.from = peers.sender(message, annotator.route(), packet.source.port),
                                    .to = peers.receiver(message, annotator.route(), packet.destination.port),
                                    .text = annotator.summary().text,
                                    .problem = problem,
                                    .malformed = reading.malformed(),
                                    .again = message.is_copy(),
                                    .earlier = message.earlier});
}

}  // namespace

bool Messages::take(Packet& packet, const analysis::Message& message, const Buffer& bytes,
                    analysis::facts::Item* item) {
  const Frame& frame = packet.frame;
  const MessageMoment moment = {.frame = frame.number, .time = frame.time, .first_pass = frame.first_pass};
  if (!is_multiplayer(game_.state, game_.projects, moment, message, bytes)) return false;
  Facts host(game_, packet, item);
  take_message(host,
               {.state = game_.state,
                .projects = game_.projects,
                .moment = moment,
                .is_cut = frame.is_cut(),
                .sender_port = packet.source.port,
                .peer_names = analysis::PeerNames::Ask::all,
                .naming_rows = {},
                .preferred = nullptr,
                .text_limit = game_.settings.display.text_limit,
                .host = packet.host},
               message, bytes);
  return true;
}

}  // namespace godot::engine
