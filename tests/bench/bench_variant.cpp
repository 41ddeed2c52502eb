// SPDX-License-Identifier: MIT
// How fast Variants are read: the mixed values of a real capture, and large arrays.
// items_per_second counts values (elements for the arrays), bytes_per_second their bytes.
#include <benchmark/benchmark.h>

#include <array>
#include <map>

#include "codec/variant/plain_text.h"
#include "codec/variant/recognise.h"
#include "codec/variant/text.h"
#include "codec/variant/walker.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

constexpr std::string_view mixed_file = "godot-4.6/variants_udp.truth.jsonl";
constexpr std::uint32_t default_elements = 1000;  // elements of an array that the plugin shows
constexpr std::uint32_t default_text = 240;       // characters of text per value

/// A sink that does nothing: measures the cost of the calls.
class Counter final : public Sink {
 public:
  explicit Counter(std::uint32_t wanted) : wanted_(wanted) {}
  [[nodiscard]] std::size_t events() const { return events_; }

  void open(Field, Offset, const Value&) override { ++events_; }
  void leaf(Field, Offset, Offset, const Value&) override { ++events_; }
  void close(Field, Offset) override { ++events_; }
  void note(Note, Offset, Offset) override { ++events_; }
  void problem(const Problem&) override { ++events_; }
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, wanted_); }

 private:
  std::uint32_t wanted_;
  std::size_t events_ = 0;
};

/// Events and texts, as the plugin asks for them.
class Texts final : public Sink {
 public:
  explicit Texts(const variant::Dialect& dialect) : writer_(buffer_, default_text, dialect) {}
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  void open(Field field, Offset, const Value& value) override { writer_.open(field, value); }
  void leaf(Field field, Offset, Offset, const Value& value) override { writer_.leaf(field, value); }
  void close(Field field, Offset) override { bytes_ += writer_.close(field).text.size(); }
  void note(Note, Offset, Offset) override {}
  void problem(const Problem&) override { writer_.problem(); }
  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, default_elements); }

 private:
  static inline std::array<char, 1 << 20> buffer_;
  variant::TextWriter writer_;
  std::size_t bytes_ = 0;
};

const variant::Dialect& godot4() { return variant::dialect(variant::Generation::godot4); }

template <class Chosen>
std::vector<Bytes> values_if(Chosen chosen) {
  std::vector<Bytes> list;
  for (const Truth& truth : truths()) {
    if (truth.file == mixed_file && chosen(truth)) list.push_back(truth.bytes);
  }
  return list;
}

const std::vector<Bytes>& mixed() {
  static const std::vector<Bytes> values = values_if([](const Truth&) { return true; });
  return values;
}

/// Those that bytes_to_var.gd reads.
const std::vector<Bytes>& comparable() {
  static const std::vector<Bytes> values = values_if([](const Truth& truth) {
    return !truth.full_objects && truth.bytes.size() % 4 == 0 && truth.bytes[0] < godot4().types.size();
  });
  return values;
}

/// Runs `read` over the values and reports values and bytes per second.
template <class Read>
void over(benchmark::State& state, const std::vector<Bytes>& values, Read read) {
  std::size_t bytes = 0;
  for (const Bytes& value : values) bytes += value.size();
  if (bytes == 0) state.SkipWithError("the capture is missing");
  for (auto _ : state) {
    for (const Bytes& value : values) benchmark::DoNotOptimize(read(Buffer(value)));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * values.size()));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}
template <class Read>
void over_mixed(benchmark::State& state, Read read) {
  over(state, mixed(), read);
}

constexpr auto validated = [](const Buffer& buffer) {
  return variant::validate(buffer, {.dialect = &godot4()}).consumed;
};
constexpr auto count_events = [](const Buffer& buffer) {
  Counter counter(default_elements);
  variant::walk_into(buffer, {.dialect = &godot4()}, counter);
  return counter.events();
};

void mixed_validate(benchmark::State& state) { over_mixed(state, validated); }
BENCHMARK(mixed_validate);

void mixed_events(benchmark::State& state) { over_mixed(state, count_events); }
BENCHMARK(mixed_events);

void comparable_validate(benchmark::State& state) { over(state, comparable(), validated); }
BENCHMARK(comparable_validate);

void comparable_events(benchmark::State& state) { over(state, comparable(), count_events); }
BENCHMARK(comparable_events);

/// The same through walk(), for a sink whose type is not known there.
void mixed_events_virtual(benchmark::State& state) {
  over_mixed(state, [](const Buffer& buffer) {
    Counter counter(default_elements);
    variant::walk(buffer, {.dialect = &godot4()}, counter);
    return counter.events();
  });
}
BENCHMARK(mixed_events_virtual);

void mixed_events_and_text(benchmark::State& state) {
  over_mixed(state, [](const Buffer& buffer) {
    Texts texts(godot4());
    variant::walk_into(buffer, {.dialect = &godot4()}, texts);
    return texts.bytes();
  });
}
BENCHMARK(mixed_events_and_text);

/// Only the text of the whole value.
void mixed_text(benchmark::State& state) {
  static std::array<char, 1 << 20> buffer;
  over_mixed(state, [](const Buffer& value) {
    return variant::text_of(value, {.dialect = &godot4()}, {.characters = default_text}, buffer).text.size();
  });
}
BENCHMARK(mixed_text);

/// With the preference "as documented": finds the form that fits before the walk.
void mixed_events_as_documented(benchmark::State& state) {
  over_mixed(state, [](const Buffer& buffer) {
    Counter counter(default_elements);
    variant::walk_into(buffer, variant::as_documented(buffer, {.dialect = &godot4()}), counter);
    return counter.events();
  });
}
BENCHMARK(mixed_events_as_documented);

/// Recognition: the dialects that fit a value, as in a conversation that is not recognised yet.
void mixed_observe(benchmark::State& state, const variant::Readings& readings) {
  over_mixed(state, [&](const Buffer& buffer) { return variant::observe(buffer, readings).fits; });
}
constexpr variant::CandidateSet without_redot =
    variant::all_candidates & ~variant::candidates_of(variant::Generation::redot);
BENCHMARK_CAPTURE(mixed_observe, without_redot, variant::Readings(without_redot));
BENCHMARK_CAPTURE(mixed_observe, all, variant::Readings());
BENCHMARK_CAPTURE(mixed_observe, all_as_documented, variant::Readings(variant::all_candidates, true));

/// PackedInt32Array of range(0) elements of which range(1) are wanted.
void packed_ints(benchmark::State& state) {
  constexpr std::uint32_t packed_int32_array = 30;
  const auto count = static_cast<std::uint32_t>(state.range(0));
  Bytes bytes;
  append(bytes, packed_int32_array);
  append(bytes, count);
  for (std::uint32_t i = 0; i < count; ++i) append(bytes, i * 7);
  for (auto _ : state) {
    Counter counter(static_cast<std::uint32_t>(state.range(1)));
    benchmark::DoNotOptimize(variant::walk_into(Buffer(bytes), {.dialect = &godot4()}, counter));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(packed_ints)->ArgNames({"elements", "wanted"})->ArgsProduct({{16, 1000, 1000000}, {0, 1000}});

/// An Array of 100,000 ints, validated or with range(0) elements wanted.
Bytes array_of_ints() {
  constexpr std::uint32_t array_type = 28;
  constexpr std::uint32_t int_type = 2;
  constexpr std::uint32_t count = 100000;
  Bytes bytes;
  append(bytes, array_type);
  append(bytes, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    append(bytes, int_type);
    append(bytes, i);
  }
  return bytes;
}

void array_of_ints_validate(benchmark::State& state) {
  const Bytes bytes = array_of_ints();
  for (auto _ : state) benchmark::DoNotOptimize(variant::validate(Buffer(bytes), {.dialect = &godot4()}));
  state.SetItemsProcessed(state.iterations() * 100000);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(array_of_ints_validate);

void array_of_ints_events(benchmark::State& state) {
  const Bytes bytes = array_of_ints();
  for (auto _ : state) {
    Counter counter(static_cast<std::uint32_t>(state.range(0)));
    benchmark::DoNotOptimize(variant::walk_into(Buffer(bytes), {.dialect = &godot4()}, counter));
  }
  state.SetItemsProcessed(state.iterations() * 100000);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes.size()));
}
BENCHMARK(array_of_ints_events)->ArgName("wanted")->Arg(0)->Arg(1000)->Arg(100000);

}  // namespace
}  // namespace godot::test

BENCHMARK_MAIN();
