// SPDX-License-Identifier: MIT
#include "analysis/ends/ends.h"

namespace godot::analysis::ends {

class Ends::Sink final : public EndingSink {
 public:
  Sink(Ends& ends, std::uint32_t frame) noexcept : ends_(ends), frame_(frame) {}

  void found(const Ending& ending) override { ends_.found_[frame_].push_back(ending); }
  void found_silence(Ending ending, Nanoseconds time) override {
    if (ends_.silences_.add(ending, time, frame_)) found(ending);
  }

 private:
  Ends& ends_;
  std::uint32_t frame_;
};

void Ends::add(const Segment& segment) {
  Sink sink(*this, segment.frame);
  connections_[segment.stream].add(segment, sink);
}

const std::vector<Ending>* Ends::find(std::uint32_t frame) const {
  const auto found = found_.find(frame);
  return found != found_.end() ? &found->second : nullptr;
}

void Ends::forget() {
  connections_.clear();
  found_.clear();
  silences_.forget();
}

}  // namespace godot::analysis::ends
