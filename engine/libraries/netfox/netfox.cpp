// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/message_facts.h"
#include "analysis/libraries/netfox/number_sink.h"
#include "analysis/libraries/netfox/reading.h"
#include "answers/questions/plots.h"
#include "base/joined.h"
#include "codec/libraries/netfox/fields.h"
#include "engine/frame/values.h"
#include "engine/libraries/netfox/steps.h"
#include "engine/message/library.h"
#include "engine/message/problems.h"

namespace godot::engine {
namespace {

using analysis::NetfoxCommand;

const NetfoxCommand& command_of(const void* found) { return *static_cast<const NetfoxCommand*>(found); }

const void* recognise(const LibraryMessage& message, bool learns) {
  return take_netfox(message, message.game.libraries.netfox, message.game.libraries.netfox_projects,
                     message.packet.frame.is_cut(), learns);
}

multiplayer::KnownValue known_value(const void* found) { return known_value_of(command_of(found)); }

analysis::NetfoxNames names_of(const LibraryMessage& message) {
  return {.memory = message.game.libraries.netfox, .projects = message.game.libraries.netfox_projects};
}

void add_parts(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_netfox_parts(message, command_of(found), names_of(message), facts, item);
}

class Items final : public HiddenItems<analysis::NetfoxItems, analysis::NetfoxField, analysis::problems::Netfox> {
 public:
  using HiddenItems::HiddenItems;
  void note(analysis::NetfoxExpert) override {}
};

/// Adds the values to the message's facts.
class Annotator final : public analysis::NetfoxReading, public ValueListener {
 public:
  Annotator(const LibraryMessage& message, const NetfoxCommand& command, Items& items,
            analysis::items::PlainTexts& texts)
      : NetfoxReading(message, command, names_of(message), items, message.game.settings.display.text_limit,
                      message.item != nullptr),
        message_(message),
        command_(command),
        texts_(texts) {}

  /// Numbers of the value that ends next.
  [[nodiscard]] analysis::plots::ValueNumbers& numbers() noexcept { return numbers_; }

  using NetfoxReading::value;

  Offset plain_value(const netfox::PropertyValue& value, const Buffer& bytes,
                     const variant::Options& options) override {
    if (message_.packet.numbers != nullptr) return 0;
    const Offset end = variant::end_of_good(bytes, options);
    if (end == 0 || !is_needed(value)) return end;
    add_text(texts_.text(bytes, options));
    return end;
  }
  void value(const OutermostValue& value) override {
    if (value.role == field::netfox_value) add_text(value.text);
  }

 private:
  void add_text(const char* text) {
    const Value added = add(text);
    analysis::facts::Collection* facts = message_.packet.facts;
    if (added.name == nullptr || !added.is_news || facts == nullptr || message_.item == nullptr) return;
    facts->add_value(*message_.item, {.node = of_node().text, .member = facts->names().keep(added.name), .text = text});
    // Repeated inputs are not added to a graph.
    const char* node = of_node().known ? of_node().text : nullptr;
    message_.game.add_numbers(message_.packet, message_.message, command_.route,
                              {.node = node, .name = added.name, .index = of_index()}, numbers_);
  }

  const LibraryMessage& message_;
  const NetfoxCommand& command_;
  analysis::plots::ValueNumbers numbers_;
  analysis::items::PlainTexts& texts_;
};

LibraryLine show(const LibraryMessage& message, const void* found) {
  const NetfoxCommand& command = command_of(found);
  const std::size_t size = command.bytes.captured.size();
  const analysis::items::Display& display = message.game.settings.display;
  analysis::items::PlainTexts texts(message.packet.arena(), size, display);
  Items items({message.packet, message.item});
  Annotator annotator(message, command, items, texts);
  TextSink sink(message.packet.arena(), size, display, variant::dialect(variant::Generation::godot4), annotator);
  analysis::NumberSink with_numbers(sink, annotator.numbers());
  Sink& reader = message.packet.numbers != nullptr ? static_cast<Sink&>(with_numbers) : sink;
  const Problem problem = netfox::walk(command.bytes, command.options(), reader, &annotator).problem;
  if (command.whole) annotator.end();
  const char* text = annotator.text(problem && problem.code != Problem::Code::cut);
  return {.text = message.packet.arena().joined({"netfox ", text}), .problem = annotator.problem()};
}

}  // namespace

const Library netfox_library = {
    .recognise = recognise, .known_value = known_value, .add_parts = add_parts, .show = show};

}  // namespace godot::engine
