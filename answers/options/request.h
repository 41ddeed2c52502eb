// SPDX-License-Identifier: MIT
// What an option -z of tshark, or an entry of the window's menu, asks for: a table, a state, a file. A request gets the
// frames of the capture in their order, and gives its output at the end.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/questions/plots/plots.h"
#include "answers/tables/table_output.h"

namespace godot::analysis {

/// What frames have besides plain facts: work that dissectors do only on demand. Each includes the one before.
enum class Extent : std::uint8_t {
  facts,
  problems,
  values,   ///< the lines of messages other than states, and properties' values: in states, numbers without a text
  texts,    ///< the lines of states, and the texts of all values
  numbers,  ///< the numbers of values, which Packet::numbers() gives
};

/// What is known beside the packets.
struct Environment {
  const char* version = "";                               ///< the version of the plugin
  bool nodes_apart = false;                               ///< the preference: each node has rows of its own in tables
  std::string (*capture)() = nullptr;                     ///< name of its file; empty: unknown
  std::vector<std::string> (*project_names)() = nullptr;  ///< projects that names are from
  std::vector<plots::Watch> (*watches)() = nullptr;       ///< rows of the user's table of watches
  std::string (*project_fault)() = nullptr;               ///< why one that is set is not read; empty: all are
  report::Advice advice = {};                             ///< what it says of projects follows from these

  [[nodiscard]] report::Advice advice_now() const {
    report::Advice now = advice;
    now.has_project = project_names != nullptr && !project_names().empty();
    if (project_fault != nullptr) now.project_fault = project_fault();
    return now;
  }
};

/// The packet of a frame, for what few requests need and facts do not have.
class Packet {
 public:
  /// The sender's address and port.
  [[nodiscard]] virtual std::string source() const = 0;
  [[nodiscard]] virtual std::string destination() const = 0;
  /// The date of the capture's first frame, in seconds since 1970.
  [[nodiscard]] virtual double capture_begin() const = 0;
  /// The numbers of its messages that a watch can find; null: none, or no request has the extent.
  [[nodiscard]] virtual const plots::SeenNumbers* numbers() const { return nullptr; }

 protected:
  ~Packet() = default;  // never owned through this interface
};

class Request {
 public:
  Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  virtual ~Request() = default;

  /// Forgets all frames: the packets are about to be read (again). Called before the first frame.
  virtual void begin(const Environment& environment) = 0;
  /// Receives every frame of every UDP and TCP flow.
  virtual void add(facts::Frame& frame, const Packet& packet) = 0;
  /// False: it reads neither the ages of states nor the digests of their values. Known after begin().
  [[nodiscard]] virtual bool reads_ages() const noexcept { return true; }
  /// False: it has no use for further values of properties in states. Asked before each frame.
  [[nodiscard]] virtual bool reads_values() const noexcept { return true; }
  /// There are no more frames for now: writes what was asked for to its file, or to `out`.
  virtual void finish(const report::Output& out) = 0;

  /// What went wrong; empty: nothing. Then the other functions are not called any more.
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

 protected:
  void fail(std::string why) { error_ = std::move(why); }

 private:
  std::string error_;
};

}  // namespace godot::analysis
