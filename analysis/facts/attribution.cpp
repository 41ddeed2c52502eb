// SPDX-License-Identifier: MIT
#include "analysis/facts/attribution.h"

namespace godot::analysis::facts {
namespace {

/// Own bytes and headers of an envelope's items, as they were sent. Returns their sum.
std::uint64_t scale(const Envelope& envelope) noexcept {
  std::uint64_t plain = 0;
  for (const Item* item = envelope.items; item != nullptr; item = item->next) plain += item->own + item->protocol;
  Division sent(envelope.size - envelope.header, plain);
  std::uint64_t sum = 0;
  for (Item* item = envelope.items; item != nullptr; item = item->next) {
    item->cost = {.own = sent.next(item->own), .protocol = sent.next(item->protocol)};
    sum += item->cost.total();
  }
  return sum;
}

template <class Visit>
void for_each_item(const Frame& frame, Visit visit) {
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    if (envelope->streamed) continue;
    for (Item* item = envelope->items; item != nullptr; item = item->next) visit(*item);
  }
}

}  // namespace

std::uint32_t attribute(Frame& frame) noexcept {
  if (frame.attributed) return frame.unassigned;
  frame.attributed = true;
  std::uint64_t owned = 0;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    if (!envelope->streamed && envelope->items != nullptr) owned += scale(*envelope);
  }
  frame.unassigned = owned == 0 ? frame.length : 0;
  if (owned == 0) return frame.unassigned;
  if (owned > frame.length) {
    // Earlier IP fragments carried the first bytes.
    Division sent(frame.length, owned);
    for_each_item(frame, [&](Item& item) {
      item.cost.own = sent.next(item.cost.own);
      item.cost.protocol = sent.next(item.cost.protocol);
    });
  } else {
    Division shares(frame.length - owned, owned);
    for_each_item(
        frame, [&](Item& item) { item.cost.share = shares.next(std::uint64_t{item.cost.own} + item.cost.protocol); });
  }
  for_each_item(frame, [](Item& item) { divide(item, item.cost); });
  return 0;
}

void divide(Item& item, const Cost& cost) noexcept {
  if (item.parts == nullptr) return;
  if (item.parts->next == nullptr) {
    item.parts->cost = cost;
    return;
  }
  std::uint64_t own = 0;
  std::uint64_t all = 0;
  for (const Part* part = item.parts; part != nullptr; part = part->next) {
    own += part->own;
    all += std::uint64_t{part->own} + part->protocol;
  }
  // If no part has own bytes, the message is divided by headers.
  Division owns(cost.own, own != 0 ? own : all);
  Division protocols(cost.protocol, all);
  Division shares(cost.share, all);
  for (Part* part = item.parts; part != nullptr; part = part->next) {
    const std::uint64_t weight = std::uint64_t{part->own} + part->protocol;
    part->cost = {.own = owns.next(own != 0 ? part->own : weight),
                  .protocol = protocols.next(weight),
                  .share = shares.next(weight)};
  }
}

}  // namespace godot::analysis::facts
