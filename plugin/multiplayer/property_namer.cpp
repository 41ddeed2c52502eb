// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/property_namer.h"

#include <algorithm>
#include <bit>

#include "plugin/core/fields.h"
#include "plugin/core/labels.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {

void PropertyNamer::add(const OutermostValue& value) {
  const ValueNumbers* numbers = nullptr;
  if (watched_) {
    numbers = static_cast<const ValueNumbers*>(
        wmem_memdup(notes_.pool(), &notes_.context.leaves.numbers, sizeof notes_.context.leaves.numbers));
  }
  if (count_ == room_) grow();
  values_[count_++] = {value.item, value.text, value.type, value.index, value.begin, value.end, nullptr, numbers};
  set_label(value.item, {"[", value.index, "]: ", value.text});
}

void PropertyNamer::grow() {
  constexpr std::uint32_t least = 8;
  room_ = std::max(least, room_ * 2);
  auto* larger = static_cast<Unnamed*>(wmem_alloc(notes_.pool(), room_ * sizeof(Unnamed)));
  std::copy_n(values_, count_, larger);
  values_ = larger;
}

std::span<const char* const> PropertyNamer::types() const {
  if (count() == 0) return {};
  auto** types = static_cast<const char**>(wmem_alloc(notes_.pool(), count() * sizeof(char*)));
  for (std::uint32_t i = 0; i < count(); ++i) types[i] = values_[i].type;
  return {types, count()};
}

void PropertyNamer::name(const analysis::names::Synchronizer& synchronizer, analysis::names::PropertyList list,
                         std::uint32_t first, std::uint32_t count, std::uint64_t indexes) const {
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t property = i;
    if (list == analysis::names::PropertyList::on_change) {
      property = static_cast<std::uint32_t>(std::countr_zero(indexes));
      indexes &= indexes - 1;
    }
    Unnamed* value = &values_[first + i];
    value->index = property;
    const analysis::names::Name name = analysis::names::property(synchronizer, list, property);
    const bool guessed = name && name.certainty == analysis::names::Certainty::guessed;
    if (name) value->name = guessed ? wmem_strdup_printf(notes_.pool(), "%s?", name.text) : name.text;
    watch(*value, synchronizer, list);
    if (!name) {
      if (list == analysis::names::PropertyList::on_change && bridge::visible(notes_.tree())) {
        set_label(value->item, {"[", property, "]: ", value->text});
      }
      continue;
    }
    notes_.add_text(proto_item_get_subtree(value->item), header_field(MultiplayerField::godot_sync_property),
                    {value->begin, value->end - value->begin}, synchronizer.types.empty() ? name.text : value->name);
    set_label(value->item, {value->name, ": ", value->text});
  }
}

/// If a node has several synchronizers, names of those after the first are prefixed by their number.
void PropertyNamer::watch(const Unnamed& value, const analysis::names::Synchronizer& synchronizer,
                          analysis::names::PropertyList list) const {
  if (value.numbers == nullptr) return;
  const char* of_list = list == analysis::names::PropertyList::always ? "always" : "on change";
  const char* listed = synchronizer.position == 0
                           ? wmem_strdup_printf(notes_.pool(), "%s #%u", of_list, value.index)
                           : wmem_strdup_printf(notes_.pool(), "synchronizer %u %s #%u",
                                                static_cast<unsigned>(synchronizer.position), of_list, value.index);
  add_watches(notes_.watched(value.begin, value.end),
              {.node = node_, .name = value.name, .index = value.index, .listed = listed}, *value.numbers);
}

void PropertyNamer::add_values(const char* node, const char* list, std::uint32_t first, std::uint32_t count) const {
  packet_info* pinfo = notes_.context.pinfo;
  if (notes_.context.facts_item == nullptr || !facts_texts_wanted(pinfo)) return;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Unnamed* value = &values_[first + i];
    const char* member =
        value->name != nullptr ? value->name : wmem_strdup_printf(notes_.pool(), "%s #%u", list, value->index);
    add_value(pinfo, notes_.context.facts_item, {.node = node, .member = member, .text = value->text});
  }
}

void PropertyNamer::append_to(analysis::Line& text) const {
  for (std::uint32_t i = 0; i < count(); ++i) {
    const Unnamed* value = &values_[i];
    if (i != 0) text.append(", ");
    if (value->name != nullptr) {
      text.append(value->name);
      text.append(" = ");
    }
    text.append(value->text);
  }
}

void PropertyNamer::show_scene(const analysis::names::Synchronizer& synchronizer, analysis::names::PropertyList list,
                               ByteRange range) const {
  const analysis::names::Name first = analysis::names::property(synchronizer, list, 0);
  if (first.source == nullptr) return;
  notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_names_scene), range, first.source);
}

}  // namespace godot::plugin
