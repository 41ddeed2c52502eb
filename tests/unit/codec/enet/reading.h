// SPDX-License-Identifier: MIT
// A finished walk of an ENet datagram with all its events.
#pragma once

#include <vector>

#include "codec/enet/walk.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {

/// Stores the commands of a walk. Their pointers are valid as long as the bytes are.
class CommandRecorder final : public enet::CommandSink {
 public:
  explicit CommandRecorder(bool takes_payloads = false) : takes_payloads_(takes_payloads) {}

  void header(const enet::Header&) override { ++headers_; }
  bool command(const enet::Command& command) override {
    commands_.push_back(command);
    return takes_payloads_;
  }

  [[nodiscard]] const std::vector<enet::Command>& commands() const { return commands_; }
  [[nodiscard]] std::size_t headers() const { return headers_; }

 private:
  std::vector<enet::Command> commands_;
  std::size_t headers_ = 0;
  bool takes_payloads_;
};

struct EnetReading {
  Recorder recorder;
  CommandRecorder commands;
  enet::Result result;

  explicit EnetReading(const Buffer& datagram, const enet::Options& options = {})
      : recorder(static_cast<Offset>(datagram.captured.size())) {
    result = enet::walk(datagram, options, recorder, &commands);
  }
  EnetReading(const Buffer& body, const enet::Header& header, const enet::Options& options)
      : recorder(static_cast<Offset>(body.captured.size())) {
    result = enet::walk_commands(body, header, options, recorder, &commands);
  }

  /// "filter=value ..." of the fields of commands, without "enet.".
  [[nodiscard]] std::string leaf_text(std::string_view from = "enet.command") const {
    std::string all;
    bool on = false;
    for (const Recorder::Leaf& leaf : recorder.leaves()) {
      const std::string_view filter = info(leaf.field).filter;
      on = on || filter == from;
      if (!on) continue;
      if (!all.empty()) all += ' ';
      ((all += filter.substr(5)) += '=') += leaf.value;
    }
    return all;
  }
};

/// Checks the guarantees of any walk. Returns a sentence about a violation.
inline std::string fault_of(const EnetReading& reading, const Buffer& buffer, const enet::Result& checked) {
  const enet::Result& result = reading.result;
  if (!reading.recorder.fault().empty()) return std::string(reading.recorder.fault());
  if (result.consumed > buffer.captured.size()) return "more was consumed than there is";
  if (reading.recorder.saw_problem() != static_cast<bool>(result.problem)) return "the sink got another result";
  if (reading.commands.commands().size() != result.commands) return "the number of commands differs";
  const Problem& ours = result.problem;
  const Problem& theirs = checked.problem;
  if (ours != theirs) return "validate() has another problem";
  if (checked.consumed != result.consumed) return "validate() ends elsewhere";
  if (checked.commands != result.commands) return "validate() has other commands";
  if (checked.notes != result.notes && !ours) return "validate() has other notes";
  // A command has at most 16 numbers, two flags and five notes; the header ten events.
  if (reading.recorder.events() > std::size_t{25} * (result.commands + 1) + 12) return "more events than commands";
  // In order, without gaps, inside of the buffer.
  Offset end = reading.commands.headers() != 0 ? result.header.size : 0;
  for (const enet::Command& command : reading.commands.commands()) {
    if (command.begin != end) return "a command does not begin where the one before ends";
    if (command.payload_begin < command.begin + 4 || command.payload_begin > buffer.captured.size())
      return "a payload begins outside of its command";
    if (command.payload.size() > command.payload_length) return "a payload is longer than it is";
    if (command.end() > buffer.reported) return "a command ends outside of the datagram";
    end = command.end();
  }
  return {};
}

}  // namespace godot::test
