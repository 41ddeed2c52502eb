// SPDX-License-Identifier: MIT
#include "engine/streams/file_units.h"

#include "engine/streams/steps.h"
#include "engine/tree/sink.h"

namespace godot::engine {

bool Files::claims(const Buffer& stream, bool is_port, bool& waits) noexcept {
  const FilesClaim claim = claim_files(stream, is_port);
  waits = claim.waits;
  return claim.form != files::Form::unknown;
}

void Files::begin(std::uint32_t stream, std::uint8_t side, const Buffer& front) {
  Conversation& conversation = conversations_[stream];
  const files::Form form = files::begun(front.captured).form;
  conversation.known.begin(form);
  conversation.game = side;
  conversation.states[side] = files::first_state(form, files::Side::game);
  conversation.states[side ^ 1U] = files::first_state(form, files::Side::editor);
}

namespace {

// A unit has few values.
constexpr analysis::items::Display display = {.text_limit = 240, .max_elements = 1000, .hex_bytes = 64};

files::Result show(const Packet& packet, const Buffer& unit, const files::State& before) {
  const auto sink =
      TreeSink::make(packet, unit, "Remote files", display, variant::dialect(variant::Generation::godot4), nullptr);
  return files::walk(unit, before, *sink);
}

}  // namespace

ReadOfStream Files::read(const Packet& packet, std::uint32_t stream, const StreamPiece& piece, const Buffer& bytes) {
  Conversation& conversation = conversations_[stream];
  const bool is_game = piece.side == conversation.game;
  files::State& state = conversation.states[piece.side];
  // Behind a gap the beginning of the next unit is unknown.
  if (piece.is_behind_gap) state.next = files::Unit::none;
  const std::size_t end = bytes.captured.size();
  for (std::size_t at = 0; at < end && state.next != files::Unit::none;) {
    const Buffer rest = {bytes.captured.subspan(at), static_cast<Offset>(bytes.reported - at)};
    const files::Extent extent = files::extent(state, rest);
    const bool is_cut = rest.captured.size() < rest.reported;
    if (extent.status == files::Extent::Status::more && extent.size > rest.captured.size() && !is_cut)
      return {.taken = at, .needs = extent.size};
    if (extent.status != files::Extent::Status::whole || extent.size > rest.captured.size()) {
      state.next = files::Unit::none;
      break;
    }
    const Buffer unit{rest.captured.first(extent.size)};
    const FilesUnit read =
        take_files_unit(conversation.known, state, packet.frame.number, true, [&](const files::State& before) {
          return packet.tree != nullptr ? show(packet, unit, before) : files::validate(unit, before);
        });
    if (packet.lines != nullptr)
      packet.lines->line(
          packet.frame,
          {.from = is_game ? "game" : "editor", .to = is_game ? "editor" : "game", .text = line_of(read, packet.host)});
    at += extent.size;
  }
  return {.taken = end};
}

}  // namespace godot::engine
