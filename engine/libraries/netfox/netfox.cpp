// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/message_facts.h"
#include "analysis/libraries/netfox/number_sink.h"
#include "base/joined.h"
#include "engine/frame/outermost_values.h"
#include "engine/libraries/netfox/steps.h"
#include "engine/message/library_lines.h"
#include "engine/message/message_problems.h"

namespace godot::engine {
namespace {

using analysis::NetfoxCommand;

/// The value that was read as a whole.
multiplayer::KnownValue known_value(const void* found) {
  const NetfoxCommand& command = netfox_of(found);
  if (!command.is_good) return {};
  return {.begin = command.begin, .end = command.begin + command.bytes.reported};
}

void add_parts(const LibraryMessage& message, const void* found, analysis::facts::Collection& facts,
               analysis::facts::Item& item) {
  analysis::add_netfox_parts(message, netfox_of(found), netfox_names(message), facts, item);
}

class Items final : public HiddenItems<analysis::NetfoxItems, analysis::NetfoxField, analysis::problems::Netfox> {
 public:
  using HiddenItems::HiddenItems;
  void note(analysis::NetfoxExpert) override {}
};

/// The engine's packet, for the steps.
struct Host {
  const PacketMessage& message;
  const NetfoxCommand& command;

  [[nodiscard]] analysis::facts::Collection* facts() const noexcept { return message.packet.facts; }
  void named(const OutermostValue& /*value*/, const analysis::NetfoxReading::Value& its,
             const analysis::plots::WatchedValue& where, const analysis::plots::ValueNumbers& numbers) const {
    if (message.item == nullptr || !its.is_news) return;  // repeated inputs are not added to a graph
    message.game.add_numbers(message.packet, message.message, command.route, where, numbers);
  }
};

LibraryLine show(const PacketMessage& message, const void* found) {
  const NetfoxCommand& command = netfox_of(found);
  const std::size_t size = command.bytes.captured.size();
  const analysis::items::Display& display = message.game.settings.display;
  analysis::items::PlainTexts texts(message.packet.arena(), size, display);
  Items items({message.packet, message.item});
  const Host host = {message, command};
  NetfoxShown<Host> shown(host, message, command, items, display.text_limit);
  const bool has_numbers = message.packet.numbers != nullptr;
  if (!has_numbers) shown.write_by(texts);
  TextSink sink(message.packet.arena(), size, display, variant::dialect(variant::Generation::godot4), shown);
  analysis::NumberSink with_numbers(sink, shown.numbers());
  Sink& reader = has_numbers ? static_cast<Sink&>(with_numbers) : sink;
  const Problem problem = netfox::walk(command.bytes, command.options(), reader, &shown).problem;
  if (command.whole) shown.end();
  const char* text = shown.text(problem && problem.code != Problem::Code::cut);
  return {.text = message.packet.arena().joined({"netfox ", text}), .problem = shown.problem()};
}

}  // namespace

const Library netfox_library = {.recognise = take_netfox, .known_value = known_value, .add_parts = add_parts};
const LibraryLines netfox_lines = {.its = netfox_library, .show = show};

}  // namespace godot::engine
