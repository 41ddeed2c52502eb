// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics of a protocol: a tap, and a tree below the menu Statistics (tshark -z NAME,tree) that listens to it.
#pragma once

#include <array>
#include <iterator>
#include <span>

#include "analysis/facts/counts.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {

namespace detail {

using analysis::CountedTitle;

/// `nodes` gets Wireshark's ids of the titles.
void begin_tree(stats_tree* tree, std::span<const CountedTitle> titles, int* nodes);
void forget_tree(stats_tree* tree);

/// The rows of a tree.
class TreeCounts final : public analysis::Counts {
 public:
  TreeCounts(stats_tree* tree, std::span<const CountedTitle> titles, const int* nodes)
      : tree_(tree), titles_(titles), nodes_(nodes) {}

  void alone(unsigned title) override;
  void size(unsigned title, std::uint32_t number) override;
  void entry(unsigned title, const char* name) override;
  int entry(unsigned title, const char* name, std::uint32_t number, bool has_entries) override;
  int below(int row, const char* name, std::uint32_t number, bool has_entries, bool from_wire) override;

 private:
  stats_tree* tree_;
  std::span<const CountedTitle> titles_;
  const int* nodes_;
};

}  // namespace detail

/// `Counted`: the tap's data, which says where it counts.
template <class Counted>
class Statistics {
 public:
  /// `name`: of the tap and the tree; `menu`: where the tree is listed.
  constexpr Statistics(const char* name, const char* menu) noexcept : name_(name), menu_(menu) {}

  void register_tree() {
    tap_ = register_tap(name_);
    stats_tree_register_plugin(name_, name_, menu_, 0, count, begin, detail::forget_tree);
  }

  /// True if the tap has listeners.
  [[nodiscard]] bool wanted() const { return have_tap_listener(tap_) != 0; }

  /// Queues what is counted for the listeners; it must live as long as the packet.
  void queue(packet_info* pinfo, const Counted* counted) const { tap_queue_packet(tap_, pinfo, counted); }

 private:
  static void begin(stats_tree* tree) { detail::begin_tree(tree, Counted::titles, nodes.data()); }
  static tap_packet_status count(stats_tree* tree, packet_info*, epan_dissect_t*, const void* counted, tap_flags_t) {
    detail::TreeCounts counts(tree, Counted::titles, nodes.data());
    static_cast<const Counted*>(counted)->count_in(counts);
    return TAP_PACKET_REDRAW;
  }

  static inline std::array<int, std::size(Counted::titles)> nodes = {};

  const char* name_;
  const char* menu_;
  int tap_ = -1;
};

/// Registers a table of response times. `tap`: whose data are `Counted`; null: the protocol's.
template <class Counted>
void register_response_times(int protocol, const char* tap) {
  const auto begin = [](register_srt_t*, GArray* tables) {
    const analysis::ResponseTimes& its = Counted::response_times;
    const auto rows = static_cast<int>(Counted::response_rows());
    srt_stat_table* table = init_srt_table(its.title, its.short_title, tables, rows, its.column, its.field, nullptr);
    for (int row = 0; row != rows; ++row)
      init_srt_table_row(table, row, Counted::response_row(static_cast<unsigned>(row)));
  };
  const auto count = [](void* data, packet_info* pinfo, epan_dissect_t*, const void* counted, tap_flags_t) {
    srt_stat_table* table = g_array_index(static_cast<const srt_data_t*>(data)->srt_array, srt_stat_table*, 0);
    static_cast<const Counted*>(counted)->each_response([&](unsigned row, std::int64_t nanoseconds) {
      const nstime_t begun = before(pinfo->abs_ts, nanoseconds);
      add_srt_table_data(table, static_cast<int>(row), &begun, pinfo);
    });
    return TAP_PACKET_REDRAW;
  };
  register_srt_table(protocol, tap, 1, count, begin, nullptr);
}

}  // namespace godot::plugin
