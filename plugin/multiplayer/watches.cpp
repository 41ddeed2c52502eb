// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/watches.h"

#include <cstdio>
#include <string_view>

#include "codec/core/number.h"
#include "plugin/core/fields.h"
#include "plugin/core/preferences.h"
#include "plugin/core/text_records.h"

namespace godot::plugin {
namespace {

struct WatchRecord {
  char* name;
  char* node;
  char* what;
  char* component;
};

// Set by Wireshark.
WatchRecord* records = nullptr;
guint record_count = 0;

// The fields of the last table; epan keeps the array's address until it frees deregistered fields.
hf_register_info* fields = nullptr;
guint field_count_now = 0;

UAT_CSTRING_CB_DEF(watch, name, WatchRecord)
UAT_CSTRING_CB_DEF(watch, node, WatchRecord)
UAT_CSTRING_CB_DEF(watch, what, WatchRecord)
UAT_CSTRING_CB_DEF(watch, component, WatchRecord)

extern "C" {

static bridge::Bool check_watch(void* record, char** error) {
  const auto* watch = static_cast<const WatchRecord*>(record);
  *error = nullptr;
  if (is_empty(watch->name) || proto_check_field_name_lower(watch->name) != 0) {
    *error = g_strdup("The name becomes a filter: lower case letters, digits, - _ and . only");
  } else if (is_empty(watch->node)) {
    *error = g_strdup("A node's path must be given; * fits every path");
  } else if (is_empty(watch->what)) {
    *error = g_strdup("A property (position, or [0]) or an argument (move(direction), or move(0)) must be given");
  }
  return *error == nullptr;
}

static void forget_fields() {
  for (guint i = 0; i < field_count_now; ++i) {
    proto_deregister_field(protocols.godot, *fields[i].p_id);
    g_free(fields[i].p_id);
  }
  // The array has the fields' descriptions, which epan needs until nothing refers to the fields.
  if (fields != nullptr) proto_add_deregistered_data(fields);
  fields = nullptr;
  field_count_now = 0;
}

static void make_fields() {
  forget_fields();
  if (record_count == 0) return;
  fields = g_new0(hf_register_info, record_count);
  field_count_now = record_count;
  for (guint i = 0; i < record_count; ++i) {
    fields[i].p_id = g_new(int, 1);
    *fields[i].p_id = -1;
    // epan frees the texts of deregistered fields.
    fields[i].hfinfo = {g_strdup(records[i].name),
                        g_strdup_printf("godot.watch.%s", records[i].name),
                        FT_DOUBLE,
                        BASE_NONE,
                        nullptr,
                        0,
                        g_strdup("A watch of the table godot_watches"),
                        HFILL};
  }
  proto_register_field_array(protocols.godot, fields, static_cast<int>(field_count_now));
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

/// True if `name` or `index` matches: "position" or "[0]".
bool is_called(std::string_view wanted, const char* name, std::uint32_t index, bool bracketed) {
  if (name != nullptr && wanted == name) return true;
  char place[16];
  std::snprintf(place, sizeof place, bracketed ? "[%u]" : "%u", index);
  return wanted == place;
}

bool looks_at(const WatchRecord& watch, const WatchedValue& where) {
  const std::string_view what = watch.what;
  const std::size_t open = what.find('(');
  if ((open != std::string_view::npos) != (where.method != nullptr)) return false;
  if (where.node == nullptr || g_pattern_match_simple(watch.node, where.node) == 0) return false;
  if (where.method == nullptr) return is_called(what, where.name, where.index, true);
  if (what.substr(0, open) != where.method || !what.ends_with(')')) return false;
  return is_called(what.substr(open + 1, what.size() - open - 2), where.name, where.index, false);
}

/// "godot.variant.vector2.x" has the component "x" of a value "vector2"; "godot.variant.int" is the value itself.
bool is_component(Field field, std::string_view component) {
  constexpr std::string_view prefix = "godot.variant.";
  std::string_view name = info(field).filter;
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) return component.empty() && (name == "int" || name == "float" || name == "bool");
  return name.substr(dot + 1) == component;
}

}  // namespace

void ValueNumbers::add(Field field, const Value& value) noexcept {
  if (count == most) return;
  double number = 0;
  switch (value.kind) {
    case Value::Kind::float32:
      number = info(field).type == FieldType::real ? as_written(static_cast<float>(value.real)) : value.real;
      break;
    case Value::Kind::float64: number = value.real; break;
    case Value::Kind::int_: number = static_cast<double>(value.int_); break;
    case Value::Kind::uint:
    case Value::Kind::boolean: number = static_cast<double>(value.uint); break;
    default: return;
  }
  if (value.kind == Value::Kind::boolean) number = value.uint != 0 ? 1 : 0;
  numbers[count++] = {field, number};
}

bool watches_in_use() noexcept { return field_count_now != 0; }

void add_watches(proto_tree* tree, tvbuff_t* tvb, int begin, int length, const WatchedValue& where,
                 const ValueNumbers& numbers) {
  if (tree == nullptr) return;
  for (guint i = 0; i < field_count_now && i < record_count; ++i) {
    if (!looks_at(records[i], where)) continue;
    const std::string_view component = records[i].component != nullptr ? records[i].component : "";
    for (std::uint32_t n = 0; n < numbers.count; ++n) {
      if (!is_component(numbers.numbers[n].field, component)) continue;
      proto_item_set_generated(
          proto_tree_add_double(tree, *fields[i].p_id, tvb, begin, length, numbers.numbers[n].value));
      break;
    }
  }
}

void register_watches() {
  uat_t* table = uat_new("Godot watches", sizeof(WatchRecord), "godot_watches", TRUE, &records, &record_count,
                         UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, nullptr, copy_texts<WatchRecord>, check_watch,
                         free_texts<WatchRecord>, make_fields, forget_fields, columns);
  prefs_register_uat_preference(preferences_module(), "watches", "Watches",
                                "Numbers of the game that become fields godot.watch.NAME: columns, filters, graphs",
                                table);
}

}  // namespace godot::plugin
