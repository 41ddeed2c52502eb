// SPDX-License-Identifier: GPL-2.0-or-later
// The statistics tables of the analysis, in the window under Statistics, and in sharkd. tshark prints them by its
// options (answers/options/options.h), which are registered before: it uses the first registration of a name, and the
// window's table would be printed without separate columns.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "answers/options/options.h"
#include "answers/tables/window_cell.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/show/feed.h"
#include "plugin/show/listener.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

using analysis::report::Column;
using analysis::report::WindowCell;
using Answer = std::unique_ptr<analysis::report::Question>;
using Table = analysis::StatisticsTable;

Answer ask(const Table& table) { return table.make({.nodes_apart = preferences::nodes_apart()}); }

/// A table in a window or in sharkd. Wireshark does not call the table before it draws it. So a second listener fills
/// the table: it is registered after Wireshark's, and called before it.
struct Showing {
  const Table* table = nullptr;
  stat_tap_table* rows = nullptr;  ///< null: the table is not shown
  std::unique_ptr<Feed> feed;
  Answer question;
  analysis::report::NotJudgedReasons not_judged;
  bool draws = false;
  std::uint32_t last_frame = 0;  ///< counts a frame once, if two windows show one table

  [[nodiscard]] bool is_of(const stat_tap_table_ui* ui) const { return std::strcmp(table->name, ui->cli_string) == 0; }
};
std::vector<Showing> showings;  ///< of each table; as long as Wireshark runs

/// The window sorts a new table by its first column, in ascending order.
constexpr Column rank = {"rank", "#", Column::Type::count, 0};

/// Until 4.4 the window shows six decimals, whatever the column's format (Wireshark:
/// ui/qt/simple_statistics_dialog.cpp); sharkd gives the number itself.
analysis::report::Decimals decimals() {
  using analysis::report::Decimals;
  if (bridge::tables_have_formats) return Decimals::of_column;
  return has_window() ? Decimals::always_six_for_readers : Decimals::always_six;
}

stat_tap_table_item_type item_of(const WindowCell& cell) {
  stat_tap_table_item_type item = {};  // without a type, which is shown as an empty cell (sharkd: null)
  switch (cell.type) {
    case WindowCell::Type::empty: break;
    case WindowCell::Type::whole:
      item.type = TABLE_ITEM_UINT;
      item.value.uint_value = cell.whole;
      break;
    case WindowCell::Type::number:
      item.type = TABLE_ITEM_FLOAT;
      item.value.float_value = cell.number;
      break;
    case WindowCell::Type::text:
      item.type = TABLE_ITEM_STRING;
      item.value.string_value = g_strdup(cell.text.c_str());
      break;
  }
  return item;
}

void free_text(stat_tap_table_item_type& item) {
  if (item.type != TABLE_ITEM_STRING) return;
  g_free(const_cast<char*>(item.value.string_value));
  item.type = TABLE_ITEM_NONE;
}

void empty(stat_tap_table& rows, unsigned from) {
  for (unsigned row = from; row < rows.num_elements; ++row) {
    for (unsigned i = 0; i != rows.num_fields; ++i) free_text(rows.elements[row][i]);
    g_free(rows.elements[row]);
  }
  rows.num_elements = std::min(rows.num_elements, from);
}

void fill(Showing& showing) {
  if (showing.rows == nullptr || showing.question == nullptr) return;
  const auto shown = window_rows(showing.question->answer(), showing.not_judged.list(environment().advice_now()),
                                 decimals(), has_window());
  stat_tap_table& rows = *showing.rows;
  empty(rows, static_cast<unsigned>(shown.size()));
  std::vector<stat_tap_table_item_type> items(rows.num_fields);
  for (unsigned row = 0; row != shown.size(); ++row) {
    if (row < rows.num_elements) {
      for (unsigned i = 0; i != rows.num_fields; ++i) free_text(rows.elements[row][i]);
    }
    std::transform(shown[row].begin(), shown[row].end(), items.begin(), item_of);
    stat_tap_init_table_row(&rows, row, static_cast<unsigned>(items.size()), items.data());
  }
}

tap_packet_status ask_to_draw(void*, packet_info*, epan_dissect_t*, const void*, tap_flags_t) {
  return TAP_PACKET_REDRAW;
}
void draw_first(void* data) { fill(*static_cast<Showing*>(data)); }

Showing* showing_of(const stat_tap_table* rows) {
  for (Showing& showing : showings) {
    if (showing.rows == rows) return &showing;
  }
  return nullptr;
}

void end_showing(Showing& showing) {
  if (showing.draws) remove_tap_listener(&showing);
  showing.draws = false;
  showing.feed = nullptr;
  showing.question = nullptr;
  showing.rows = nullptr;
}

void reset_showing(stat_tap_table* rows) {
  Showing* showing = showing_of(rows);
  if (showing == nullptr) return;
  showing->question = ask(*showing->table);
  showing->not_judged = not_judged_by(*showing->table);
  showing->last_frame = 0;
  empty(*rows, 0);
}
void free_item(stat_tap_table* rows, unsigned row, unsigned column, stat_tap_table_item_type* item) {
  free_text(*item);
  if (row != 0 || column != 0) return;
  Showing* showing = showing_of(rows);
  if (showing != nullptr) end_showing(*showing);
}
tap_packet_status show_frame(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  const auto* stat = static_cast<const stat_data_t*>(data);
  Showing* showing = showing_of(g_array_index(stat->stat_tap_data->tables, stat_tap_table*, 0));
  if (showing == nullptr || showing->last_frame == pinfo->num) return TAP_PACKET_DONT_REDRAW;
  if (pinfo->num != showing->last_frame + 1) showing->not_judged.set_filtered();
  showing->last_frame = pinfo->num;
  if (!showing->draws) {
    showing->draws = listen({.data = showing, .add = ask_to_draw, .finish = draw_first}).empty();
  }
  analysis::facts::Frame* frame = showing->feed->frame(pinfo);
  if (frame != nullptr) {
    showing->question->take(*frame);
    showing->not_judged.add(*frame);
  }
  return TAP_PACKET_REDRAW;
}

void begin_showing(stat_tap_table_ui* ui) {
  Showing& showing =
      *std::find_if(showings.begin(), showings.end(), [ui](const Showing& each) { return each.is_of(ui); });
  end_showing(showing);
  showing.question = ask(*showing.table);
  showing.not_judged = not_judged_by(*showing.table);
  showing.feed = std::make_unique<Feed>(extent_of(*showing.table));
  showing.last_frame = 0;
  // The table already exists if a filter is applied.
  showing.rows = stat_tap_find_table(ui, showing.table->title);
  if (showing.rows != nullptr) return empty(*showing.rows, 0);
  showing.rows = stat_tap_init_table(showing.table->title, static_cast<int>(ui->nfields), 0, nullptr);
  stat_tap_add_table(ui, showing.rows);
}

stat_tap_table_item field_of(const Column& column) {
  constexpr std::array<const char*, 4> formats = {"%.0f", "%.1f", "%.2f", "%.3f"};
  stat_tap_table_item field = {
      .type = TABLE_ITEM_STRING, .align = TAP_ALIGN_RIGHT, .column_name = column.title, .field_format = "%s"};
  switch (type_of(column)) {
    case WindowCell::Type::whole:
      field.type = TABLE_ITEM_UINT;
      field.field_format = "%u";
      break;
    case WindowCell::Type::number:
      field.type = TABLE_ITEM_FLOAT;
      field.field_format = formats[static_cast<std::size_t>(column.decimals)];
      break;
    default: field.align = TAP_ALIGN_LEFT;
  }
  return field;
}

/// What Wireshark keeps pointers to, as long as it runs.
struct Registration {
  std::vector<stat_tap_table_item> fields;
  stat_tap_table_ui window = {};
};

void register_table(const Table& table) {
  static tap_param parameters[] = {{PARAM_FILTER, "filter", "Filter", nullptr, TRUE}};
  auto* registration = new Registration;
  std::vector<stat_tap_table_item>& fields = registration->fields;
  fields.push_back(field_of(rank));
  for (const Column& column : ask(table)->answer().columns) fields.push_back(field_of(column));
  stat_tap_table_ui& window = registration->window;
  // In the group GENERIC it would be in no menu.
  window.group = REGISTER_PACKET_STAT_GROUP_UNSORTED;
  window.title = table.title;
  window.tap_name = "frame";
  window.cli_string = table.name;
  window.stat_tap_init_cb = begin_showing;
  window.packet_func = show_frame;
  window.stat_tap_reset_table_cb = reset_showing;
  window.stat_tap_free_table_item_cb = free_item;
  window.nfields = fields.size();
  window.fields = fields.data();
  window.nparams = std::size(parameters);
  window.params = parameters;
  register_stat_tap_table_ui(&window);
}

}  // namespace

void register_tables() {
  const auto tables = analysis::statistics_tables();
  showings = std::vector<Showing>(tables.size());
  for (std::size_t i = 0; i != tables.size(); ++i) {
    showings[i].table = &tables[i];
    register_table(tables[i]);
  }
}

}  // namespace godot::plugin
