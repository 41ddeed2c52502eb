// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/watches.h"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/user_table.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/game/peer_labels.h"

namespace godot::plugin {
namespace {

using analysis::plots::SeenNumbers;

struct WatchRecord {
  char* name;
  char* node;
  char* what;
  char* component;
};

TextRecords<WatchRecord> records;

uat_t* table = nullptr;
int tap = -1;

/// A row's field, which is kept as long as the row's name stays: columns and filters refer to it. epan keeps its
/// address until it frees deregistered fields.
struct WatchField {
  int id;
  hf_register_info info;
};
WatchField** fields = nullptr;  // as many as there were records at the last change
guint field_count_now = 0;

UAT_CSTRING_CB_DEF(watch, name, WatchRecord)
UAT_CSTRING_CB_DEF(watch, node, WatchRecord)
UAT_CSTRING_CB_DEF(watch, what, WatchRecord)
UAT_CSTRING_CB_DEF(watch, component, WatchRecord)

analysis::plots::WatchTarget target_of(const WatchRecord& record) {
  return {.node = text_of(record.node), .what = text_of(record.what), .component = text_of(record.component)};
}

extern "C" {

static bridge::Bool check_watch(void* record, char** error) {
  const auto* watch = static_cast<const WatchRecord*>(record);
  *error = nullptr;
  if (is_empty(watch->name) || proto_check_field_name_lower(watch->name) != 0) {
    *error = g_strdup("The name becomes a filter: lower case letters, digits, - _ and . only");
  } else if (const std::string fault = analysis::plots::fault_of(target_of(*watch)); !fault.empty()) {
    *error = g_strdup(fault.c_str());
  }
  return *error == nullptr;
}

static void forget_field(WatchField* field) {
  proto_deregister_field(protocols.godot, field->id);
  // The field's description is in it, and epan needs that until nothing refers to the field.
  proto_add_deregistered_data(field);
}

static void forget_fields() {
  for (guint i = 0; i < field_count_now; ++i) forget_field(fields[i]);
  g_free(fields);
  fields = nullptr;
  field_count_now = 0;
}

static WatchField* make_field(const char* name) {
  auto* field = g_new0(WatchField, 1);
  field->id = -1;
  field->info.p_id = &field->id;
  // epan frees the texts of deregistered fields.
  field->info.hfinfo = {g_strdup(name),
                        g_strdup_printf("godot.watch.%s", name),
                        FT_DOUBLE,
                        BASE_NONE,
                        nullptr,
                        0,
                        g_strdup("A watch of the table godot_watches"),
                        HFILL};
  proto_register_field_array(protocols.godot, &field->info, 1);
  return field;
}

static void make_fields() {
  WatchField** before = fields;
  WatchField** now = records.count != 0 ? g_new0(WatchField*, records.count) : nullptr;
  for (guint i = 0; i < records.count; ++i) {
    for (guint old = 0; old < field_count_now && now[i] == nullptr; ++old) {
      if (before[old] != nullptr && std::strcmp(before[old]->info.hfinfo.name, records.rows[i].name) == 0)
        std::swap(now[i], before[old]);
    }
  }
  for (guint old = 0; old < field_count_now; ++old) {
    if (before[old] != nullptr) forget_field(before[old]);
  }
  for (guint i = 0; i < records.count; ++i) {
    if (now[i] == nullptr) now[i] = make_field(records.rows[i].name);
  }
  g_free(before);
  fields = now;
  field_count_now = records.count;
}

}  // extern "C"

uat_field_t columns[] = {
    UAT_FLD_CSTRING(watch, name, "Name", "The field will be godot.watch.NAME"),
    UAT_FLD_CSTRING(watch, node, "Node", "Path of the node, with * and ?"),
    UAT_FLD_CSTRING(watch, what, "Property or argument",
                    "position, or [0] for the first property; move(direction), or move(0) for the first argument"),
    UAT_FLD_CSTRING(watch, component, "Component", "x, size.y, origin.z ...; empty for plain numbers"),
    UAT_END_FIELDS,
};

constexpr guint32 seen_key = 0x6e756d62;

/// For the listeners of the tap: all values of a frame at once, because a frame may have more than a tap accepts.
void queue_numbers(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers) {
  packet_info* pinfo = place.pinfo;
  const Ends ends = ends_of(pinfo, place.message, place.route);
  auto* seen = static_cast<SeenNumbers*>(wmem_alloc(pinfo->pool, sizeof(SeenNumbers)));
  *seen = {nullptr, where.node, analysis::plots::notation_of(where, arena_of(pinfo)), ends.from, ends.to, numbers};
  auto* last = static_cast<SeenNumbers**>(p_get_proto_data(pinfo->pool, pinfo, protocols.godot, seen_key));
  if (last == nullptr) {
    last = wmem_new0(pinfo->pool, SeenNumbers*);
    p_add_proto_data(pinfo->pool, pinfo, protocols.godot, seen_key, last);
    tap_queue_packet(tap, pinfo, seen);
  } else {
    (*last)->next = seen;
  }
  *last = seen;
}

}  // namespace

bool watches_in_use() noexcept { return field_count_now != 0 || have_tap_listener(tap); }

void add_watches(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers) {
  if (place.tree == nullptr || where.node == nullptr) return;
  if (numbers.count != 0 && have_tap_listener(tap)) queue_numbers(place, where, numbers);
  for (guint i = 0; i < field_count_now && i < records.count; ++i) {
    const analysis::plots::WatchTarget target = target_of(records.rows[i]);
    if (!analysis::plots::looks_at(target, where)) continue;
    const ValueNumbers::Number* number = analysis::plots::number_of(target, numbers);
    if (number == nullptr) continue;
    proto_item_set_generated(
        proto_tree_add_double(place.tree, fields[i]->id, place.tvb, place.begin, place.length, number->value));
  }
}

std::vector<analysis::plots::Watch> watches_now() {
  std::vector<analysis::plots::Watch> all;
  for (const WatchRecord& row : records) all.push_back({row.name, row.node, row.what, text_of(row.component)});
  return all;
}

char* add_watch(const analysis::plots::Watch& row) {
  WatchRecord record = {const_cast<char*>(row.name.c_str()), const_cast<char*>(row.node.c_str()),
                        const_cast<char*>(row.what.c_str()), const_cast<char*>(row.component.c_str())};
  char* error = nullptr;
  if (!check_watch(&record, &error)) return error;
  bridge::add_row(table, &record);
  error = bridge::save_table(table);
  make_fields();
  return error;
}

char* profile_file(const char* name) {
  char* of_table = bridge::path_of_table(table);
  char* folder = g_path_get_dirname(of_table);
  char* path = g_build_filename(folder, name, nullptr);
  g_free(folder);
  g_free(of_table);
  return path;
}

void register_watches() {
  tap = register_tap(numbers_tap);
  table = uat_new("Godot watches", sizeof(WatchRecord), "godot_watches", TRUE, &records.rows, &records.count,
                  UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, nullptr, copy_texts<WatchRecord>, check_watch,
                  free_texts<WatchRecord>, make_fields, forget_fields, columns);
  prefs_register_uat_preference(preferences_module(), "watches", "Watches",
                                "Numbers of the game that become fields godot.watch.NAME: columns, filters, graphs",
                                table);
}

}  // namespace godot::plugin
