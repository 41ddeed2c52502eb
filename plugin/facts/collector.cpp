// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/collector.h"

#include <new>

#include "plugin/core/arena.h"
#include "plugin/core/fields.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/time.h"
#include "plugin/facts/costs.h"
#include "plugin/facts/problem.h"
#include "plugin/facts/profile_row.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(Collector);

constexpr std::uint32_t collector_key = 3;  // key of `godot`'s packet data

int tap = -1;
int problem_tap = -1;
int text_tap = -1;

/// The names of the open capture.
analysis::facts::Names& names_of_capture() {
  static analysis::facts::Names names;
  return names;
}

extern "C" {
static void forget_names() { names_of_capture() = {}; }
}

}  // namespace

Collector::Collector(packet_info* pinfo) noexcept : Collection(arena_of(pinfo), names_of_capture()) {
  frame().number = pinfo->num;
  frame().time = capture_time(pinfo);
  frame().length = pinfo->fd->pkt_len;
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
  const bool is_filtered = problem_rows_wanted();
  begun->has_listener = is_filtered || profile_rows_wanted() || fetch_tapped_data(tap, 0) != nullptr;
  begun->with_texts = fetch_tapped_data(tap, 0) != nullptr && have_tap_listener(text_tap) != 0;
  begun->with_problems =
      is_filtered || begun->with_texts || (begun->has_listener && have_tap_listener(problem_tap) != 0);
  return begun;
}

}  // namespace

Collector* collector(packet_info* pinfo) {
  if (pinfo->flags.in_error_pkt != 0) return nullptr;
  if (have_tap_listener(tap) == 0 && have_tap_listener(text_tap) == 0 && !problem_rows_wanted() &&
      !profile_rows_wanted())
    return nullptr;
  Collector* kept = kept_collector(pinfo);
  if (kept == nullptr) kept = begin_collector(pinfo);
  return kept->has_listener ? kept : nullptr;
}

Collector* collected_facts(packet_info* pinfo) {
  Collector* kept = kept_collector(pinfo);
  return kept != nullptr && kept->has_listener ? kept : nullptr;
}

analysis::facts::Time capture_time(const packet_info* pinfo) noexcept { return nanoseconds(pinfo->rel_ts); }

bool facts_texts_wanted(packet_info* pinfo) {
  const Collector* active = collector(pinfo);
  return active != nullptr && active->with_texts;
}

void add_value(packet_info* pinfo, analysis::facts::Item* item, const analysis::facts::Value& value) {
  Collector* collector = item != nullptr ? collected_facts(pinfo) : nullptr;
  if (collector != nullptr) collector->add_value(*item, value);
}

const char* interned(const char* text) { return names_of_capture().keep(text); }

void register_facts() {
  tap = register_tap(facts_tap);
  problem_tap = register_tap(problems_tap);
  text_tap = register_tap(texts_tap);
  register_init_routine(forget_names);
}

}  // namespace godot::plugin
