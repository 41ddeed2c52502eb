// SPDX-License-Identifier: MIT
// A connection over TCP, of a client and a server of WebSocket, that a test plays segment by segment.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/tcp_ends/end_verdicts.h"
#include "analysis/tcp_ends/ends.h"
#include "tests/unit/analysis/arena.h"

#include <gtest/gtest.h>

namespace godot::analysis::tcp_ends {

using problems::Tcp;

inline constexpr std::uint8_t client = 1;
inline constexpr std::uint8_t server = 0;
inline constexpr std::uint64_t clients_host = 1;
inline constexpr std::string_view request =
    "GET /play HTTP/1.1\r\nHost: game:80\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: LhGNctEGRqEcja/RtXgYNQ==\r\nSec-WebSocket-Version: 13\r\n";
inline constexpr std::string_view answer =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n";
inline constexpr std::uint16_t status_going_away = 1001;

inline std::string close_frame(std::uint16_t code) {
  return std::string("\x88\x02", 2) + static_cast<char>(code >> 8) + static_cast<char>(code & 0xFF);
}
inline std::string masked_close(std::uint16_t code) {
  return std::string("\x88\x82\0\0\0\0", 6) + static_cast<char>(code >> 8) + static_cast<char>(code & 0xFF);
}

/// Each segment comes a millisecond after the one before, or after a wait.
class EndsOfConnections : public testing::Test {
 protected:
  EndsOfConnections() { open(); }

  void open() {
    sequence = {1000, 5000};
    opened_in = frame + 1;
    add(client, "", {.opens = true});
    ++sequence[client];
    add(server, "", {.opens = true, .acknowledges = true});
    ++sequence[server];
  }
  void send(std::uint8_t side, std::string_view bytes) { add(side, bytes, {.acknowledges = true}); }
  void upgrade(std::string_view more = "", std::string_view of_answer = "") {
    send(client, std::string(request).append(more).append("\r\n"));
    send(server, std::string(answer).append(of_answer).append("\r\n"));
  }
  void end(std::uint8_t side, bool by_reset = false) {
    add(side, "", {.acknowledges = true, .ends = !by_reset, .resets = by_reset});
  }
  void wait(double time) { now += static_cast<Nanoseconds>(time * static_cast<double>(second)); }

  /// Adds a segment, and moves its sender's number on.
  void add(std::uint8_t side, std::string_view bytes, Segment segment) {
    now += millisecond;
    segment.stream = stream;
    segment.frame = ++frame;
    segment.time = now;
    segment.side = side;
    segment.sequence = sequence[side];
    segment.acknowledged = sequence[side ^ 1U];
    segment.window = window;
    segment.target = side == client ? target : clients_host;
    segment.reported = static_cast<std::uint32_t>(bytes.size());
    segment.payload = {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    ends.add(segment);
    sequence[side] += segment.reported;
  }

  /// The problem that the last frame shows; count_: none.
  Tcp problem() {
    const auto* endings = ends.find(frame);
    if (endings == nullptr || endings->size() != 1) return Tcp::count_;
    EndingFindings found(arena);
    judge(endings->front(), found);
    if (found.first() == nullptr || found.first()->next != nullptr) return Tcp::count_;
    text = found.first()->text;
    causes = found.first()->basis.causes;
    return found.first()->problem;
  }
  /// All that is known of what the last frame shows, without what is as usual. Frames count from the connection's
  /// first.
  [[nodiscard]] std::string whole() const {
    const auto* endings = ends.find(frame);
    if (endings == nullptr) return "";
    std::string all;
    for (const Ending& each : *endings) {
      const auto put = [&](const char* name, std::uint64_t value, std::uint64_t usual = 0) {
        if (value != usual) all += std::string(" ") + name + "=" + std::to_string(value);
      };
      const auto put_frame = [&](const char* name, std::uint32_t value) {
        if (value != 0) all += std::string(" ") + name + "=" + std::to_string(value - opened_in + 1);
      };
      all += (all.empty() ? "" : "; ") + std::to_string(static_cast<unsigned>(each.what));
      put("by_client", each.by_client ? 1 : 0);
      put("knows_client", each.knows_client ? 1 : 0, 1);
      put("goes_on", each.goes_on ? 1 : 0);
      put("is_reset", each.is_reset ? 1 : 0);
      put("offers", each.offers ? 1 : 0);
      put("speaks_tls", each.speaks_tls ? 1 : 0);
      put("is_first_after", each.is_first_after ? 1 : 0);
      put("code", each.code);
      put("fault", static_cast<unsigned>(each.fault));
      put("subprotocol", static_cast<unsigned>(each.subprotocol));
      put_frame("frame", each.frame);
      put_frame("polls_in", each.polls_in);
      put("is_quick", each.is_quick ? 1 : 0);
      put("is_acknowledged", each.is_acknowledged ? 1 : 0);
      put("is_websocket", each.is_websocket ? 1 : 0, 1);
      put("count", each.count);
      put_frame("last_in", each.last_in);
      put_frame("missed_in", each.missed_in);
      put_frame("filled_in", each.filled_in);
      put("size", each.size);
      put("length", static_cast<std::uint64_t>(each.length / millisecond));
      put("longest", static_cast<std::uint64_t>(each.longest / millisecond));
      put("every", static_cast<std::uint64_t>(each.every / millisecond));
      if (each.text[0] != 0) all += " text=" + std::string(each.text.data());
    }
    return all;
  }
  /// Another connection.
  void begin() {
    ++stream;
    target += 10;
    window = 65535;
    wait(1000);
    open();
  }
  [[nodiscard]] bool says(std::string_view part) const { return text.find(part) != std::string::npos; }

  Ends ends;
  std::uint32_t stream = 0;
  std::uint32_t frame = 0;
  std::uint32_t opened_in = 1;  ///< the connection's first frame
  std::uint32_t window = 65535;
  std::uint64_t target = 7;  ///< of the clients' SYNs
  Nanoseconds now = second;
  std::array<std::uint32_t, 2> sequence = {};
  std::string text;
  unsigned causes = 0;
};

inline const std::string score("\x82\x05score", 7);
inline const std::string compressed("\xC2\x05score", 7);
inline const std::string ping("\x89\x00", 2);
inline const std::string masked_pong("\x8A\x80\0\0\0\0", 6);
inline const std::string masked("\x82\x85\0\0\0\0score", 11);
inline const std::string alert("\x15\x03\x03\0\x02\x02\x46", 7);

}  // namespace godot::analysis::tcp_ends
