// SPDX-License-Identifier: MIT
// What the tree of a datagram and of its commands shows beside their bytes: derived items, as plain values in the order
// of the tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/derived/derived_items.h"
#include "analysis/enet/connections/connection.h"
#include "analysis/enet/problems/enet_problems.h"
#include "analysis/enet/shown/derived.h"
#include "analysis/link/completeness.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

/// What is derived of a datagram, a command or a connection.
class EnetItems : public DerivedItems<EnetField, 24> {
 public:
  /// Milliseconds to one decimal; hidden, because the tree shows the time itself.
  void tenths(EnetField row, Nanoseconds value);
};

/// Some expert information; written without allocation.
class Remarks {
 public:
  void add(EnetExpert row, bool is_so = true) {
    if (is_so) rows_[count_++] = row;
  }
  [[nodiscard]] const EnetExpert* begin() const noexcept { return rows_.data(); }
  [[nodiscard]] const EnetExpert* end() const noexcept { return rows_.data() + count_; }

 private:
  std::size_t count_ = 0;
  std::array<EnetExpert, 8> rows_;  // the first `count_` are written before they are read
};

/// Of a command: a connection that begins or ends; what its analysis has found, but for missing commands before it.
[[nodiscard]] Remarks remarks_on(const godot::enet::Command& command);
[[nodiscard]] Remarks remarks_on(const Finding& finding, const Sender& sender, bool is_first_pass);
/// Of the frame that shows first what the capture lacks.
[[nodiscard]] Remarks remarks_on(const Completeness& known, std::uint32_t frame);

/// What is known of a connection: a heading, and items below it. The handshake displays them. Elsewhere one line leads
/// there, and they are hidden.
struct ConnectionItems {
  EnetField heading = EnetField::enet_connection;  ///< a subtree with this label, or a link
  std::uint32_t frame = 0;                         ///< of the link; 0: it is a subtree
  std::array<char, 80> label = {};                 ///< of a link: appended
  EnetItems below;
};
/// In a datagram of `frame`, sent in this direction.
[[nodiscard]] ConnectionItems connection_items(const Stream& stream, Direction direction, std::uint32_t frame);

/// The analysis of a command, of a datagram; none: there is nothing to say. `other_side_in`: the frame of the same
/// datagram on the other side; 0: none.
[[nodiscard]] EnetItems analysis_items(const Finding& finding);
[[nodiscard]] EnetItems analysis_items(const Datagram& datagram, std::uint32_t other_side_in);

/// Why the commands before this one are missing, behind their numbers; null: nothing is said of them, or not yet: the
/// sender's throttle shows only in the whole capture. `unsent`: see is_unsent().
[[nodiscard]] const char* missing_because(const Finding& finding, bool unsent, bool is_first_pass, bool is_whole);

}  // namespace godot::analysis::enet
