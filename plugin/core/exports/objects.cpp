// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/exports/objects.h"

#include <new>

#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"

namespace godot::plugin::objects {
namespace {

constexpr std::uint32_t waiting_key = 4;  // key of `godot`'s packet data

guint export_objects_from = 128;
int tap = -1;

struct Waiting {
  Object* first;
  Object** end;
  std::uint32_t count;
};

Waiting* waiting_of(packet_info* pinfo) {
  return static_cast<Waiting*>(p_get_proto_data(pinfo->pool, pinfo, protocols.godot, waiting_key));
}

}  // namespace

bool wanted() noexcept { return have_tap_listener(tap) != 0; }

namespace {

void add(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what) {
  if (!wanted() || pinfo->flags.in_error_pkt != 0) return;
  const bool is_whole = static_cast<std::int64_t>(tvb_captured_length(tvb)) - begin >= length;
  if (length <= 0 || !is_whole) return;
  Waiting* waiting = waiting_of(pinfo);
  if (waiting == nullptr) {
    waiting = new (wmem_alloc(pinfo->pool, sizeof(Waiting))) Waiting{.first = nullptr, .end = nullptr, .count = 0};
    waiting->end = &waiting->first;
    p_add_proto_data(pinfo->pool, pinfo, protocols.godot, waiting_key, waiting);
  }
  auto* object = new (wmem_alloc(pinfo->pool, sizeof(Object))) Object{.next = nullptr,
                                                                      .tvb = tvb,
                                                                      .begin = begin,
                                                                      .length = length,
                                                                      .what = what,
                                                                      .index = waiting->count++,
                                                                      .owner = {}};
  *waiting->end = object;
  waiting->end = &object->next;
}

}  // namespace

void found(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* what) {
  if (length > 0 && static_cast<guint>(length) >= export_objects_from) add(pinfo, tvb, begin, length, what);
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
  waiting->first = nullptr;
  waiting->end = &waiting->first;
}

void go_to(int new_tap) { tap = new_tap; }

void register_preferences_of_objects() {
  constexpr guint decimal = 10;
  prefs_register_uint_preference(
      preferences_module(), "export_objects_from", "Export objects from this size",
      "Smallest size in bytes of a raw message or PackedByteArray that File > Export Objects > Godot lists", decimal,
      &export_objects_from);
}

}  // namespace godot::plugin::objects
