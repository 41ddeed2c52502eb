// SPDX-License-Identifier: MIT
// Any bytes as a command of netfox, and any text as a schema: the walk keeps its guarantees, whatever schemas are
// known.
//
// The first byte: bits 0-3 the command, bit 4 a raw packet, bits 5-6 how many bytes were not captured, bit 7 a call,
// where bits 0-3 are 15 for a tick set, and bit 4 a Dictionary. The second: how many bytes of schemas follow, each
// property's up to a semicolon, with its path and | in front if calls are to have an index for it.
#include "codec/libraries/netfox/property_index.h"
#include "codec/libraries/netfox/walk.h"
#include "tests/fuzz/input.h"

using namespace godot;

namespace {

/// Gives every node the same properties; checks that reported offsets lie in the message and in order.
class Facts final : public netfox::PacketSink {
 public:
  Facts(std::span<const netfox::Schema> schemas, Offset captured, const netfox::Options& options)
      : schemas_(schemas), captured_(captured), options_(options) {}

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
    require_layout(frame);
  }
  void value(const netfox::PropertyValue& value) override {
    // In calls an index or a path stands before its values, in any order; a path's values follow each other.
    const bool is_call = netfox::is_call(options_.form);
    test::require(is_call ? value.begin >= at_ : value.begin == at_, "a gap between values");
    test::require(is_call || value.index >= next_, "properties out of order");
    test::require(value.redundancy <= options_.tick, "inputs of a tick before the first");
    next_ = value.index + 1;
  }
  void value_end(const netfox::PropertyValue& value) override { at_ = value.end; }
  void node_end(const netfox::NodeFrame& frame) override {
    if (options_.form == netfox::Form::dictionary) return;
    const bool filled = frame.reading == netfox::Reading::unknown || at_ == frame.values_begin + frame.values_length;
    test::require(filled, "values do not fill their size");
  }
  void identity(const netfox::Identity& identity) override {
    test::require(identity.path.size() < captured_, "a path is longer than the message");
  }
  void tick_set(const netfox::TickSet& ticks) override {
    test::require(ticks.active.size() <= 256, "more ticks than there are");
    for (const std::uint8_t behind : ticks.active)
      test::require(behind <= static_cast<std::uint32_t>(ticks.last - ticks.first), "a tick behind the last");
  }

 private:
  /// With a schema every property of the list is there; in a difference those with an index.
  void require_layout(const netfox::NodeFrame& frame) const {
    const bool by_schema =
        frame.reading == netfox::Reading::schema || frame.reading == netfox::Reading::schema_old_engine;
    if (!by_schema || frame.diff || !netfox::is_call(options_.form)) return;
    test::require(frame.values == schemas_.size(), "another number of values than of properties");
  }

  std::span<const netfox::Schema> schemas_;
  Offset captured_;
  const netfox::Options& options_;
  Offset at_ = 0;
  std::uint32_t next_ = 0;
};

struct Properties {
  std::vector<netfox::Schema> schemas;
  std::vector<std::uint8_t> indexes;
};

Properties properties_of(std::string_view texts) {
  Properties all;
  netfox::PropertyIndexes indexes;
  while (!texts.empty()) {
    const std::size_t end = std::min(texts.find(';'), texts.size());
    std::string_view text = texts.substr(0, end);
    const std::size_t bar = text.find('|');
    const std::string_view path = text.substr(0, bar == std::string_view::npos ? 0 : bar);
    if (bar != std::string_view::npos) text.remove_prefix(bar + 1);
    netfox::Schema schema;
    if (netfox::parse(text, schema)) {
      all.schemas.push_back(schema);
      if (const auto index = indexes.next(path)) all.indexes.push_back(*index);
    }
    texts.remove_prefix(std::min(end + 1, texts.size()));
  }
  return all;
}

netfox::Options options_of(std::uint8_t choice, const Properties& known) {
  constexpr std::uint8_t kind_bits = 15;
  constexpr std::uint8_t other_form = 16;
  constexpr std::uint8_t call = 128;
  const std::uint8_t number = choice & kind_bits;
  const bool other = (choice & other_form) != 0;
  if ((choice & call) == 0)
    return {
        .form = other ? netfox::Form::raw : netfox::Form::data, .kind = netfox::usual_kind(number), .command = number};
  // Numbers that are no command of netfox's select the forms with an Array.
  constexpr std::uint8_t inputs_of_dictionaries = 10;
  constexpr std::uint8_t first_array = 11;
  constexpr netfox::CommandKind of_arrays[] = {netfox::CommandKind::full_state, netfox::CommandKind::full_sync,
                                               netfox::CommandKind::input};
  netfox::Form form = other ? netfox::Form::dictionary : netfox::Form::packed;
  netfox::CommandKind kind = number == kind_bits ? netfox::CommandKind::tick_set : netfox::usual_kind(number);
  if (other && number == inputs_of_dictionaries) {
    form = netfox::Form::dictionaries;
    kind = netfox::CommandKind::input;
  } else if (other && number >= first_array && number - first_array < std::ssize(of_arrays)) {
    form = netfox::Form::array;
    kind = of_arrays[number - first_array];
  }
  return {.form = form,
          .kind = kind,
          .node = "Main/Sync",
          .tick = 70,
          .reference = 65,
          .layout = {.properties = known.schemas, .indexes = known.indexes}};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 2;
  if (size < head) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const std::size_t text = std::min<std::size_t>(data[1], size - head);
  const Properties known = properties_of({reinterpret_cast<const char*>(data + head), text});
  const std::span<const std::uint8_t> bytes(data + head + text, size - head - text);
  const auto captured = static_cast<Offset>(bytes.size());
  const test::ExactCopy copy(bytes, captured + not_captured[(data[0] >> 5) & 3]);
  const netfox::Options options = options_of(data[0], known);

  std::vector<char> text_buffer(variant::TextWriter::capacity(bytes.size(), variant::no_text_limit));
  variant::TextWriter writer(text_buffer, variant::no_text_limit, variant::dialect(variant::Generation::godot4));
  test::Recorder recorder(captured, &writer);
  Facts facts(known.schemas, captured, options);
  const netfox::Result result = netfox::walk(copy.buffer(), options, recorder, &facts);
  test::require(recorder.fault().empty(), recorder.fault());
  test::require(result.consumed <= captured, "more was read than there is");
  test::require(result.problem == recorder.the_problem(), "the sink gets another problem");
  if (result.problem) {
    char sentence[max_problem_text];
    test::require(!describe(result.problem, sentence).empty(), "a problem has no text");
  } else {
    test::require(result.consumed == copy.buffer().reported, "bytes are left over");
  }
  Facts again(known.schemas, captured, options);
  const netfox::Result silent = netfox::validate(copy.buffer(), options, &again);
  test::require(silent.problem == result.problem && silent.consumed == result.consumed, "a silent walk differs");
  return 0;
}
