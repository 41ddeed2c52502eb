// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/info_text.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "codec/core/number.h"
#include "codec/enet/fields.h"
#include "plugin/core/longjmp.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(InfoText);

constexpr std::string_view separator = "; ";

/// The mark before a command that has a problem.
std::string_view mark(const analysis::enet::Finding* finding) {
  if (finding == nullptr) return {};
  if (finding->has(analysis::enet::Event::retransmission)) return "[Retransmission] ";
  if (finding->has(analysis::enet::Event::duplicate)) return "[Duplicate] ";
  if (finding->has(analysis::enet::Event::out_of_order)) return "[Out of order] ";
  return {};
}

}  // namespace

InfoText::InfoText(packet_info* pinfo) : pinfo_(pinfo), wanted_(bridge::writable(pinfo, COL_INFO)) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "ENet");
  col_clear(pinfo->cinfo, COL_INFO);
}

void InfoText::put(std::string_view text) {
  while (!text.empty()) {
    if (size_ == room) flush();
    const std::size_t size = std::min(text.size(), room - size_);
    std::memcpy(buffer_.data() + size_, text.data(), size);
    size_ += size;
    text.remove_prefix(size);
  }
}

void InfoText::put(std::uint64_t number) {
  char digits[max_number_text];
  put(uint_text(number, digits));
}

/// With one decimal, as in the column of round trip times.
void InfoText::put_time(analysis::Nanoseconds time) {
  constexpr double millisecond = 1e6;
  constexpr std::uint64_t tenth = 100'000;
  constexpr std::uint64_t longest = 1'000'000'000'000'000;
  const auto nanoseconds = static_cast<std::uint64_t>(std::max<analysis::Nanoseconds>(time, 0));
  // In the middle between two tenths, the column's rounding depends on the number's binary form.
  if (nanoseconds % tenth == tenth / 2 || nanoseconds > longest) {
    char text[32];
    const int size = std::snprintf(text, sizeof text, "%.1f", static_cast<double>(nanoseconds) / millisecond);
    put({text, static_cast<std::size_t>(size)});
  } else {
    const std::uint64_t tenths = (nanoseconds + tenth / 2) / tenth;
    put(tenths / 10);
    put(".");
    put(tenths % 10);
  }
  put(" ms");
}

void InfoText::separate() {
  if (any_) put(separator);
  any_ = true;
}

/// As in the text of a message.
void InfoText::put_problem(const char* word) {
  if (word == nullptr) return;
  put("[");
  put(word);
  put("] ");
}

void InfoText::put_acknowledged() {
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
  if (acks_.finding == nullptr || !acks_.finding->has(analysis::enet::Event::has_ack_rtt)) return;
  put(" (");
  put_time(acks_.finding->ack_rtt());
  put(")");
}

void InfoText::add(const Command& command, const analysis::enet::Finding* finding, const char* problem) {
  if (!wanted_) return;
  if (command.type == CommandType::acknowledge) {
    const std::uint16_t number = acknowledgement(command).reliable_sequence;
    // Consecutive numbers are shown as one acknowledgement.
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
    const bool has_time = goes_on && acks_.finding != nullptr && acks_.finding->has(analysis::enet::Event::has_ack_rtt);
    if (!has_time) acks_.finding = finding;
    acknowledged_ = true;
    return;
  }
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

void InfoText::add(std::string_view text) {
  if (!wanted_) return;
  put_acknowledged();
  separate();
  put(text);
}

bool InfoText::flush() {
  put_acknowledged();
  if (size_ == 0) return false;
  const std::size_t size = size_;
  size_ = 0;
  buffer_[size] = '\0';
  col_append_str(pinfo_->cinfo, COL_INFO, buffer_.data());
  return true;
}

void InfoText::before_others() {
  if (!wanted_) return;
  // Dissectors above may clear the column: protects the text so far.
  if (flush()) col_set_fence(pinfo_->cinfo, COL_INFO);
  before_ = std::strlen(col_get_text(pinfo_->cinfo, COL_INFO));
}

bool InfoText::after_others() {
  if (!wanted_) return true;
  const char* text = col_get_text(pinfo_->cinfo, COL_INFO);
  const std::size_t size = std::strlen(text);
  if (size <= before_) return false;
  const std::string_view added(text + before_, size - before_);
  if (any_ && before_ != 0 && !added.starts_with(separator)) {
    const char* old = wmem_strndup(pinfo_->pool, text, before_);
    const char* own = wmem_strdup(pinfo_->pool, text + before_);
    col_clear_fence(pinfo_->cinfo, COL_INFO);
    col_add_fstr(pinfo_->cinfo, COL_INFO, "%s%.*s%s", old, static_cast<int>(separator.size()), separator.data(), own);
  }
  col_set_fence(pinfo_->cinfo, COL_INFO);
  any_ = true;
  return true;
}

}  // namespace godot::enet::dissector
