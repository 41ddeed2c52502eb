// SPDX-License-Identifier: MIT
// Any bytes as a message of godot-rollback-netcode: the walk keeps its guarantees, and agrees with the silent walk and
// with the check of the frame alone.
//
// The first byte: bit 0 Godot 3, bits 1-2 how many bytes were not captured.
#include "codec/libraries/rollback/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

/// Checks that ticks ascend one by one, and that reported offsets lie in the message and in order.
class Facts final : public rollback::PacketSink {
 public:
  explicit Facts(Offset captured) : captured_(captured) {}

  void input(const rollback::Input& input) override {
    test::require(inputs == 0 || input.tick == next_, "inputs out of order");
    const bool inside = at_ <= input.begin && input.begin <= captured_ && input.length <= captured_ - input.begin;
    test::require(inside, "inputs outside the message");
    test::require(!input.has_hash || input.by_node, "a hash of what was not read");
    at_ = input.begin + input.length;
    next_ = input.tick + 1;
    ++inputs;
  }
  void hash(const rollback::StateHash& hash) override {
    test::require(hashes == 0 || hash.tick == next_hash_, "hashes out of order");
    test::require(at_ <= hash.begin && hash.begin < captured_, "a hash outside the message");
    at_ = hash.begin;
    next_hash_ = hash.tick + 1;
    ++hashes;
  }

  std::uint32_t inputs = 0;
  std::uint32_t hashes = 0;

 private:
  Offset captured_;
  Offset at_ = 0;
  std::uint32_t next_ = 0;
  std::uint32_t next_hash_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const auto generation = (data[0] & 1) != 0 ? variant::Generation::godot3 : variant::Generation::godot4;
  const rollback::Options options{.dialect = &variant::dialect(generation)};
  const std::span<const std::uint8_t> bytes(data + 1, size - 1);
  const auto captured = static_cast<Offset>(bytes.size());
  const test::ExactCopy copy(bytes, captured + not_captured[(data[0] >> 1) & 3]);

  std::vector<char> text_buffer(variant::TextWriter::capacity(bytes.size(), variant::no_text_limit));
  variant::TextWriter writer(text_buffer, variant::no_text_limit, *options.dialect);
  test::Recorder recorder(captured, &writer);
  Facts facts(captured);
  const rollback::Result result = rollback::walk(copy.buffer(), options, recorder, &facts);
  test::require(recorder.fault().empty(), recorder.fault());
  test::require(result.consumed <= captured, "more was read than there is");
  test::require(result.problem == recorder.the_problem(), "the sink gets another problem");
  test::require(facts.inputs == result.inputs && facts.hashes == result.hashes, "facts are missing");
  if (result.problem) {
    char sentence[max_problem_text];
    test::require(!describe(result.problem, sentence).empty(), "a problem has no text");
  } else {
    test::require(result.consumed == copy.buffer().reported, "bytes are left over");
  }
  const rollback::Result silent = rollback::validate(copy.buffer(), options);
  test::require(silent.problem == result.problem && silent.consumed == result.consumed, "a silent walk differs");
  test::require(rollback::fits(copy.buffer()) == result.exact(copy.buffer()), "the frame fits, the walk does not");
  return 0;
}
