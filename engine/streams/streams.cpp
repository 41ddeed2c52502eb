// SPDX-License-Identifier: MIT
#include "engine/streams/streams.h"

#include <algorithm>

namespace godot::engine {
namespace {

bool has_port(const Packet& packet, std::uint16_t port) {
  return packet.source.port == port || packet.destination.port == port;
}

}  // namespace

void Streams::begin_pass() noexcept {
  streams_.clear();
  files_.begin_pass();
  not_read_ = {};
}

/// Asks in Wireshark's order. A stream is values' only from the piece on that proved it: it stays unknown here.
ReadOfStream Streams::recognise(Packet& packet, std::uint32_t number, Stream& stream, const StreamPiece& piece,
                                const Buffer& bytes) {
  const bool may_begin = !stream.has_begun || !stream.sides[piece.side].left.empty();
  stream.has_begun = true;
  const bool is_debug_port = has_port(packet, Debugger::port);
  bool waits = false;
  if (Debugger::claims(bytes, is_debug_port, stream.has_refused, waits)) {
    stream.kind = Kind::debugger;
    return debugger.read(packet, number, bytes);
  }
  if (waits) return {};
  stream.has_refused |= is_debug_port;
  if (may_begin && Files::claims(bytes, has_port(packet, Files::port), waits)) {
    stream.kind = Kind::files;
    files_.begin(number, piece.side, bytes);
    return files_.read(packet, number, piece, bytes);
  }
  if (waits) return {};
  return values_.read(packet, number, piece, bytes, stream.sides[piece.side].is_behind_gap);
}

ReadOfStream Streams::read(Packet& packet, std::uint32_t number, Stream& stream, const StreamPiece& piece,
                           const Buffer& bytes) {
  switch (stream.kind) {
    case Kind::debugger: return debugger.read(packet, number, bytes);
    case Kind::files: return files_.read(packet, number, piece, bytes);
    case Kind::unknown: break;
  }
  return recognise(packet, number, stream, piece, bytes);
}

void Streams::take(Packet& packet, std::uint32_t number, const StreamPiece& piece) {
  Stream& stream = streams_[number];
  Side& side = stream.sides[piece.side];
  if (piece.is_behind_gap) {
    side.left.clear();
    side.is_behind_gap = true;
  }
  const bool is_cut = piece.bytes.size() < piece.reported;
  stream.is_incomplete |= is_cut || piece.is_behind_gap || piece.began_late;
  const bool waited = !side.left.empty();
  if (waited) side.left.insert(side.left.end(), piece.bytes.begin(), piece.bytes.end());
  const std::span<const std::uint8_t> bytes = waited ? std::span<const std::uint8_t>(side.left) : piece.bytes;
  if (bytes.empty() || (bytes.size() < side.needs && waited && !is_cut)) return;
  const auto cut_off = static_cast<Offset>(piece.reported - piece.bytes.size());
  const ReadOfStream done = read(packet, number, stream, piece, {bytes, static_cast<Offset>(bytes.size() + cut_off)});
  if (!done.is_ours) (stream.is_incomplete ? not_read_.incomplete : not_read_.whole) += bytes.size();
  const std::size_t taken = is_cut ? bytes.size() : std::min(done.taken, bytes.size());
  if (waited) side.left.erase(side.left.begin(), side.left.begin() + static_cast<std::ptrdiff_t>(taken));
  else side.left.assign(bytes.begin() + static_cast<std::ptrdiff_t>(taken), bytes.end());
  side.needs = std::max(done.needs, side.left.size() + 1);
}

}  // namespace godot::engine
