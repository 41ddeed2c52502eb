// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/output/tables.h"
#include "analysis/report/option_text.h"
#include "plugin/core/preferences.h"
#include "plugin/show/command_line.h"
#include "plugin/show/feed.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

using analysis::report::Cell;
using analysis::report::Column;
using analysis::report::Question;
using analysis::report::Report;
using Answer = std::unique_ptr<Question>;
using Table = analysis::StatisticsTable;

Answer ask(const Table& table) { return table.make({.nodes_apart = keeps_nodes_apart()}); }

Feed::Extent extent_of(const Table& table) {
  return table.needs_problems ? Feed::Extent::problems : Feed::Extent::facts;
}

// --- tshark ---------------------------------------------------------------------------------------------------------

using analysis::report::Writer;
struct Form {
  const char* name;
  Writer write;
};
constexpr Form forms[] = {{"csv", analysis::report::write_csv}, {"json", analysis::report::write_json}};

/// A table that was requested with -z.
struct Printing {
  const Table& table;
  Writer write;
  Feed feed{extent_of(table)};
  Answer question = nullptr;
};

/// Tables with the same frames share one listener, because Wireshark goes through all listeners for each tap of each
/// packet. They live until the program ends.
using Printings = std::vector<std::unique_ptr<Printing>>;

extern "C" {
static void reset_printings(void* data) {
  for (const auto& printing : *static_cast<Printings*>(data)) printing->question = ask(printing->table);
}
static tap_packet_status print_frame(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  for (const auto& printing : *static_cast<Printings*>(data)) {
    if (analysis::facts::Frame* frame = printing->feed.frame(pinfo)) printing->question->take(*frame);
  }
  return TAP_PACKET_DONT_REDRAW;
}
/// Prints the last table first, as tshark does with its own.
static void print_tables(void* data) {
  const auto& printings = *static_cast<Printings*>(data);
  // NOLINTNEXTLINE(modernize-loop-convert): not every compiler has views
  for (auto printing = printings.rbegin(); printing != printings.rend(); ++printing) {
    (*printing)->write((*printing)->question->answer(),
                       [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
  }
}
}

/// Behind the name: ",csv,filter", ",filter" or nothing.
void begin_printing(const char* argument, const void* row) {
  static Printings unfiltered;
  const Table& table = *static_cast<const Table*>(row);
  analysis::report::OptionText text(argument, table.name);
  const auto* form =
      std::find_if(std::begin(forms), std::end(forms), [&](const Form& each) { return text.take(each.name); });
  const std::string filter(text.rest());
  Printings& printings = filter.empty() ? unfiltered : *new Printings;
  // NOLINTNEXTLINE(modernize-make-unique): not every compiler makes an aggregate so
  printings.push_back(std::unique_ptr<Printing>(
      new Printing{.table = table, .write = form != std::end(forms) ? form->write : analysis::report::write_text}));
  printings.back()->question = ask(table);
  if (printings.size() > 1) return;
  listen_to_frames(argument, {.data = &printings, .begin = reset_printings, .add = print_frame, .finish = print_tables},
                   filter.empty() ? nullptr : filter.c_str());
}

// --- The window, and sharkd -----------------------------------------------------------------------------------------

/// A table in a window or in sharkd. Wireshark does not call the table before it draws it. So a second listener fills
/// the table: it is registered after Wireshark's, and called before it.
struct Showing {
  const Table* table = nullptr;
  stat_tap_table* rows = nullptr;  ///< null: the table is not shown
  std::unique_ptr<Feed> feed;
  Answer question;
  bool draws = false;
  std::uint32_t last_frame = 0;  ///< counts a frame once, if two windows show one table

  [[nodiscard]] bool is_of(const stat_tap_table_ui* ui) const { return std::strcmp(table->name, ui->cli_string) == 0; }
};
std::vector<Showing> showings;  ///< of each table; as long as Wireshark runs

/// The window sorts a new table by its first column, in ascending order. So that column has the row's position in the
/// answer, and 0 for the sum.
constexpr Column rank = {"rank", "#", Column::Type::count, 0};

/// Until 4.4 the window shows six decimals, whatever the column's format (Wireshark:
/// ui/qt/simple_statistics_dialog.cpp).
double rounded(double number, int decimals) {
  constexpr double base = 10;
  const double scale = std::pow(base, decimals);
  return std::round(number * scale) / scale;
}

bool is_text(const Column& column) { return column.type == Column::Type::text; }
bool is_whole(const Column& column) {
  return column.type == Column::Type::count || (!is_text(column) && column.decimals == 0);
}

/// When the window sorts rows, it takes both cells for what the first one is: a text beside a number would be a wrong
/// pointer. So a number that is unknown has no type, which is shown as an empty cell (sharkd: null).
stat_tap_table_item_type item_of(const Column& column, const Cell& cell) {
  stat_tap_table_item_type item = {};
  if (is_text(column)) {
    item.type = TABLE_ITEM_STRING;
    item.value.string_value = g_strdup(analysis::report::text_of(column, cell).c_str());
    return item;
  }
  if (cell.type != Cell::Type::count && cell.type != Cell::Type::number) return item;
  const double number =
      cell.type == Cell::Type::number ? rounded(cell.number, column.decimals) : static_cast<double>(cell.count);
  const bool fits = number >= 0 && number <= std::numeric_limits<std::uint32_t>::max();
  if (is_whole(column) && fits) {
    item.type = TABLE_ITEM_UINT;
    item.value.uint_value = static_cast<unsigned>(number);
  } else if (!is_whole(column) && !bridge::tables_have_formats && has_window()) {
    // It prints a number with six decimals. Spaces in front keep the order of rows sorted by it.
    item.type = TABLE_ITEM_STRING;
    item.value.string_value = g_strdup_printf("%14.*f", column.decimals, number);
  } else if (!is_whole(column) || !bridge::tables_have_formats) {
    item.type = TABLE_ITEM_FLOAT;
    item.value.float_value = number;
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
  const Report report = showing.question->answer();
  stat_tap_table& rows = *showing.rows;
  const bool has_sum = !report.sum.empty() && !report.rows.empty();
  const auto count = static_cast<unsigned>(report.rows.size() + (has_sum ? 1 : 0));
  empty(rows, count);
  std::vector<stat_tap_table_item_type> items(report.columns.size() + 1);
  for (unsigned row = 0; row != count; ++row) {
    if (row < rows.num_elements) {
      for (unsigned i = 0; i != rows.num_fields; ++i) free_text(rows.elements[row][i]);
    }
    const bool is_sum = row == report.rows.size();
    const analysis::report::Row& cells = is_sum ? report.sum : report.rows[row];
    items[0] = {};
    items[0].type = TABLE_ITEM_UINT;
    items[0].value.uint_value = is_sum ? 0 : row + 1;
    for (std::size_t i = 0; i != cells.size(); ++i) items[i + 1] = item_of(report.columns[i], cells[i]);
    stat_tap_init_table_row(&rows, row, static_cast<unsigned>(items.size()), items.data());
  }
}

extern "C" {
static tap_packet_status ask_to_draw(void*, packet_info*, epan_dissect_t*, const void*, tap_flags_t) {
  return TAP_PACKET_REDRAW;
}
static void draw_first(void* data) { fill(*static_cast<Showing*>(data)); }
}

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

extern "C" {
static void reset_showing(stat_tap_table* rows) {
  Showing* showing = showing_of(rows);
  if (showing == nullptr) return;
  showing->question = ask(*showing->table);
  showing->last_frame = 0;
  empty(*rows, 0);
}
static void free_item(stat_tap_table* rows, unsigned row, unsigned column, stat_tap_table_item_type* item) {
  free_text(*item);
  if (row != 0 || column != 0) return;
  Showing* showing = showing_of(rows);
  if (showing != nullptr) end_showing(*showing);
}
static tap_packet_status show_frame(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  const auto* stat = static_cast<const stat_data_t*>(data);
  Showing* showing = showing_of(g_array_index(stat->stat_tap_data->tables, stat_tap_table*, 0));
  if (showing == nullptr || showing->last_frame == pinfo->num) return TAP_PACKET_DONT_REDRAW;
  showing->last_frame = pinfo->num;
  if (!showing->draws) {
    GString* error = register_tap_listener("frame", showing, nullptr, TL_REQUIRES_NOTHING, nullptr, ask_to_draw,
                                           draw_first, nullptr);
    if (error != nullptr) g_string_free(error, TRUE);
    showing->draws = error == nullptr;
  }
  analysis::facts::Frame* frame = showing->feed->frame(pinfo);
  if (frame != nullptr) showing->question->take(*frame);
  return TAP_PACKET_REDRAW;
}
}

extern "C" {
static void begin_showing(stat_tap_table_ui* ui) {
  Showing& showing =
      *std::find_if(showings.begin(), showings.end(), [ui](const Showing& each) { return each.is_of(ui); });
  end_showing(showing);
  showing.question = ask(*showing.table);
  showing.feed = std::make_unique<Feed>(extent_of(*showing.table));
  showing.last_frame = 0;
  // The table already exists if a filter is applied.
  showing.rows = stat_tap_find_table(ui, showing.table->title);
  if (showing.rows != nullptr) return empty(*showing.rows, 0);
  showing.rows = stat_tap_init_table(showing.table->title, static_cast<int>(ui->nfields), 0, nullptr);
  stat_tap_add_table(ui, showing.rows);
}
}

stat_tap_table_item field_of(const Column& column) {
  constexpr std::array<const char*, 4> formats = {"%.0f", "%.1f", "%.2f", "%.3f"};
  return {.type = is_text(column)    ? TABLE_ITEM_STRING
                  : is_whole(column) ? TABLE_ITEM_UINT
                                     : TABLE_ITEM_FLOAT,
          .align = is_text(column) ? TAP_ALIGN_LEFT : TAP_ALIGN_RIGHT,
          .column_name = column.title,
          .field_format = is_text(column)    ? "%s"
                          : is_whole(column) ? "%u"
                                             : formats[static_cast<std::size_t>(column.decimals)]};
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
  // tshark uses the first registration of a name. The window's table alone would be printed without separate columns.
  register_option(table.name, begin_printing, &table);
}

const Table* table_named(std::string_view name) {
  const auto tables = analysis::statistics_tables();
  return &*std::find_if(tables.begin(), tables.end(), [name](const Table& each) { return each.name == name; });
}

}  // namespace

/// The table of all packets, in a window of its own: Wireshark's, which the menu Statistics opens, cannot be opened
/// from here, and cuts long cells.
void show_table(const char* name, std::string (*write)(const Report& report)) {
  const Table* table = table_named(name);
  Printings one;
  // NOLINTNEXTLINE(modernize-make-unique): not every compiler makes an aggregate so
  one.push_back(std::unique_ptr<Printing>(new Printing{.table = *table, .write = nullptr}));
  one.front()->question = ask(*table);
  const std::string error = listen_once({.data = &one, .begin = reset_printings, .add = print_frame});
  if (!error.empty()) return show_text(table->title, error);
  show_text(table->title, write(one.front()->question->answer()));
}

void register_tables() {
  const auto tables = analysis::statistics_tables();
  showings = std::vector<Showing>(tables.size());
  for (std::size_t i = 0; i != tables.size(); ++i) {
    showings[i].table = &tables[i];
    register_table(tables[i]);
  }
}

}  // namespace godot::plugin
