// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/collector.h"

#include <new>
#include <string>
#include <unordered_map>

#include "codec/core/utf8.h"
#include "plugin/analysis/multiplayer/text_pool.h"
#include "plugin/core/fields.h"
#include "plugin/core/longjmp.h"
#include "plugin/facts/costs.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(Collector);

constexpr std::uint32_t collector_key = 3;  // key of `godot`'s packet data

/// Limit of a name's bytes; longer names end with an ellipsis.
constexpr std::size_t longest_name = 1024;

int tap = -1;
int text_tap = -1;

analysis::TextPool& names() {
  static analysis::TextPool pool;
  return pool;
}

std::unordered_map<const void*, const char*>& names_of_things() {
  static std::unordered_map<const void*, const char*> names;
  return names;
}

extern "C" {
static void forget_names() {
  names() = analysis::TextPool{};
  names_of_things().clear();
}
}

template <class Kind>
Kind& make(packet_info* pinfo) {
  return *new (wmem_alloc(pinfo->pool, sizeof(Kind))) Kind{};
}

}  // namespace

Collector::Collector(packet_info* pinfo) noexcept : pinfo_(pinfo) {
  frame_.number = pinfo->num;
  frame_.time = capture_time(pinfo);
  frame_.length = pinfo->fd->pkt_len;
}

analysis::facts::Envelope& Collector::begin(analysis::facts::Transport transport) {
  auto& envelope = make<analysis::facts::Envelope>(pinfo_);
  envelope.transport = transport;
  *next_envelope_ = &envelope;
  next_envelope_ = &envelope.next;
  next_item_ = &envelope.items;
  return envelope;
}

analysis::facts::Item& Collector::add(analysis::facts::Kind kind) {
  auto& item = make<analysis::facts::Item>(pinfo_);
  item.kind = kind;
  *next_item_ = &item;
  next_item_ = &item.next;
  return item;
}

analysis::facts::Item& Collector::message(const packet_info* pinfo, analysis::facts::Transport transport,
                                          std::uint32_t own, std::uint32_t protocol) {
  if (current != nullptr) return *current;
  const bool streamed = pinfo->ptype == PT_TCP;
  analysis::facts::Envelope& envelope = begin(transport);
  envelope.streamed = streamed;
  envelope.sealed = streamed && is_sealed(pinfo);
  envelope.size = streamed ? 0 : own + protocol;
  analysis::facts::Item& item = add(analysis::facts::Kind::other_message);
  item.own = own;
  item.protocol = protocol;
  return item;
}

analysis::facts::Part& Collector::part(analysis::facts::Item& item) {
  analysis::facts::Part** end = &item.parts;
  if (last_item_ == &item && last_part_ != nullptr) end = &last_part_->next;
  auto& part = make<analysis::facts::Part>(pinfo_);
  *end = &part;
  last_item_ = &item;
  last_part_ = &part;
  return part;
}

analysis::facts::Route& Collector::route(analysis::facts::Item& item) {
  if (item.peers == nullptr) item.peers = &make<analysis::facts::Route>(pinfo_);
  return *item.peers;
}

analysis::facts::Command& Collector::command(analysis::facts::Item& item) {
  if (item.command == nullptr) item.command = &make<analysis::facts::Command>(pinfo_);
  return *item.command;
}

analysis::facts::Sync& Collector::sync(analysis::facts::Item& item) {
  if (item.sync == nullptr) item.sync = &make<analysis::facts::Sync>(pinfo_);
  return *item.sync;
}

analysis::facts::Texts* Collector::texts(analysis::facts::Item& item) {
  if (item.texts == nullptr && with_texts) item.texts = &make<analysis::facts::Texts>(pinfo_);
  return item.texts;
}

namespace {

/// The frame's collector, with or without listeners; null: not created yet.
Collector* kept_collector(packet_info* pinfo) {
  return static_cast<Collector*>(p_get_proto_data(pinfo->pool, pinfo, protocols.godot, collector_key));
}

Collector* begin_collector(packet_info* pinfo) {
  auto* begun = new (wmem_alloc(pinfo->pool, sizeof(Collector))) Collector(pinfo);
  p_add_proto_data(pinfo->pool, pinfo, protocols.godot, collector_key, begun);
  tap_queue_packet(tap, pinfo, &begun->frame());
  tap_queue_packet(text_tap, pinfo, &begun->frame());
  // On the first of two passes listeners get nothing: Wireshark does not keep what is queued.
  begun->has_listener = fetch_tapped_data(tap, 0) != nullptr;
  begun->with_texts = begun->has_listener && have_tap_listener(text_tap) != 0;
  return begun;
}

}  // namespace

Collector* collector(packet_info* pinfo) {
  if (pinfo->flags.in_error_pkt != 0) return nullptr;
  if (have_tap_listener(tap) == 0 && have_tap_listener(text_tap) == 0) return nullptr;
  Collector* kept = kept_collector(pinfo);
  if (kept == nullptr) kept = begin_collector(pinfo);
  return kept->has_listener ? kept : nullptr;
}

Collector* collected_facts(packet_info* pinfo) {
  Collector* kept = kept_collector(pinfo);
  return kept != nullptr && kept->has_listener ? kept : nullptr;
}

analysis::facts::Time capture_time(const packet_info* pinfo) noexcept {
  constexpr analysis::facts::Time second = 1'000'000'000;
  return static_cast<analysis::facts::Time>(pinfo->rel_ts.secs) * second + pinfo->rel_ts.nsecs;
}

bool facts_texts_wanted(packet_info* pinfo) {
  const Collector* heard = collector(pinfo);
  return heard != nullptr && heard->with_texts;
}

const char* interned(const char* text) {
  if (text == nullptr) return nullptr;
  const std::string_view name = text;
  if (name.size() <= longest_name) return names().keep(name).text;
  // Limits memory: a spawn of thirty bytes below a path of a megabyte would keep another megabyte.
  std::string cut(name.substr(0, utf8_boundary(name, longest_name)));
  cut += "\u2026";
  return names().keep(cut).text;
}

const char* interned_for(const void* thing) {
  const auto found = names_of_things().find(thing);
  return found != names_of_things().end() ? found->second : nullptr;
}

const char* intern_for(const void* thing, const char* text) { return names_of_things()[thing] = interned(text); }

void register_facts() {
  tap = register_tap(facts_tap);
  text_tap = register_tap(texts_tap);
  register_init_routine(forget_names);
}

}  // namespace godot::plugin
