// SPDX-License-Identifier: MIT
// Forwards the facts of one walk to several sinks, in the order in which they were added. Independent of Wireshark;
// nothing here has a destructor.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/names/source.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

class SinkFanOut final : public multiplayer::PacketSink {
 public:
  SinkFanOut() noexcept {}  // NOLINT(modernize-use-equals-default): see sinks_

  /// `reads_values`: it gets value_end(), too, which most sinks do not need. None gets value_begin().
  void add(multiplayer::PacketSink& sink, bool reads_values = false) noexcept {
    sinks_[count_++] = &sink;
    if (reads_values) of_values_[value_count_++] = &sink;
  }

  void header(const multiplayer::Header& fact) override {
    each([&](PacketSink& sink) { sink.header(fact); });
  }
  void peer(const multiplayer::PeerChange& fact) override {
    each([&](PacketSink& sink) { sink.peer(fact); });
  }
  void command(const multiplayer::Command& fact) override {
    each([&](PacketSink& sink) { sink.command(fact); });
  }
  void system(const multiplayer::System& fact) override {
    each([&](PacketSink& sink) { sink.system(fact); });
  }
  void node(const multiplayer::Node& fact) override {
    each([&](PacketSink& sink) { sink.node(fact); });
  }
  void method(const multiplayer::Member& fact) override {
    each([&](PacketSink& sink) { sink.method(fact); });
  }
  void property(const multiplayer::Member& fact) override {
    each([&](PacketSink& sink) { sink.property(fact); });
  }
  void arguments(const multiplayer::Arguments& fact) override {
    each([&](PacketSink& sink) { sink.arguments(fact); });
  }
  void announced(const multiplayer::AnnouncedPath& fact) override {
    each([&](PacketSink& sink) { sink.announced(fact); });
  }
  void confirmed(const multiplayer::ConfirmedPath& fact) override {
    each([&](PacketSink& sink) { sink.confirmed(fact); });
  }
  void spawn(const multiplayer::Spawn& fact) override {
    each([&](PacketSink& sink) { sink.spawn(fact); });
  }
  void spawn_state(const multiplayer::SpawnState& fact) override {
    each([&](PacketSink& sink) { sink.spawn_state(fact); });
  }
  void despawn(const multiplayer::Despawn& fact) override {
    each([&](PacketSink& sink) { sink.despawn(fact); });
  }
  void sync(const multiplayer::Sync& fact) override {
    each([&](PacketSink& sink) { sink.sync(fact); });
  }
  void sync_begin(const multiplayer::SyncObject& fact) override {
    each([&](PacketSink& sink) { sink.sync_begin(fact); });
  }
  void sync_end(const multiplayer::SyncObject& fact) override {
    each([&](PacketSink& sink) { sink.sync_end(fact); });
  }
  [[nodiscard]] bool reads_values() const override {
    return reader_ != nullptr || std::any_of(of_values_.begin(), of_values_.begin() + value_count_,
                                             [](const PacketSink* sink) { return sink->reads_values(); });
  }
  void value_end(const multiplayer::ValuePlace& fact) override {
    for (std::size_t i = 0; i != value_count_; ++i) of_values_[i]->value_end(fact);
  }

  void good_values(const multiplayer::GoodValues& values) override {
    for (std::size_t i = 0; i != value_count_; ++i) of_values_[i]->good_values(values);
  }

  /// The answer of the first sink that has one, if anybody knows the scenes of the game.
  multiplayer::HalfPrecision halves(const multiplayer::Spawn& spawn) override { return first_known(spawn); }
  multiplayer::HalfPrecision halves(const multiplayer::SyncObject& object) override { return first_known(object); }

  /// Calls all sinks, even if one has handled the bytes.
  bool bytes(const multiplayer::UserBytes& bytes) override {
    bool taken = false;
    for (std::size_t i = 0; i != count_; ++i) taken = sinks_[i]->bytes(bytes) || taken;
    return taken;
  }
  /// Sets the sink that reads values for all; it gets no other facts.
  void read_values_by(multiplayer::PacketSink& reader) noexcept { reader_ = &reader; }
  Offset plain_value(const multiplayer::PlainValue& value) override {
    return reader_ != nullptr ? reader_->plain_value(value) : 0;
  }
  bool short_value(const multiplayer::ShortValue& value) override {
    return reader_ != nullptr && reader_->short_value(value);
  }
  void end(const multiplayer::Command& command, bool good) override {
    for (std::size_t i = 0; i != count_; ++i) sinks_[i]->end(command, good);
  }

 private:
  static constexpr std::size_t most = 4;  // learner, account, facts, display

  template <class Call>
  void each(Call call) {
    for (std::size_t i = 0; i != count_; ++i) call(*sinks_[i]);
  }
  template <class Fact>
  multiplayer::HalfPrecision first_known(const Fact& fact) {
    if (!names::know_scenes()) return {};
    for (std::size_t i = 0; i != count_; ++i) {
      const multiplayer::HalfPrecision halves = sinks_[i]->halves(fact);
      if (halves.known) return halves;
    }
    return {};
  }

  // Not cleared: there is one for each message.
  std::array<multiplayer::PacketSink*, most> sinks_;
  std::array<multiplayer::PacketSink*, most> of_values_;
  std::size_t count_ = 0;
  std::size_t value_count_ = 0;
  multiplayer::PacketSink* reader_ = nullptr;
};

}  // namespace godot::analysis
