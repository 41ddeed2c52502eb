// SPDX-License-Identifier: MIT
// How fast multiplayer messages are read: those of an engine's captures, calls and replication.
// items_per_second counts messages, bytes_per_second their bytes.
#include <benchmark/benchmark.h>

#include "codec/multiplayer/recognise.h"
#include "tests/unit/codec/multiplayer/engine.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

constexpr multiplayer::Options options{.api = multiplayer::Api::scene};

/// A sink that does nothing: measures the cost of the calls.
class Counter final : public Sink {
 public:
  [[nodiscard]] std::size_t events() const { return events_; }

  void open(Field, Offset, const Value&) override { ++events_; }
  void leaf(Field, Offset, Offset, const Value&) override { ++events_; }
  void close(Field, Offset) override { ++events_; }
  void note(Note, Offset, Offset) override { ++events_; }
  void problem(const Problem&) override { ++events_; }

 private:
  std::size_t events_ = 0;
};

class Facts final : public multiplayer::PacketSink {};

const EngineCapture& capture(const char* name) {
  static std::map<std::string, EngineCapture> captures_read;
  return captures_read.try_emplace(name, captures() / "enet/godot-4.6" / name).first->second;
}

/// Runs `read` over the messages of a capture and reports messages and bytes per second.
template <class Read>
void over(benchmark::State& state, const char* name, Read read) {
  const std::vector<EngineMessage>& messages = capture(name).messages();
  if (messages.empty()) state.SkipWithError("the capture is missing");
  std::size_t bytes = 0;
  for (const EngineMessage& message : messages) bytes += message.bytes.size();
  for (auto _ : state) {
    for (const EngineMessage& message : messages) benchmark::DoNotOptimize(read(Buffer(message.bytes)));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * messages.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

void validate(benchmark::State& state, const char* name) {
  over(state, name, [](const Buffer& message) { return multiplayer::validate(message, options).values; });
}

void facts(benchmark::State& state, const char* name) {
  over(state, name, [](const Buffer& message) {
    Facts facts;
    return multiplayer::validate(message, options, facts).values;
  });
}

void events(benchmark::State& state, const char* name) {
  over(state, name, [](const Buffer& message) {
    Counter counter;
    Facts facts;
    multiplayer::walk(message, options, counter, &facts);
    return counter.events();
  });
}

void recognise(benchmark::State& state, const char* name) {
  over(state, name, [](const Buffer& message) { return multiplayer::observe(message, {}).fits; });
}

#define OVER_CAPTURES(function)                                                       \
  BENCHMARK_CAPTURE(function, calls, "rpc_enet.pcap")->Unit(benchmark::kMillisecond); \
  BENCHMARK_CAPTURE(function, replication, "replication_enet.pcap")->Unit(benchmark::kMillisecond)

OVER_CAPTURES(validate);
OVER_CAPTURES(facts);
OVER_CAPTURES(events);
OVER_CAPTURES(recognise);

}  // namespace
}  // namespace godot::test

BENCHMARK_MAIN();
