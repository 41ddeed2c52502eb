// SPDX-License-Identifier: MIT
// Messages of a game that a library of games reads, made by hand, and what is known around them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/message/calls/library_message.h"
#include "tests/unit/support/bytes.h"

namespace godot::analysis {

/// A client and a server; the messages are the server's.
class LibraryGame {
 public:
  LibraryGame() {
    peers.server_is(End::second);
    peers.id_is(End::first, 55);
    message_.link = &link;
  }

  /// The message with these bytes; valid until the next one.
  const LibraryMessage& message(std::string_view hex, bool repeated = false) {
    bytes_ = test::from_hex(hex);
    buffer_ = Buffer(bytes_);
    message_.repeated = repeated;
    ++frame;
    made_ = std::make_unique<LibraryMessage>(LibraryMessage{.message = message_,
                                                            .memory = memory,
                                                            .peers = peers,
                                                            .from = End::second,
                                                            .frame = frame,
                                                            .time = time,
                                                            .bytes = buffer_,
                                                            .options = options_,
                                                            .host = host()});
    return *made_;
  }
  [[nodiscard]] const LibraryMessage& last() const { return *made_; }
  [[nodiscard]] Speaker server() const { return peers.speaker(End::second); }
  [[nodiscard]] Speaker client() const { return peers.speaker(End::first); }

  [[nodiscard]] Host host() {
    return {.arena = {[](void* pool, std::size_t size) -> void* {
                        auto& blocks = *static_cast<std::vector<std::unique_ptr<std::max_align_t[]>>*>(pool);
                        return blocks.emplace_back(new std::max_align_t[size / sizeof(std::max_align_t) + 1]).get();
                      },
                      &blocks_},
            .one_line =
                [](void* packet, std::string_view text) {
                  auto& game = *static_cast<LibraryGame*>(packet);
                  return game.texts_.emplace_back(std::make_unique<std::string>(text))->c_str();
                },
            .packet = this};
  }

  Memory memory;
  Peers peers{1};
  Link link;
  std::uint32_t frame = 0;
  std::int64_t time = 0;

 private:
  test::Bytes bytes_;
  Buffer buffer_;
  Message message_;
  multiplayer::Options options_{.api = multiplayer::Api::scene};
  std::unique_ptr<LibraryMessage> made_;
  std::vector<std::unique_ptr<std::max_align_t[]>> blocks_;
  std::vector<std::unique_ptr<std::string>> texts_;
};

}  // namespace godot::analysis
