// SPDX-License-Identifier: MIT
// Messages between Wireshark's interface toolbar and an extcap program (doc/extcap.adoc of Wireshark): a letter, three
// bytes of length, the control's number, a command, and a text. Without pipes; all input is untrusted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extcap/output/pcapng.h"

namespace godotdump {

enum class Command : std::uint8_t {
  initialized,
  set,
  add,
  remove,
  enable,
  disable,
  status,
  information,
  warning,
  error,
};

inline constexpr std::uint8_t no_control = 255;

struct ControlMessage {
  bool is_quit = false;  ///< 'Q': the capture is to end
  std::uint8_t control = no_control;
  std::uint8_t command = 0;
  std::string text;
};

/// Splits a stream into messages. After bytes that are no message, the rest is ignored.
class ControlReader {
 public:
  static constexpr std::size_t longest = 1U << 16;

  void feed(View bytes, std::vector<ControlMessage>& out);
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  Bytes in_;
  bool is_broken_ = false;
};

void append_control(Bytes& out, std::uint8_t control, Command command, std::string_view text);

}  // namespace godotdump
