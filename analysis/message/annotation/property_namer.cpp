// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/property_namer.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <string_view>

#include "codec/variant/dialect.h"
#include "codec/variant/numbers.h"

namespace godot::analysis::annotation {

void PropertyNamer::add(const ShownValue& value) {
  const plots::ValueNumbers* numbers = nullptr;
  if (notes_.context.watched) numbers = &notes_.arena().make(notes_.context.leaves.numbers);
  if (count_ == room_) grow();
  values_[count_++] = {.value = value, .numbers = numbers};
  if (notes_.show.visible) notes_.show.label_value(value.item, nullptr, value.index, value.text);
}

void PropertyNamer::grow() {
  constexpr std::uint32_t least = 8;
  room_ = std::max(least, room_ * 2);
  auto* larger = reinterpret_cast<Unnamed*>(notes_.arena().bytes(room_ * sizeof(Unnamed)));
  std::uninitialized_copy_n(values_, count_, larger);
  values_ = larger;
}

std::span<const char* const> PropertyNamer::types() const {
  if (count_ == 0) return {};
  auto* types = notes_.arena().make<const char*>(count_);
  for (std::uint32_t i = 0; i < count_; ++i) types[i] = values_[i].value.type;
  return {types, count_};
}

const char* PropertyNamer::type_codes() const {
  const std::span<const variant::TypeRow> rows = variant::dialect(variant::Generation::godot4).types;
  auto* codes = reinterpret_cast<char*>(notes_.arena().bytes(count_ + 1));
  for (std::uint32_t i = 0; i < count_; ++i) {
    const std::string_view type = values_[i].value.type != nullptr ? values_[i].value.type : "";
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const variant::TypeRow& each) { return each.name == type; });
    codes[i] = static_cast<char>(row - rows.begin() + 1);  // one that is not known is none of them
  }
  codes[count_] = '\0';
  return codes;
}

void PropertyNamer::name(const SyncList& list, std::uint32_t first, std::uint32_t count, std::uint64_t indexes) const {
  const bool marks = list.kind == names::PropertyList::on_change;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t property = i;
    if (marks) {
      property = static_cast<std::uint32_t>(std::countr_zero(indexes));
      indexes &= indexes - 1;
    }
    name_one(values_[first + i], list, property);
  }
}

void PropertyNamer::name_one(Unnamed& named, const SyncList& list, std::uint32_t property) const {
  const bool marks = list.kind == names::PropertyList::on_change;
  ShownValue& value = named.value;
  value.index = property;
  const names::Name name = list.properties[property];
  const bool guessed = name && name.certainty == names::Certainty::guessed;
  if (name) named.name = guessed ? notes_.arena().joined({name.text, "?"}) : name.text;
  watch(named, list);
  if (name)
    notes_.add_text(MultiplayerField::sync_property, {value.begin, value.end - value.begin},
                    list.synchronizer.types.empty() ? name.text : named.name, value.item);
  if (notes_.show.visible && (name || marks)) notes_.show.label_value(value.item, named.name, property, value.text);
}

const char* PropertyNamer::names_of_bit(const SyncList& list, const MarkedProperties& marked, std::uint32_t bit) const {
  const char* names = nullptr;
  for (std::uint32_t property = bit; property < marked.properties(); property += MarkedProperties::bits) {
    const names::Name name = list.properties[property];
    const char* text = name ? name.text : notes_.arena().text("#%u", property);
    names = names == nullptr ? text : notes_.arena().joined({names, " or ", text});
  }
  return names;
}

void PropertyNamer::name_marked(const SyncList& list, const MarkedProperties& marked, bool is_refused) const {
  std::uint32_t at = 0;
  const std::uint32_t end = is_refused ? MarkedProperties::bits : marked.properties();
  for (std::uint32_t property = 0; property < end && at < count_; ++property) {
    if (!marked.marks(property)) continue;
    Unnamed& named = values_[at++];
    if (!is_refused || property + MarkedProperties::bits >= marked.properties()) {
      name_one(named, list, property);
      continue;
    }
    named.name = names_of_bit(list, marked, property);
    const ShownValue& value = named.value;
    if (list.properties)
      notes_.add_text(MultiplayerField::sync_property, {value.begin, value.end - value.begin}, named.name, value.item);
    if (notes_.show.visible) notes_.show.label_value(value.item, named.name, property, value.text);
  }
}

/// If a node has several synchronizers, names of those after the first are prefixed by their number.
void PropertyNamer::watch(const Unnamed& named, const SyncList& list) const {
  if (named.numbers == nullptr) return;
  const ShownValue& value = named.value;
  const std::uint32_t position = list.synchronizer.position;
  const char* of_list = list.kind == names::PropertyList::always ? "always" : "on change";
  const char* listed = position == 0 ? notes_.arena().text("%s #%u", of_list, value.index)
                                     : notes_.arena().text("synchronizer %u %s #%u", position, of_list, value.index);
  notes_.show.watch({value.begin, value.end - value.begin},
                    {.node = node_, .name = named.name, .index = value.index, .listed = listed}, *named.numbers);
}

/// A property without a name, by its number. Those of a node's further synchronizers are prefixed by their number.
const char* PropertyNamer::nameless(names::PropertyList list, std::uint32_t position, std::uint32_t index) const {
  facts::InternedNames& names = notes_.context.facts->names();
  const char* name = names.nameless(list, index);
  return position == 0 ? name : names.keep(notes_.arena().text("synchronizer %u %s", position, name));
}

/// A value whose text is not needed is one. Of others the bytes say it: answers do not depend on who else needs texts.
bool PropertyNamer::is_of_numbers(const ShownValue& value) const {
  if (value.text == nullptr) return true;
  const Context& context = notes_.context;
  return variant::end_of_numbers(Buffer{context.bytes}, value.begin, variant::dialect(context.generation),
                                 context.precision) == value.end;
}

facts::SentNumbers PropertyNamer::numbers_of(const ShownValue& value) const {
  const Context& context = notes_.context;
  return {.bytes = context.bytes.subspan(value.begin, value.end - value.begin),
          .dialect = &variant::dialect(context.generation),
          .precision = context.precision};
}

void PropertyNamer::add_values(const char* node, names::PropertyList list, std::uint32_t position) const {
  facts::Collection* facts = notes_.context.facts;
  if (facts == nullptr || !facts->with_texts) return;
  for (std::uint32_t i = 0; i != count_; ++i) {
    const auto& [value, name, numbers] = values_[i];
    const char* member = name != nullptr ? facts->names().keep(name) : nameless(list, position, value.index);
    facts::Value fact = {.node = node, .member = member, .text = value.text};
    if (is_of_numbers(value)) fact.numbers = numbers_of(value);
    facts->add_value(*notes_.context.item, fact);
  }
}

void PropertyNamer::append_to(Line& text) const {
  for (std::uint32_t i = 0; i < count_; ++i) {
    if (i != 0) text.append(", ");
    if (values_[i].name != nullptr) {
      text.append(values_[i].name);
      text.append(" = ");
    }
    text.append(values_[i].value.text);
  }
}

void PropertyNamer::show_scene(const SyncList& list, ByteRange range) const {
  if (list.properties.count() != 0 && list.properties.scene != nullptr)
    notes_.add_text(MultiplayerField::names_scene, range, list.properties.scene);
}

}  // namespace godot::analysis::annotation
