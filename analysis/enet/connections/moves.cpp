// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/moves.h"

namespace godot::analysis::enet {
namespace {

std::uint64_t holder_key(const Endpoint& receiver, const Header& header) noexcept {
  constexpr unsigned bits_of_peer_id = 16;
  constexpr unsigned bits_of_both = bits_of_peer_id + 8;
  return std::uint64_t{receiver.number} << bits_of_both | std::uint64_t{header.session_id} << bits_of_peer_id |
         header.peer_id;
}

enum class Answer : std::uint8_t { unknown, yes, no };

/// The datagram goes on with the numbers and the clock of the end that sent in this direction of `before`.
Answer goes_on(const Stream& before, Direction direction, const Moving& moving) {
  const Datagram& datagram = moving.datagram;
  if (!datagram.has_sent_time || datagram.first == nullptr) return Answer::unknown;
  Answer answer = Answer::unknown;
  moving.commands.each([&](const Command& command) {
    // An acknowledgement has the number of the command that it acknowledges, an unsequenced one has none.
    if (command.type == CommandType::acknowledge || command.unsequenced || answer == Answer::no) return;
    const Analysis::Nearness near = before.analysis->near(direction, command.channel, command.reliable_sequence);
    if (near != Analysis::Nearness::unknown) answer = near == Analysis::Nearness::near ? Answer::yes : Answer::no;
  });
  const bool is_possible = before.analysis->is_later(direction, datagram.sent_time, datagram.captured);
  return answer == Answer::yes && !is_possible ? Answer::no : answer;
}

bool has_commands_but(const CommandList& commands, CommandType type) {
  bool has = false;
  commands.each([&](const Command& command) { has = has || command.type != type; });
  return has;
}

/// What later datagrams show of the moves that the stream is part of.
void follow(const Stream& stream, const Moving& moving) {
  if (Move* gone = stream.gone; gone != nullptr && gone->kept_in == 0) {
    if (moving.direction == gone->direction_from) gone->is_refuted = true;
    else if (has_commands_but(moving.commands, CommandType::disconnect)) gone->kept_in = moving.datagram.frame;
  }
  if (Move* come = stream.come; come != nullptr && moving.direction != come->direction_to) come->is_refuted = true;
}

}  // namespace

void Moves::track(Stream& stream, const Moving& moving) {
  if (stream.gone != nullptr || stream.come != nullptr) follow(stream, moving);
  if (stream.holds[moving.direction] || moving.receiver == nullptr || !moving.header.has_peer_id()) return;
  if (stream.analysis == nullptr) return;
  Holder& holder = holders_[holder_key(*moving.receiver, moving.header)];
  const auto [before, direction] = holder;
  const bool is_new = before == nullptr || stream.has_connect_id() || before == &stream || before->gone != nullptr ||
                      before->analysis == nullptr || before->analysis->left_in() != 0;
  const Answer answer = is_new ? Answer::no : goes_on(*before, direction, moving);
  if (answer == Answer::unknown) return;
  stream.holds[moving.direction] = true;
  holder = {.stream = &stream, .direction = moving.direction};
  if (answer == Answer::no) return;
  Move& move = *arena_.make<Move>();
  move.from = before;
  move.to = &stream;
  move.direction_from = direction;
  move.direction_to = moving.direction;
  move.last = before->link.last_frames[direction == before->client ? 0 : 1];
  move.first = stream.link.first_frame;
  move.shown = moving.datagram.first;
  before->gone = &move;
  stream.come = &move;
}

}  // namespace godot::analysis::enet
