// SPDX-License-Identifier: MIT
// A datagram on one line: what each of its commands does, joined. A text of the protocol above replaces its command's.
//
//   Acknowledge 7-9 (12.5 ms); [Retransmission] Send reliable ch 0 seq 4 (12 bytes)
//
// No memory is allocated: the text is written in pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis/enet/order/command_findings.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

class DatagramText {
 public:
  static constexpr std::string_view separator = "; ";

  /// Adds a command; `finding` may be null. `problem`: the word for its problem; null: none.
  void add(const Command& command, const Finding* finding, const char* problem = nullptr);

  /// Adds a text as it is.
  void add(std::string_view text);

  /// Writes what is left; true: there was something.
  bool flush();

  /// Somebody else has written, behind what was flushed.
  void others_have_written() noexcept { any_ = true; }
  /// Nothing was added so far.
  [[nodiscard]] bool is_empty() const noexcept { return !any_; }

 protected:
  ~DatagramText() = default;  // never owned through this class

  /// Terminated by a NUL; at most 512 bytes.
  virtual void write(const char* text) = 0;

 private:
  struct Acknowledged {
    std::uint8_t channel;
    std::uint16_t first;
    std::uint16_t last;
    const Finding* finding;
    const char* problem;  ///< of the first one
  };

  void separate();
  void put(std::string_view text);
  void put(std::uint64_t number);
  void put_problem(const char* word);
  void put_time(Nanoseconds time);
  void put_acknowledged();
  void acknowledge(const Command& command, const Finding* finding, const char* problem);

  bool any_ = false;           ///< a text was added
  bool acknowledged_ = false;  ///< `acks_` has yet to be added
  Acknowledged acks_{};
  std::size_t size_ = 0;
  static constexpr std::size_t room = 512;
  std::array<char, room + 1> buffer_;  // written before read; a NUL follows the text
};

}  // namespace godot::analysis::enet
