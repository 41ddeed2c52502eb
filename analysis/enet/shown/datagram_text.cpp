// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/datagram_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "codec/core/catalogue.h"
#include "codec/core/number.h"
#include "codec/enet/fields.h"

namespace godot::analysis::enet {
namespace {

/// The mark before a command that has a problem.
std::string_view mark(const Finding* finding) noexcept {
  if (finding == nullptr) return {};
  if (finding->has(Event::retransmission)) return "[Retransmission] ";
  if (finding->has(Event::duplicate)) return "[Duplicate] ";
  if (finding->has(Event::out_of_order)) return "[Out of order] ";
  return {};
}

}  // namespace

void DatagramText::put(std::string_view text) {
  while (!text.empty()) {
    if (size_ == room) flush();
    const std::size_t size = std::min(text.size(), room - size_);
    std::memcpy(buffer_.data() + size_, text.data(), size);
    size_ += size;
    text.remove_prefix(size);
  }
}

void DatagramText::put(std::uint64_t number) {
  char digits[max_number_text];
  put(uint_text(number, digits));
}

/// With one decimal, as in the column of round trip times.
void DatagramText::put_time(Nanoseconds time) {
  constexpr double in_milliseconds = 1e6;
  constexpr std::uint64_t tenth = 100'000;
  constexpr std::uint64_t longest = 1'000'000'000'000'000;
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<Nanoseconds>(time, 0));
  // In the middle between two tenths, the column's rounding depends on the number's binary form.
  if (nanoseconds % tenth == tenth / 2 || nanoseconds > longest) {
    char text[32];
    const int size = std::snprintf(text, sizeof text, "%.1f", static_cast<double>(nanoseconds) / in_milliseconds);
    put({text, static_cast<std::size_t>(size)});
  } else {
    const std::uint64_t tenths = (nanoseconds + tenth / 2) / tenth;
    put(tenths / 10);
    put(".");
    put(tenths % 10);
  }
  put(" ms");
}

void DatagramText::separate() {
  if (any_) put(separator);
  any_ = true;
}

/// As in the text of a message.
void DatagramText::put_problem(const char* word) {
  if (word == nullptr) return;
  put("[");
  put(word);
  put("] ");
}

void DatagramText::put_acknowledged() {
  if (!acknowledged_) return;
  acknowledged_ = false;
  separate();
  put_problem(acks_.problem);
  put("Acknowledge ");
  put(std::uint64_t{acks_.first});
  if (acks_.first != acks_.last) {
    put("-");
    put(std::uint64_t{acks_.last});
  }
  if (acks_.finding == nullptr || !acks_.finding->has(Event::has_ack_rtt)) return;
  put(" (");
  put_time(acks_.finding->ack_rtt());
  put(")");
}

/// Consecutive numbers are shown as one acknowledgement.
void DatagramText::acknowledge(const Command& command, const Finding* finding, const char* problem) {
  const std::uint16_t number = acknowledgement(command).reliable_sequence;
  const bool goes_on = problem == nullptr && acknowledged_ && acks_.channel == command.channel &&
                       number == static_cast<std::uint16_t>(acks_.last + 1);
  if (!goes_on) {
    put_acknowledged();
    acks_.first = number;
    acks_.channel = command.channel;
    acks_.problem = problem;
  }
  acks_.last = number;
  // The time of the first one, as in the column.
  const bool has_time = goes_on && acks_.finding != nullptr && acks_.finding->has(Event::has_ack_rtt);
  if (!has_time) acks_.finding = finding;
  acknowledged_ = true;
}

void DatagramText::add(const Command& command, const Finding* finding, const char* problem) {
  if (command.type == CommandType::acknowledge) return acknowledge(command, finding, problem);
  put_acknowledged();
  separate();
  put_problem(problem);
  put(mark(finding));
  put(value_name(field::enet_command, static_cast<std::uint32_t>(command.type)));
  if (!command.has_payload()) return;
  put(" ch ");
  put(std::uint64_t{command.channel});
  put(command.type == CommandType::send_unsequenced ? " group " : " seq ");
  const bool reliable = command.type == CommandType::send_reliable || command.type == CommandType::send_fragment;
  put(std::uint64_t{reliable ? command.reliable_sequence : command.sequence});
  if (command.is_fragment()) {
    const Fragment body = fragment(command);
    put(", ");
    put(std::uint64_t{body.number} + 1);
    put(" of ");
    put(std::uint64_t{body.count});
  }
  put(" (");
  put(std::uint64_t{command.payload_length});
  put(" bytes)");
}

void DatagramText::add(std::string_view text) {
  put_acknowledged();
  separate();
  put(text);
}

bool DatagramText::flush() {
  put_acknowledged();
  if (size_ == 0) return false;
  buffer_[size_] = '\0';
  size_ = 0;
  write(buffer_.data());
  return true;
}

}  // namespace godot::analysis::enet
