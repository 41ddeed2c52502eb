// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/libraries/netfox/annotator.h"

#include "codec/libraries/netfox/fields.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(NetfoxAnnotator, ShownNetfox);

NetfoxAnnotator::NetfoxAnnotator(const LibraryPacket& message, const analysis::NetfoxCommand& command,
                                 ShownNetfox& items)
    : NetfoxReading(message, command, {.memory = netfox_memory(), .projects = netfox_projects()}, items,
                    display().text_limit, message.item != nullptr),
      message_(message),
      command_(command),
      items_(items) {}

Offset NetfoxAnnotator::plain_value(const netfox::PropertyValue& value, const Buffer& bytes,
                                    const variant::Options& options) {
  if (texts_ == nullptr) return 0;
  const Offset end = variant::end_of_good(bytes, options);
  if (end == 0 || !is_needed(value)) return end;
  this->value(OutermostValue{.role = field::netfox_value,
                             .index = value.index,
                             .begin = options.begin,
                             .end = end,
                             .text = texts_->text(bytes, options),
                             .type = "",
                             .item = nullptr});
  return end;
}

void NetfoxAnnotator::value(const OutermostValue& value) {
  if (value.role != field::netfox_value) return;
  const Value added = add(value.text);
  if (added.name == nullptr) return;
  // The property's new value at the receiver.
  if (added.is_news)
    add_value(message_.pinfo, message_.item, {.node = of_node().text, .member = added.name, .text = value.text});
  const ItemRange range = items_.range(value.begin, value.end - value.begin);
  auto* item = static_cast<proto_item*>(value.item);
  if (item != nullptr) add_derived(proto_item_get_subtree(item), NetfoxField::property, range, added.name);
  // Repeated inputs are not added to a graph.
  if (numbers_.count != 0 && added.is_news)
    add_watches(
        {message_.pinfo, message_.message, command_.route, items_.tree(), message_.tvb, range.begin, range.length},
        {.node = of_node().known ? of_node().text : nullptr, .name = added.name, .index = of_index()}, numbers_);
  if (item != nullptr) set_label(item, {added.name, added.is_again ? ", again: " : ": ", value.text});
}

}  // namespace godot::plugin
