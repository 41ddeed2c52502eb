// SPDX-License-Identifier: MIT
// Proof that the codec allocates nothing: this program aborts at the first allocation while it reads every value of the
// truth files and every seed of the fuzz targets. It does not use GoogleTest, which allocates.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>

#include "codec/debugger/walk.h"
#include "codec/enet/crc.h"
#include "codec/enet/fastlz.h"
#include "codec/enet/range_coder.h"
#include "codec/enet/recognise.h"
#include "codec/files/walk.h"
#include "codec/libraries/netfox/walk.h"
#include "codec/libraries/rollback/walk.h"
#include "codec/mirror/record_stream.h"
#include "codec/mirror/walk.h"
#include "codec/multiplayer/recognise.h"
#include "codec/variant/recognise.h"
#include "codec/variant/text.h"
#include "tests/unit/support/truth.h"

namespace {

bool forbidden = false;
std::size_t counted = 0;

void on_allocation() {
  ++counted;
  if (!forbidden) return;
  forbidden = false;  // printing may allocate
  std::fputs("the codec allocates\n", stderr);
  std::abort();
}

}  // namespace

// The C library's functions, under the names by which they stay reachable when they are replaced.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);

void* malloc(std::size_t size) {
  on_allocation();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  on_allocation();
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  on_allocation();
  return __libc_realloc(block, size);
}
}

void* operator new(std::size_t size) {
  on_allocation();
  if (void* block = __libc_malloc(size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace godot::test {
namespace {

std::array<char, 1 << 22> text_buffer;

class TextSink final : public Sink {
 public:
  TextSink(std::uint32_t limit, const variant::Dialect& dialect) : writer_(text_buffer, limit, dialect) {}
  void open(Field field, Offset, const Value& value) override { writer_.open(field, value); }
  void leaf(Field field, Offset, Offset, const Value& value) override { writer_.leaf(field, value); }
  void close(Field field, Offset) override { (void)writer_.close(field); }
  void note(Note note, Offset, Offset) override { (void)info(note); }
  void problem(const Problem& problem) override {
    writer_.problem();
    char sentence[max_problem_text];
    (void)describe(problem, sentence);
  }

 private:
  variant::TextWriter writer_;
};

/// Calls every function of the codec for a payload.
void read(const Buffer& buffer, const variant::Options& options, variant::Recognition& recognition) {
  (void)variant::validate(buffer, options);
  for (const std::uint32_t limit : {variant::no_text_limit, 240U}) {
    TextSink sink(limit, *options.dialect);
    variant::walk(buffer, options, sink);
  }
  (void)variant::possible(buffer);
  recognition.add(variant::observe(buffer), 0, buffer.reported);
}

std::size_t read_truths() {
  std::size_t count = 0;
  variant::Recognition recognition;
  for (const Truth& truth : truths()) {
    const variant::Options options = truth.options();
    forbidden = true;
    read(Buffer(truth.bytes), options, recognition);
    forbidden = false;
    ++count;
  }
  return count;
}

class PlainSink final : public Sink {
 public:
  void open(Field field, Offset, const Value&) override { (void)info(field); }
  void leaf(Field field, Offset, Offset, const Value&) override { (void)info(field); }
  void close(Field, Offset) override {}
  void note(Note note, Offset, Offset) override { (void)info(note); }
  void problem(const Problem& problem) override {
    char sentence[max_problem_text];
    (void)describe(problem, sentence);
  }
};

enet::RangeCoderScratch range_coder_scratch;
std::array<std::uint8_t, enet::max_datagram> plain;

/// Calls every function of the codec for a datagram of ENet.
void read_enet(const Buffer& buffer, enet::Recognition& recognition) {
  recognition.add(enet::observe(buffer), 0);
  for (const bool checksum : {false, true}) {
    PlainSink sink;
    const enet::Options options{.checksum = checksum, .padded = true};
    const enet::Result result = enet::walk(buffer, options, sink);
    (void)enet::validate(buffer, options);
    enet::walk_commands(buffer, result.header, options, sink);
  }
  (void)enet::possible_compressions(buffer.captured);
  (void)enet::decompress_range_coder(buffer.captured, plain, range_coder_scratch);
  (void)enet::decompress_fastlz(buffer.captured, plain);
  (void)enet::checksum({}, 0, buffer.captured);
}

class PlainFacts final : public multiplayer::PacketSink {};

/// Calls every function of the codec for a multiplayer message, for every way to read it.
void read_multiplayer(const Buffer& buffer, multiplayer::Recognition& recognition) {
  for (const auto api : {multiplayer::Api::named, multiplayer::Api::scene}) {
    for (unsigned carrier = 0; carrier < multiplayer::carrier_count; ++carrier) {
      const multiplayer::Options options{.api = api, .carrier = static_cast<multiplayer::Carrier>(carrier)};
      PlainSink sink;
      PlainFacts facts;
      multiplayer::walk(buffer, options, sink, &facts);
      (void)multiplayer::validate(buffer, options);
    }
  }
  for (const auto transport :
       {multiplayer::Transport::enet, multiplayer::Transport::websocket, multiplayer::Transport::data_channel}) {
    const multiplayer::Transmission how{.transport = transport, .channel = 1};
    recognition.add(multiplayer::observe(buffer, how), how);
    (void)recognition.options(buffer, how);
  }
}

/// Calls every function of the codec for a debugger's message, for every era and direction.
void read_debugger(const Buffer& buffer) {
  (void)debugger::extent(buffer);
  debugger::Era era = debugger::Era::godot3;
  (void)debugger::shows_era(buffer, era);
  for (const bool prefixed : {false, true}) {
    (void)debugger::prove(buffer, prefixed);
    for (std::size_t era = 0; era < debugger::era_count; ++era) {
      for (const auto direction : {debugger::Direction::to_editor, debugger::Direction::to_game}) {
        PlainSink sink;
        debugger::Run run;
        std::array<char, 1024> line;
        debugger::walk(buffer, {.era = static_cast<debugger::Era>(era), .direction = direction, .prefixed = prefixed},
                       run, line, sink);
      }
    }
  }
}

/// Calls every function of the codec for a record of the mirror.
void read_mirror(const Buffer& buffer) {
  PlainSink sink;
  (void)mirror::walk(buffer, sink);
  (void)mirror::validate(buffer);
  (void)mirror::greeted(buffer.captured);
  (void)mirror::framed(buffer.captured);
}

/// Calls every function of the codec for a part of a conversation with the file server.
void read_files(const Buffer& buffer) {
  PlainSink sink;
  (void)files::begun(buffer.captured);
  for (unsigned unit = 0; unit <= static_cast<unsigned>(files::Unit::end); ++unit) {
    const files::State state = {.next = static_cast<files::Unit>(unit), .left = 1, .files = 1};
    (void)files::walk(buffer, state, sink);
    (void)files::extent(state, buffer);
  }
}

void read_rollback(const Buffer& buffer) {
  PlainSink sink;
  (void)rollback::walk(buffer, {}, sink);
  (void)rollback::fits(buffer);
}

void read_netfox(const Buffer& buffer) {
  TextSink sink(variant::no_text_limit, variant::dialect(variant::Generation::godot4));
  for (std::uint8_t kind = 0; kind <= netfox::own_commands; ++kind)
    (void)netfox::walk(buffer, {.form = netfox::Form::data, .kind = netfox::usual_kind(kind)}, sink);
  for (const netfox::Form form : {netfox::Form::packed, netfox::Form::dictionary}) {
    for (const netfox::CommandKind kind : {netfox::CommandKind::full_state, netfox::CommandKind::diff_state,
                                           netfox::CommandKind::input, netfox::CommandKind::tick_set})
      (void)netfox::walk(buffer, {.form = form, .kind = kind, .node = "Main/Sync", .tick = 70}, sink);
  }
  netfox::Schema schema;
  (void)netfox::parse({reinterpret_cast<const char*>(buffer.captured.data()), buffer.captured.size()}, schema);
}

/// Reads each seed in every dialect, whatever it was made for.
std::size_t read_seeds() {
  std::size_t count = 0;
  variant::Recognition recognition;
  enet::Recognition enet_recognition;
  multiplayer::Recognition multiplayer_recognition;
  for (const auto& path : files_below(std::filesystem::path(GODOT_SOURCE_DIR) / "tests/fuzz/corpus", "")) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> content{std::istreambuf_iterator<char>(file), {}};
    constexpr std::size_t head = 2;
    if (content.size() < head) continue;
    const Buffer buffer{{reinterpret_cast<const std::uint8_t*>(content.data()) + head, content.size() - head}};
    forbidden = true;
    for (std::size_t i = 0; i < variant::generation_count; ++i)
      read(buffer, {.dialect = &variant::dialect(static_cast<variant::Generation>(i))}, recognition);
    read_enet(buffer, enet_recognition);
    // These seeds begin with one byte of options.
    const std::span<const std::uint8_t> message(buffer.captured.data() - 1, buffer.captured.size() + 1);
    read_multiplayer(Buffer(message), multiplayer_recognition);
    read_debugger(Buffer(message));
    read_mirror(Buffer(message));
    read_files(Buffer(message));
    read_netfox(buffer);
    read_rollback(buffer);
    forbidden = false;
    ++count;
  }
  return count;
}

}  // namespace
}  // namespace godot::test

int main() {
  const std::size_t values = godot::test::read_truths();
  const std::size_t seeds = godot::test::read_seeds();
  std::printf("%zu values and %zu seeds without an allocation; %zu were counted around them\n", values, seeds, counted);
  // Without the replacements nothing would be counted.
  return values != 0 && seeds != 0 && counted != 0 ? 0 : 1;
}
