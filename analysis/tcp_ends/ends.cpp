// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/ends.h"

namespace godot::analysis::tcp_ends {

class Ends::Sink final : public EndingSink {
 public:
  Sink(Ends& ends, const Segment& segment) noexcept : ends_(ends), segment_(segment) {}

  void found(const Ending& ending) override { ends_.found_[segment_.frame].push_back(ending); }
  /// A frame is of one end, whose window is one.
  void found_more(std::uint32_t shown_in, const Ending& ending) override {
    for (Ending& each : ends_.found_[shown_in])
      if (each.what == ending.what) each = ending;
  }
  void found_silence(Ending ending, Nanoseconds time) override {
    if (ends_.silences_.add(ending, time, segment_.frame)) found(ending);
  }

  void found_unanswered(Ending ending, Nanoseconds asked_at) override {
    ends_.look_at_other_connections(ending, ends_.connections_[segment_.stream].target(), asked_at);
    found(ending);
    ends_.remember_unanswered(segment_);
  }
  void found_control(std::uint8_t code, std::uint32_t size) override {
    (code == websocket::opcode::close ? control().closes : control().pings) += size;
  }
  void found_heads(std::uint32_t size) override { control().heads += size; }

 private:
  Control& control() {
    OfStream& there = ends_.control_[segment_.frame];
    there.stream = segment_.stream;
    return there.control;
  }

  Ends& ends_;
  const Segment& segment_;
};

void Ends::add(const Segment& segment) {
  Sink sink(*this, segment);
  Connection& connection = connections_[segment.stream];
  connection.add(segment, sink);
  if (connection.server() != 0 && connection.served_in() == segment.frame) serve(connection);
}

void Ends::remember_unanswered(const Segment& segment) {
  const std::uint64_t server = connections_[segment.stream].target();
  if (server != 0) unanswered_[server].recent.push_back({segment.frame, segment.time});
}

/// A server sends to a WebSocket: it has not ended before. A program that was started again has only newer ones.
void Ends::serve(const Connection& connection) {
  const std::uint32_t frame = connection.served_in();
  served_[connection.server()] = {connection.served_at(), frame};
  const auto found = unanswered_.find(connection.server());
  if (found == unanswered_.end()) return;
  constexpr Nanoseconds moment = second / 2;
  auto& [recent, shown_in] = found->second;
  const auto tell = [&](std::uint32_t in, std::uint32_t Ending::*which) {
    for (Ending& each : found_[in])
      if (each.what == What::unanswered) each.*which = frame;
  };
  for (; !recent.empty() && connection.served_at() - recent.front().time >= moment; recent.pop_front()) {
    tell(recent.front().shown_in, &Ending::serves_again_in);
    shown_in.push_back(recent.front().shown_in);
  }
  for (; !shown_in.empty() && connection.asked_in() < shown_in.back(); shown_in.pop_back())
    tell(shown_in.back(), &Ending::goes_on_in);
}

/// A server that sends to another WebSocket at that time runs, and speaks it in plain text.
void Ends::look_at_other_connections(Ending& ending, std::uint64_t server, Nanoseconds asked_at) const {
  constexpr Nanoseconds recent = second;
  constexpr Nanoseconds while_waiting = second / 2;
  // Not found if the connection's server is not known, which is 0.
  const auto served = served_.find(server);
  if (served == served_.end() || served->second.at + recent < asked_at) return;
  ending.serves_in = served->second.in;
  if (served->second.at - asked_at >= while_waiting) ending.polls_in = served->second.in;
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
  served_.clear();
  unanswered_.clear();
  found_.clear();
  silences_.forget();
}

}  // namespace godot::analysis::tcp_ends
