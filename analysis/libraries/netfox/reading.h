// SPDX-License-Identifier: MIT
// Reads a command of netfox, and derives what netfox does not send: paths for numbers, names for properties, what is
// wrong, one line of text. Nothing in here needs a destructor.
#pragma once

#include <algorithm>
#include <cstdint>

#include "analysis/libraries/netfox/checks.h"
#include "analysis/libraries/netfox/derived.h"
#include "analysis/libraries/netfox/snapshot_nodes.h"
#include "analysis/message/calls/library_items.h"
#include "base/line.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

class NetfoxItems : public LibraryItems<NetfoxField, problems::Netfox> {
 public:
  /// A remark that is no problem of the game.
  virtual void note(NetfoxExpert note) = 0;

 protected:
  ~NetfoxItems() = default;  // never owned through this interface
};

class NetfoxReading : public netfox::PacketSink {
 public:
  /// A value that was read. It fits into two registers: this runs for each value.
  struct Value {
    const char* name = nullptr;  ///< of its property; null: unknown
    bool is_news = false;        ///< not an input that was sent before
    bool is_again = false;
  };

  /// `text_limit`: characters after which no further node is added to the text. `has_facts`: every value is needed.
  NetfoxReading(const LibraryMessage& message, const NetfoxCommand& command, const NetfoxNames& names,
                NetfoxItems& items, std::uint32_t text_limit, bool has_facts) noexcept
      : message_(message),
        command_(command),
        items_(items),
        names_(names),
        text_limit_(text_limit),
        has_facts_(has_facts),
        text_(message.host.arena),
        values_(message.host.arena) {}

  void times(const netfox::Times& times) final;
  void snapshot(const netfox::Snapshot& snapshot) final;
  netfox::Layout layout(const netfox::NodeReference& node) final;
  void node(const netfox::NodeFrame& frame) final;
  void node_end(const netfox::NodeFrame& frame) final;
  void identity(const netfox::Identity& identity) final;
  void value(const netfox::PropertyValue& value) final { value_ = value; }
  void tick_set(const netfox::TickSet& ticks) final;

  /// Checks, behind a whole command, whether it exceeds netfox's size limit.
  void end();

  /// The kind of the first reported problem; null: none.
  [[nodiscard]] const char* problem() const noexcept { return problem_; }

  /// Called at the end: the command's text, in packet scope.
  [[nodiscard]] const char* text(bool malformed);

 protected:
  ~NetfoxReading() = default;  // never owned through this class

  /// False: the value is neither in the text nor in the message's facts, and only counted.
  [[nodiscard]] bool is_needed(const netfox::PropertyValue& value) noexcept {
    if (has_facts_ || (older_ == 0 && value.redundancy == 0)) return true;
    named_older_ = std::max(named_older_, value.redundancy);
    return false;
  }

  /// Adds the text of the open value to that of its node.
  Value add(const char* text);

  /// The node with the open value, and the value's place among its properties.
  [[nodiscard]] const NetfoxNode& of_node() const noexcept { return node_; }
  [[nodiscard]] std::uint32_t of_index() const noexcept { return value_.index; }

 private:
  using Field = NetfoxField;

  [[nodiscard]] bool has_room() const noexcept;
  template <class Part>
  void check(const Part& part, Offset begin);
  void begin_text();
  void show_path(Offset begin, Offset length);
  void show_age(const netfox::Snapshot& snapshot);
  void show_again(const netfox::NodeFrame& frame);
  void show_changes(const netfox::NodeFrame& frame);

  const LibraryMessage& message_;
  const NetfoxCommand& command_;
  NetfoxItems& items_;
  NetfoxNames names_;
  std::uint32_t text_limit_;
  bool has_facts_;
  NetfoxNode node_;                     ///< of the open frame
  netfox::NodeFrame frame_ = {};        ///< the frame of the open node
  netfox::PropertyValue value_ = {};    ///< the property that is open
  const NetfoxAgain* again_ = nullptr;  ///< the open one was sent before; null: it was not
  bool named_ = false;                  ///< its values match the known properties
  const char* problem_ = nullptr;
  std::uint32_t nodes_ = 0;  ///< nodes of all snapshots of the command
  Line text_;
  Line values_;              ///< of the open node
  std::uint32_t shown_ = 0;  ///< number of nodes, or identities, in the text
  std::uint32_t omitted_ = 0;
  std::uint32_t older_ = 0;        ///< number of input snapshots after the newest
  std::uint32_t named_older_ = 0;  ///< the same of inputs with names
};

}  // namespace godot::analysis
