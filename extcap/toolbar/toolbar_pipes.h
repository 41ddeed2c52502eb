// SPDX-License-Identifier: MIT
// The pipes to and from Wireshark's toolbar.
#pragma once

#include <array>
#include <functional>
#include <string>

#include "extcap/toolbar/toolbar_controls.h"

namespace godotdump {

/// A pipe that Wireshark has made.
class ControlPipe {
 public:
  ControlPipe() = default;
  ControlPipe(const ControlPipe&) = delete;
  ControlPipe& operator=(const ControlPipe&) = delete;
  ~ControlPipe();

  bool open_to_read(const std::string& name);
  bool open_to_write(const std::string& name);
  [[nodiscard]] bool is_open() const;
  /// What is there now.
  std::size_t read(std::span<std::uint8_t> buffer);
  /// Returns how many bytes were taken.
  std::size_t write(View bytes);

 private:
#ifdef _WIN32
  void* handle_ = nullptr;
#else
  int handle_ = -1;
#endif
};

class Toolbar {
 public:
  Toolbar(std::string in, std::string out) : in_name_(std::move(in)), out_name_(std::move(out)) {}

  [[nodiscard]] bool is_used() const { return !in_name_.empty(); }
  void log(std::string_view text);
  void has_player(unsigned player);
  /// Reads what a user did since the last time, and writes what waits.
  void poll(const std::function<void(const ToolbarOrder&)>& apply);

 private:
  static constexpr std::size_t most_waiting = 1U << 18;

  std::string in_name_;
  std::string out_name_;
  ControlPipe in_;
  ControlPipe out_;
  ControlReader reader_;
  Controls controls_;
  Bytes waiting_;
  std::array<bool, relay::most_players + 1> known_ = {};
};

}  // namespace godotdump
