// SPDX-License-Identifier: MIT
// Connections of TCP through the relay, as those of WebSocket: delays, bandwidth and freezes; nothing is lost, because
// TCP would send it again. The capture has them as packets made up from what was read and written.
//
// Memory: most_waiting bytes for each direction of a connection; beyond that the sender has to wait, as for any slow
// link.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <list>
#include <string>
#include <vector>

#include "extcap/relay/network_link.h"
#include "extcap/relay_program/relay_report.h"
#include "extcap/relay_program/relay_sockets.h"

namespace godotdump {

class Streams {
 public:
  static constexpr std::size_t most_waiting = std::size_t{256} << 10;

  struct Context {
    relay::Link& link;
    Report& report;
    std::function<relay::Time()> now;
    std::function<void(unsigned player, relay::Way way, std::size_t bytes)> passed;
    std::function<void(unsigned player, const std::string& why)> ended;
  };
  explicit Streams(Context context) : context_(std::move(context)) {}

  /// Takes over an accepted connection, and asks the server for one. False: that fails at once.
  bool add(unsigned player, Socket client, const End& client_end, const End& front_end, const End& server);
  /// Closes the player's connection.
  void remove(unsigned player);
  /// What wait_until() is to wait for.
  void add_entries(std::vector<PollEntry>& entries);
  /// When the next bytes are due.
  [[nodiscard]] relay::Time next() const;
  /// Reads and writes what can be. `entries`: those of add_entries().
  void proceed(const std::vector<PollEntry>& entries);

 private:
  struct Chunk {
    relay::Time due = 0;
    std::uint64_t number = 0;
    bool is_end = false;    ///< the sender has sent all
    bool is_reset = false;  ///< the sender has broken the connection off
    std::vector<std::uint8_t> bytes;
    std::size_t written = 0;
  };
  /// One direction of a stream.
  struct Half {
    std::deque<Chunk> chunks;
    std::size_t waiting = 0;
    bool has_read_all = false;
    bool has_written_all = false;
    bool is_blocked = false;  ///< the system takes no more now
  };
  struct Stream {
    unsigned player = 0;
    std::array<Socket, 2> sockets;           ///< of the side of players, and of the server
    std::array<std::array<End, 2>, 2> ends;  ///< of a side: the player's, and the server's
    std::array<Half, relay::ways> halves;
    /// By side and direction: the next sequence number in the capture.
    std::array<std::array<std::uint32_t, relay::ways>, 2> sequence = {};
    bool is_connecting = true;
    bool is_over = false;
    std::string why;
    std::array<std::size_t, 2> entry = {no_entry, no_entry};  ///< of a side, in what was waited for
    /// Of a side: it reports that it hung up, and would again at once. Nothing more is waited for there, unless there
    /// is something to read or to write.
    std::array<bool, 2> has_hung_up = {};
  };
  static constexpr std::size_t no_entry = SIZE_MAX;

  [[nodiscard]] short events(const Stream& stream, std::size_t side, relay::Time now) const;
  void look_at(Stream& stream, std::size_t side, short events);
  void read(Stream& stream, relay::Way way);
  void broke_off(Stream& stream, relay::Way way);
  void write(Stream& stream, relay::Way way);
  void connected(Stream& stream);
  void end(Stream& stream, const std::string& why);
  void show(Stream& stream, Side side, relay::Way way, relay::Segment segment, View bytes, std::string_view comment);
  void show_opening(Stream& stream, Side side);
  void close_ended();

  Context context_;
  std::list<Stream> streams_;
  std::array<std::uint8_t, 1U << 14> buffer_ = {};
  relay::Header header_;
};

}  // namespace godotdump
