// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/enet_labels.h"

#include <algorithm>
#include <cstdint>

#include "codec/core/number.h"

namespace godot::analysis::enet {

using namespace godot::enet;

namespace {

/// Appends to a text that has room for all labels.
class Appender {
 public:
  explicit Appender(LabelText& text) noexcept : begin_(text.data()), end_(text.data()) {}

  Appender& operator<<(std::string_view text) noexcept {
    end_ = std::copy(text.begin(), text.end(), end_);
    return *this;
  }
  Appender& operator<<(std::uint32_t number) noexcept {
    end_ = write_uint(number, end_);
    return *this;
  }
  [[nodiscard]] std::string_view text() const noexcept { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

 private:
  const char* begin_;
  char* end_;
};

}  // namespace

std::string_view label_of(const Command& command, LabelText& text) noexcept {
  Appender label(text);
  if (command.type == CommandType::acknowledge) label << " of " << acknowledgement(command).reliable_sequence;
  if (command.channel != connection_channel) label << ", channel " << command.channel;
  switch (command.type) {
    case CommandType::send_reliable: label << ", sequence " << command.reliable_sequence; break;
    case CommandType::send_unreliable:
      label << ", sequence " << command.sequence << " after " << command.reliable_sequence;
      break;
    case CommandType::send_unsequenced: label << ", group " << command.sequence; break;
    case CommandType::send_fragment:
    case CommandType::send_unreliable_fragment: {
      const Fragment body = fragment(command);
      label << ", fragment " << body.number + 1 << " of " << body.count << " from sequence " << body.start_sequence;
      break;
    }
    case CommandType::disconnect: label << ", data " << disconnect_data(command); break;
    case CommandType::connect: label << ", data " << connection(command).data; break;
    default: break;
  }
  if (command.has_payload()) label << ", " << command.payload_length << " bytes";
  return label.text();
}

std::string_view label_of(const Header& header, LabelText& text) noexcept {
  Appender label(text);
  if (!header.has_peer_id()) label << ", no peer id yet";
  else label << ", peer id " << header.peer_id << ", session " << header.session_id;
  if (header.compressed) label << ", compressed";
  return label.text();
}

}  // namespace godot::analysis::enet
