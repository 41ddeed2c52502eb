// SPDX-License-Identifier: MIT
#include "analysis/ends/ends.h"

namespace godot::analysis::ends {

class Ends::Sink final : public EndingSink {
 public:
  Sink(Ends& ends, const Segment& segment) noexcept : ends_(ends), frame_(segment.frame), stream_(segment.stream) {}

  void found(const Ending& ending) override { ends_.found_[frame_].push_back(ending); }
  void found_silence(Ending ending, Nanoseconds time) override {
    if (ends_.silences_.add(ending, time, frame_)) found(ending);
  }

  void found_control(std::uint8_t code, std::uint32_t size) override {
    OfStream& there = ends_.control_[frame_];
    there.stream = stream_;
    (code == websocket::opcode::close ? there.control.closes : there.control.pings) += size;
  }

 private:
  Ends& ends_;
  std::uint32_t frame_;
  std::uint32_t stream_;
};

void Ends::add(const Segment& segment) {
  Sink sink(*this, segment);
  connections_[segment.stream].add(segment, sink);
}

const std::vector<Ending>* Ends::find(std::uint32_t frame) const {
  const auto found = found_.find(frame);
  return found != found_.end() ? &found->second : nullptr;
}

Control Ends::control_in(std::uint32_t frame) const {
  const auto found = control_.find(frame);
  if (found == control_.end()) return {};
  const auto connection = connections_.find(found->second.stream);
  return connection != connections_.end() && connection->second.is_godots() ? found->second.control : Control();
}

void Ends::forget() {
  control_.clear();
  connections_.clear();
  found_.clear();
  silences_.forget();
}

}  // namespace godot::analysis::ends
