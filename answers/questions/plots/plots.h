// SPDX-License-Identifier: MIT
// The numbers of a game that can be plotted: properties and arguments that were seen, with their components and
// receivers. The list has exactly what a watch of the table godot_watches can find, under the names that it accepts; so
// a row's count is that of the watch's field.
//
// Also the lines for Statistics > I/O Graphs: the profile's file `io_graphs`, in which Wireshark keeps them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/facts/watches.h"
#include "answers/tables/report.h"

namespace godot::analysis::plots {

/// A number of a message.
struct PlottedNumber {
  std::string_view node;       ///< the node's path, as tables show it
  std::string_view what;       ///< in a watch's notation: position, always #0, move(direction), move(0)
  std::string_view component;  ///< x, size.y; empty: the value is the number
  std::string_view from;
  std::string_view to;
  double value;
};

/// A value with numbers, of a chain of them; in packet scope.
struct SeenNumbers {
  SeenNumbers* next;
  const char* node;  ///< path; #7, or empty, if it is not known
  const char* what;  ///< what the number is of, as in PlottedNumber
  const char* from;
  const char* to;
  ValueNumbers numbers;
};

/// Those of a frame, in the order of its values.
struct NumbersOfFrame {
  SeenNumbers* first = nullptr;
  SeenNumbers* last = nullptr;

  /// The numbers of a value, whose node is known. `from`, `to`: the message's; texts live as long as the arena.
  void add(const Arena& arena, const WatchedValue& where, const ValueNumbers& numbers, const char* from,
           const char* to);
};

/// A row of the table godot_watches, which makes the field godot.watch.NAME.
struct Watch {
  std::string name;
  std::string node;
  std::string what;
  std::string component;
};

/// A curve of an I/O graph.
struct Curve {
  std::string name;    ///< the name in the graph's legend
  std::string filter;  ///< the packets that count; empty: all
  std::string field;   ///< the field that is drawn: godot.watch.NAME
};

/// A requested plot, or the reason why it is impossible.
struct Choice {
  Watch watch;
  std::vector<Curve> curves;
  std::string refusal;  ///< a sentence; empty: the plot is valid
};

class Plots {
 public:
  void add(const PlottedNumber& seen);
  /// The numbers of all values that a watch can find: those with a meaning, of nodes whose path is known. A watch uses
  /// the first number with a name.
  void add_all(const SeenNumbers* first);

  [[nodiscard]] bool empty() const noexcept { return plots_.empty(); }

  /// A row for each number and receiver. `used`: watches that exist; their names are kept, and not given to others.
  [[nodiscard]] report::Report answer(std::span<const Watch> used = {}) const;

  /// A numbered line for each number, for users to choose from.
  [[nodiscard]] std::string list() const;

  /// `wanted`: an index in the list, or NODE:PROPERTY.COMPONENT as in the list, with or without the question marks of
  /// guessed names; :PROPERTY.COMPONENT if only one node has it. `receivers`: names as in the list,
  /// separated by commas, with a curve each; * for all of them; empty for all in one curve.
  [[nodiscard]] Choice choose(std::string_view wanted, std::string_view receivers,
                              std::span<const Watch> used = {}) const;

 private:
  struct Key {
    std::string node;
    std::string what;
    std::string component;
    [[nodiscard]] auto operator<=>(const Key&) const = default;
    [[nodiscard]] std::string text() const;  ///< The key as one text: NODE:PROPERTY.COMPONENT.
  };
  struct View {
    std::uint64_t count = 0;
    double least = 0;
    double most = 0;
    void add(double value) noexcept;
    void add(const View& other) noexcept;
  };
  using Ends = std::pair<std::string, std::string>;  ///< names of the sender and the receiver
  using Views = std::map<Ends, View, std::less<>>;

  [[nodiscard]] std::vector<Watch> watches(std::span<const Watch> used) const;
  [[nodiscard]] std::vector<std::string> receivers(const Views& views) const;
  [[nodiscard]] std::string refusal_of(std::string_view wanted) const;

  std::map<Key, Views> plots_;
  std::size_t rows_ = 0;
  std::uint64_t left_out_ = 0;  ///< numbers of rows beyond `most_rows`
};

/// Maximum number of rows.
inline constexpr std::size_t most_rows = 100'000;

/// The file `io_graphs` with these curves first and enabled: other lines stay, disabled. `window_filter`: the display
/// filter of the window, for which Wireshark adds a line of its own unless the file has one.
[[nodiscard]] std::string graph_lines(std::string_view file, std::span<const Curve> curves,
                                      std::string_view window_filter = {});

/// The lines of `io_graphs` that are enabled, without that word, behind a comment: what restored_lines() enables again.
/// A file without lines stands for the one that Wireshark shows then.
[[nodiscard]] std::string enabled_lines(std::string_view file);

/// The file `io_graphs` with exactly these lines enabled, `remembered` by enabled_lines(); others stay, disabled.
[[nodiscard]] std::string restored_lines(std::string_view file, std::string_view remembered);

/// The file `plots` of Wireshark 4.6 with these curves last, in a plot of their own: a point for each value.
[[nodiscard]] std::string plot_lines(std::string_view file, std::span<const Curve> curves);

/// A line of one of Wireshark's tables, as Wireshark writes it; for a watch, with the characters of its texts.
[[nodiscard]] std::string table_row(std::span<const std::string> cells);
[[nodiscard]] std::string table_row(const Watch& watch);

}  // namespace godot::analysis::plots
