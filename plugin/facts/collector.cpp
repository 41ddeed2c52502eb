// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/collector.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

#include "analysis/derived/common.h"
#include "answers/questions/profile/row_filter_names.h"
#include "engine/frame/item.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"
#include "plugin/facts/message_costs.h"
#include "plugin/facts/shown_problem.h"

namespace godot::plugin {
namespace {

LEFT_BY_LONGJMP(Collector);

constexpr std::uint32_t collector_key = 3;  // key of `godot`'s packet data

int tap = -1;
int probe_tap = -1;

/// How many readers there are, by their extent.
std::array<unsigned, 5> readers = {};
/// On the first of two passes, and while nobody listens, frames are not passed to taps: Wireshark keeps nothing that is
/// queued for them.
bool are_tapped(packet_info* pinfo) {
  static const char probe = 0;
  tap_queue_packet(probe_tap, pinfo, &probe);
  return fetch_tapped_data(probe_tap, 0) != nullptr;
}

// --- Rows of the profile: `godot.profile.row` is only made if a filter or a column names it --------------------------

using analysis::CommonField;

bool profile_rows_wanted() noexcept {
  static const header_field_info* const row = row_of(header_field(CommonField::profile_row));
  return field_named(row);
}

/// Runs after each frame: only then nodes and peers are known.
void name_profile_rows(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (tree == nullptr || !profile_rows_wanted()) return;
  Collector* collector = collected_facts(pinfo);
  if (collector == nullptr || collector->frame().counts_elsewhere()) return;
  const analysis::profile::RowName* each = analysis::profile::row_names(collector->frame(), arena_of(pinfo));
  for (; each != nullptr; each = each->next) hide(add_derived(tree, CommonField::profile_row, {tvb, 0}, each->name));
}

Collector* begin_collector(packet_info* pinfo) {
  const bool names_problems = problem_rows_wanted();
  const bool is_tapped = are_tapped(pinfo);
  if (!is_tapped && !names_problems && !profile_rows_wanted()) return nullptr;
  auto* begun = new (wmem_alloc(pinfo->pool, sizeof(Collector))) Collector(pinfo);
  p_add_proto_data(pinfo->pool, pinfo, protocols.godot, collector_key, begun);
  const bool draws = is_tapped && have_tap_listener(tap) != 0;
  if (draws) tap_queue_packet(tap, pinfo, &begun->frame());
  begun->with_ends = draws;
  const auto is_needed = [&](analysis::Extent extent) { return draws || (is_tapped && facts_are_read(extent)); };
  begun->with_texts = is_needed(analysis::Extent::values);
  begun->with_states = is_needed(analysis::Extent::texts);
  begun->with_problems = names_problems || is_needed(analysis::Extent::problems);
  begun->with_numbers = is_tapped && facts_are_read(analysis::Extent::numbers);
  return begun;
}

}  // namespace

Collector::Collector(packet_info* pinfo) noexcept
    : Collection(arena_of(pinfo), of_capture<analysis::facts::InternedNames>()) {
  frame().number = frame_number(pinfo);
  frame().time = relative_time(pinfo);
  frame().length = pinfo->fd->pkt_len;
  frame().first_pass = is_first_pass(pinfo);
}

analysis::facts::Item& Collector::message(const packet_info* pinfo, analysis::facts::Transport transport,
                                          std::uint32_t own, std::uint32_t protocol) {
  if (current != nullptr) return *current;
  const bool is_streamed = pinfo->ptype == PT_TCP;
  return engine::begin_item(*this, transport, is_streamed, is_streamed && is_sealed(pinfo), own, protocol);
}

bool facts_are_read(analysis::Extent least) noexcept {
  return std::any_of(readers.begin() + static_cast<std::ptrdiff_t>(least), readers.end(),
                     [](unsigned count) { return count != 0; });
}

FactsReader::FactsReader(analysis::Extent extent) noexcept : extent_(extent) {
  ++readers[static_cast<std::size_t>(extent)];
}
FactsReader::~FactsReader() { --readers[static_cast<std::size_t>(extent_)]; }

Collector* collector(packet_info* pinfo) {
  if (is_quoted(pinfo)) return nullptr;
  if (!facts_are_read(analysis::Extent::facts) && have_tap_listener(tap) == 0 && !problem_rows_wanted() &&
      !profile_rows_wanted())
    return nullptr;
  Collector* begun = collected_facts(pinfo);
  return begun != nullptr ? begun : begin_collector(pinfo);
}

Collector* collected_facts(packet_info* pinfo) {
  return find_in_frame<Collector>(pinfo, protocols.godot, collector_key);
}

const char* interned(const char* text) { return of_capture<analysis::facts::InternedNames>().keep(text); }

void hand_off_profile_row() { at_frame_end(name_profile_rows); }

void register_facts() {
  tap = register_tap(facts_tap);
  probe_tap = register_tap("godot_facts_probe");
}

}  // namespace godot::plugin
