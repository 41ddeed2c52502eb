// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/exports/objects.h"

#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin::objects {
namespace {

constexpr std::uint32_t waiting_key = 4;  // key of `godot`'s packet data

int tap = -1;

/// Those of a frame without a name, in their order.
struct Waiting {
  Object* first = nullptr;
  Object* last = nullptr;
  std::uint32_t count = 0;  ///< of the objects so far
};

Waiting* waiting_of(packet_info* pinfo) { return find_in_frame<Waiting>(pinfo, protocols.godot, waiting_key); }

void add(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what) {
  if (!wanted() || is_quoted(pinfo)) return;
  const bool is_whole = static_cast<std::int64_t>(tvb_captured_length(tvb)) - begin >= length;
  if (length <= 0 || !is_whole) return;
  Waiting& waiting = in_frame<Waiting>(pinfo, protocols.godot, waiting_key);
  Object& object = arena_of(pinfo).make(Object{.next = nullptr,
                                               .tvb = tvb,
                                               .begin = begin,
                                               .length = length,
                                               .what = what,
                                               .index = waiting.count++,
                                               .owner = {}});
  (waiting.last != nullptr ? waiting.last->next : waiting.first) = &object;
  waiting.last = &object;
}

}  // namespace

bool wanted() noexcept { return have_tap_listener(tap) != 0; }

void found(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what) {
  if (length > 0 && static_cast<guint>(length) >= preferences::export_objects_from())
    add(pinfo, tvb, begin, length, what);
}

void found_file(packet_info* pinfo, tvbuff_t* tvb, int begin, int length) { add(pinfo, tvb, begin, length, nullptr); }

bool waiting(packet_info* pinfo) {
  if (!wanted()) return false;
  const Waiting* waiting = waiting_of(pinfo);
  return waiting != nullptr && waiting->first != nullptr;
}

void name(packet_info* pinfo, const Owner& owner) {
  if (!waiting(pinfo)) return;
  for (Object* each = waiting_of(pinfo)->first; each != nullptr; each = each->next) {
    each->owner = owner;
    tap_queue_packet(tap, pinfo, each);
  }
  forget(pinfo);
}

void forget(packet_info* pinfo) {
  if (!wanted()) return;
  Waiting* waiting = waiting_of(pinfo);
  if (waiting == nullptr) return;
  waiting->first = waiting->last = nullptr;
}

void go_to(int new_tap) { tap = new_tap; }

}  // namespace godot::plugin::objects
