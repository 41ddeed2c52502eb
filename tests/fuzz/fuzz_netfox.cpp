// SPDX-License-Identifier: MIT
// Any bytes as a command of netfox, and any text as a schema: the walk keeps its promises whatever is known of values.
//
// The first byte: bits 0-3 what the command is, bit 4 a raw packet, bits 5-6 how much was not captured. The second: how
// many bytes of schemas follow, each property's up to a semicolon.
#include "codec/netfox/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

/// Knows the same properties of every node; checks that what is told lies in the message and in order.
class Facts final : public netfox::PacketSink {
 public:
  Facts(std::span<const netfox::Schema> schemas, Offset captured) : schemas_(schemas), captured_(captured) {}

  void snapshot(const netfox::Snapshot& snapshot) override {
    test::require(snapshot.begin <= snapshot.end, "a snapshot ends before it begins");
  }
  netfox::Layout layout(const netfox::NodeReference&) override { return {.properties = schemas_}; }
  void node(const netfox::NodeFrame& frame) override {
    const bool inside = frame.begin <= frame.values_begin && frame.values_begin <= captured_ &&
                        frame.values_length <= captured_ - frame.values_begin;
    test::require(inside, "a node lies outside the message");
    at_ = frame.values_begin;
    next_ = 0;
  }
  void value(const netfox::PropertyValue& value) override {
    test::require(value.begin == at_, "a gap between values");
    test::require(value.index >= next_, "properties out of order");
    next_ = value.index + 1;
  }
  void value_end(const netfox::PropertyValue& value) override { at_ = value.end; }
  void node_end(const netfox::NodeFrame& frame) override {
    const bool filled = frame.reading == netfox::Reading::unknown || at_ == frame.values_begin + frame.values_length;
    test::require(filled, "values do not fill their size");
  }
  void identity(const netfox::Identity& identity) override {
    test::require(identity.path.size() < captured_, "a path is longer than the message");
  }

 private:
  std::span<const netfox::Schema> schemas_;
  Offset captured_;
  Offset at_ = 0;
  std::uint32_t next_ = 0;
};

std::vector<netfox::Schema> schemas_of(std::string_view texts) {
  std::vector<netfox::Schema> all;
  while (!texts.empty()) {
    const std::size_t end = std::min(texts.find(';'), texts.size());
    netfox::Schema schema;
    if (netfox::parse(texts.substr(0, end), schema)) all.push_back(schema);
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 2;
  if (size < head) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const std::size_t text = std::min<std::size_t>(data[1], size - head);
  const auto schemas = schemas_of({reinterpret_cast<const char*>(data + head), text});
  const std::span<const std::uint8_t> bytes(data + head + text, size - head - text);
  const auto captured = static_cast<Offset>(bytes.size());
  const test::ExactCopy copy(bytes, captured + not_captured[(data[0] >> 5) & 3]);
  const netfox::Options options{.form = (data[0] & 16) != 0 ? netfox::Form::raw : netfox::Form::data,
                                .kind = netfox::usual_kind(data[0] & 15),
                                .command = static_cast<std::uint8_t>(data[0] & 15)};

  std::vector<char> text_buffer(variant::TextWriter::capacity(bytes.size(), variant::no_text_limit));
  variant::TextWriter writer(text_buffer, variant::no_text_limit, variant::dialect(variant::Generation::godot4));
  test::Recorder recorder(captured, &writer);
  Facts facts(schemas, captured);
  const netfox::Result result = netfox::walk(copy.buffer(), options, recorder, &facts);
  test::require(recorder.fault().empty(), recorder.fault());
  test::require(result.consumed <= captured, "more was read than there is");
  test::require(result.problem == recorder.the_problem(), "the sink hears of another problem");
  if (result.problem) {
    char sentence[max_problem_text];
    test::require(!describe(result.problem, sentence).empty(), "a problem is not told");
  } else {
    test::require(result.consumed == copy.buffer().reported, "bytes are left over");
  }
  Facts again(schemas, captured);
  const netfox::Result silent = netfox::validate(copy.buffer(), options, &again);
  test::require(silent.problem == result.problem && silent.consumed == result.consumed, "a silent walk differs");
  return 0;
}
