// SPDX-License-Identifier: MIT
// Frames made by hand.
#pragma once

#include <deque>

#include "analysis/facts/facts.h"
#include "base/time.h"

namespace godot::test {

using analysis::facts::Envelope;
using analysis::facts::Frame;
using analysis::facts::Item;
using analysis::facts::Kind;
using analysis::facts::Part;

/// Owns the objects that frames point to.
class Frames {
 public:
  static constexpr std::uint32_t udp_headers = 42;
  static constexpr std::uint32_t tcp_headers = 54;
  static constexpr analysis::facts::Time second = analysis::second;

  /// A datagram of `size` bytes, `header` of them its own header, in a frame of its own.
  Frame& datagram(std::uint32_t size, std::uint32_t header, std::uint32_t flow = 0, analysis::facts::Time time = 0) {
    Frame& frame = frames_.emplace_back();
    frame.number = ++number_;
    frame.time = time;
    frame.length = size + udp_headers;
    frame.payload = size;
    frame.flow = flow;
    frame.envelopes = &envelopes_.emplace_back();
    frame.envelopes->transport = analysis::facts::Transport::enet;
    frame.envelopes->size = size;
    frame.envelopes->header = header;
    return frame;
  }

  /// A TCP segment without messages.
  Frame& segment(std::uint32_t sequence, std::uint32_t payload, std::uint8_t side = 0) {
    Frame& frame = frames_.emplace_back();
    frame.number = ++number_;
    frame.carrier = analysis::facts::Carrier::tcp;
    frame.side = side;
    frame.sequence = sequence;
    frame.payload = payload;
    frame.length = payload + tcp_headers;
    return frame;
  }

  Item& add(Frame& frame, Kind kind, std::uint32_t own, std::uint32_t protocol) {
    if (frame.envelopes == nullptr) {
      frame.envelopes = &envelopes_.emplace_back();
      frame.envelopes->transport = analysis::facts::Transport::tcp;
      frame.envelopes->streamed = true;
    }
    Item** end = &frame.envelopes->items;
    while (*end != nullptr) end = &(*end)->next;
    Item& item = items_.emplace_back();
    *end = &item;
    item.kind = kind;
    item.own = own;
    item.protocol = protocol;
    return item;
  }

  /// The item's peers.
  analysis::facts::Route& route(Item& item) {
    if (item.peers == nullptr) item.peers = &routes_.emplace_back();
    return *item.peers;
  }

  /// The command of ENet that carries the item.
  analysis::facts::Command& command(Item& item) {
    if (item.command == nullptr) item.command = &commands_.emplace_back();
    return *item.command;
  }

  analysis::facts::Texts& texts(Item& item) {
    if (item.texts == nullptr) item.texts = &texts_.emplace_back();
    return *item.texts;
  }

  analysis::facts::Sync& sync(Item& item) {
    if (item.sync == nullptr) item.sync = &syncs_.emplace_back();
    return *item.sync;
  }

  Part& part(Item& item, const char* node, const char* member, std::uint32_t own) {
    Part** end = &item.parts;
    while (*end != nullptr) end = &(*end)->next;
    Part& part = parts_.emplace_back();
    *end = &part;
    part.node = node;
    part.member = member;
    part.own = own;
    return part;
  }

 private:
  std::uint32_t number_ = 0;
  std::deque<Frame> frames_;
  std::deque<Envelope> envelopes_;
  std::deque<Item> items_;
  std::deque<analysis::facts::Route> routes_;
  std::deque<analysis::facts::Command> commands_;
  std::deque<analysis::facts::Sync> syncs_;
  std::deque<analysis::facts::Texts> texts_;
  std::deque<Part> parts_;
};

}  // namespace godot::test
