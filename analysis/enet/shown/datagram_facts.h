// SPDX-License-Identifier: MIT
// The facts of a datagram: its envelope, an item for each command and for each message that it completes.
#pragma once

#include "analysis/enet/capture/capture.h"
#include "analysis/enet/problems/enet_problems.h"
#include "analysis/facts/frame_facts.h"

namespace godot::analysis::enet {

/// What the protocol above knows of a datagram's connection; asked only if facts are needed.
class UpperLayer {
 public:
  /// True if the connection is one of a mesh: neither end is a server.
  [[nodiscard]] virtual bool is_mesh() const = 0;
  /// The peers at the two ends.
  [[nodiscard]] virtual facts::Route route() const = 0;
  /// Names sender and receiver.
  virtual void name_ends(facts::Texts& texts) const = 0;
  /// Adds the peer that has left to the facts of a Disconnect.
  virtual void add_left(facts::Item& item) const = 0;

 protected:
  ~UpperLayer() = default;  // never owned through this interface
};

class DatagramFacts {
 public:
  /// Begins the datagram's fact. `facts`: null: nobody needs them, and nothing is done.
  DatagramFacts(facts::Collection* facts, const Reading& reading, const Record* record, const Sender& sender,
                const CommandContext& context, const UpperLayer& upper_layer);

  [[nodiscard]] bool wanted() const noexcept { return facts_ != nullptr; }

  /// Adds the next command; `finding` may be null.
  void add(const Command& command, const Finding* finding) {
    if (wanted()) add_wanted(command, finding);
  }

  /// ... which is this fragment: its cost goes to its message, once complete.
  void add_fragment(const FragmentPart& part);

  /// Adds the reassembled message, which is not part of the datagram itself.
  void add_whole(const FragmentPart& part);

  /// The fact of the command, or of the message that it completes; null: not wanted.
  [[nodiscard]] facts::Item* item() const noexcept { return item_; }

  /// The peers at the ends of the datagram, for its problems; null: not wanted, or no connection.
  [[nodiscard]] const facts::Route* route();

  /// Adds the bytes that belong to no command. `plain`: size after decompression, 0 if not compressed; `padded`: there
  /// may be zeros that were not on the wire.
  void finish(Offset plain, bool padded);

 private:
  void begin(const Record& record, const Sender& sender, const CommandContext& context);
  void add_wanted(const Command& command, const Finding* finding);

  facts::Collection* facts_;
  const Stream* stream_;  ///< null: it belongs to no connection
  const UpperLayer& upper_layer_;
  facts::Envelope* envelope_ = nullptr;
  facts::Item* item_ = nullptr;
  const facts::Route* route_ = nullptr;  ///< made when a command first needs it
  std::uint32_t arrives_in_ = 0;         ///< its frame on the receiver's side, if the capture has both sides
  bool lost_ = false;                    ///< the datagram never arrives there
  std::uint32_t counted_ = 0;            ///< bytes of the commands with an item
};

}  // namespace godot::analysis::enet
