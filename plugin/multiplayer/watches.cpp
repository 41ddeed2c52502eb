// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/watches.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "plugin/core/epan/glib_text.h"
#include "plugin/core/epan/user_table.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/settings/text_records.h"
#include "plugin/facts/collector.h"
#include "plugin/game/peer_labels.h"
#include "plugin/show/requests.h"

namespace godot::plugin {
namespace {

constexpr UserTable<4> watches_table = {
    .title = "Godot watches",
    .file = "godot_watches",
    .preference = "watches",
    .preference_title = "Watches",
    .help = "Numbers of the game that become fields godot.watch.NAME: columns, filters, graphs",
    .columns = {{{"name", "Name", "The field will be godot.watch.NAME"},
                 {"node", "Node", "Path of the node, with * and ?"},
                 {"what", "Property or argument",
                  "position, or [0] for the first property; move(direction), or move(0) for the first argument"},
                 {"component", "Component", "x, size.y, origin.z ...; empty for plain numbers"}}}};

struct WatchRecord {
  char* name;
  char* node;
  char* what;
  char* component;
};

analysis::plots::WatchTarget target_of(const WatchRecord& record) {
  return {.node = text_of(record.node), .what = text_of(record.what), .component = text_of(record.component)};
}

const char* fault_of(const WatchRecord& record) {
  if (is_empty(record.name) || proto_check_field_name_lower(record.name) != 0)
    return "The name becomes a filter: lower case letters, digits, - _ and . only";
  static std::string fault;
  fault = analysis::plots::fault_of(target_of(record));
  return fault.empty() ? nullptr : fault.c_str();
}

TextTable<WatchRecord, fault_of> watch_table;

/// A row's field, which is kept as long as the row's name stays: columns and filters refer to it. epan keeps its
/// address until it frees deregistered fields.
struct WatchField {
  int id;
  hf_register_info info;
};
std::vector<WatchField*> fields;  // of the rows, as they were at the last change

void forget_field(WatchField* field) {
  proto_deregister_field(protocols.godot, field->id);
  // The field's description is in it, and epan needs that until nothing refers to the field.
  proto_add_deregistered_data(field);
}

void forget_fields() {
  for (WatchField* field : std::exchange(fields, {})) forget_field(field);
}

WatchField* make_field(const char* name) {
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

void make_fields() {
  std::vector<WatchField*> before = std::exchange(fields, {});
  for (const WatchRecord& row : watch_table.rows()) {
    const auto kept = std::find_if(before.begin(), before.end(), [&](const WatchField* field) {
      return std::strcmp(field->info.hfinfo.name, row.name) == 0;
    });
    fields.push_back(kept != before.end() ? *kept : make_field(row.name));
    if (kept != before.end()) before.erase(kept);
  }
  for (WatchField* field : before) forget_field(field);
}

}  // namespace

bool watches_in_use() noexcept { return !fields.empty() || facts_are_read(analysis::Extent::numbers); }

void add_watches(const WatchedPlace& place, const WatchedValue& where, const ValueNumbers& numbers) {
  if (where.node == nullptr || place.message.is_copy()) return;
  Collector* facts = numbers.count != 0 ? collected_facts(place.pinfo) : nullptr;
  if (facts != nullptr && facts->with_numbers) {
    const Ends ends = ends_of(place.pinfo, place.message, place.route);
    facts->numbers.add(facts->arena(), where, numbers, ends.from, ends.to);
  }
  if (place.tree == nullptr) return;
  for (std::size_t i = 0; i < fields.size() && i < watch_table.rows().size(); ++i) {
    const analysis::plots::WatchTarget target = target_of(watch_table.rows()[i]);
    if (!analysis::plots::looks_at(target, where)) continue;
    const ValueNumbers::Number* number = analysis::plots::number_of(target, numbers);
    if (number == nullptr) continue;
    proto_item_set_generated(
        proto_tree_add_double(place.tree, fields[i]->id, place.tvb, place.begin, place.length, number->value));
  }
}

std::vector<analysis::plots::Watch> watches_now() {
  std::vector<analysis::plots::Watch> all;
  for (const WatchRecord& row : watch_table.rows())
    all.push_back({row.name, row.node, row.what, text_of(row.component)});
  return all;
}

std::string add_watch(const analysis::plots::Watch& row) {
  WatchRecord record = {const_cast<char*>(row.name.c_str()), const_cast<char*>(row.node.c_str()),
                        const_cast<char*>(row.what.c_str()), const_cast<char*>(row.component.c_str())};
  if (const char* fault = fault_of(record)) return fault;
  bridge::add_row(watch_table.table(), &record);
  const std::string error = bridge::save_table(watch_table.table());
  make_fields();
  return error;
}

std::string profile_file(const char* name) {
  const std::string folder = taken(g_path_get_dirname(bridge::path_of_table(watch_table.table()).c_str()));
  return taken(g_build_filename(folder.c_str(), name, nullptr));
}

void register_watches() {
  known_environment().watches = watches_now;
  watch_table.register_table(
      watches_table, {.changed = make_fields, .forgotten = forget_fields, .affects_fields = true, .of_profile = true});
}

}  // namespace godot::plugin
