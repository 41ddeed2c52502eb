// SPDX-License-Identifier: MIT
// Reads bytes of netfox with all events of the walk, as text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/libraries/netfox/walk.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {

inline std::vector<netfox::Schema> schemas(std::initializer_list<std::string_view> texts) {
  std::vector<netfox::Schema> all;
  for (const std::string_view text : texts) {
    all.emplace_back();
    EXPECT_TRUE(netfox::parse(text, all.back())) << text;
  }
  return all;
}

/// The content of a command, as text; has the schemas of all nodes.
class FactRecorder final : public netfox::PacketSink {
 public:
  explicit FactRecorder(std::span<const netfox::Schema> schemas) : schemas_(schemas) {}

  void times(const netfox::Times& times) override {
    text += std::to_string(times.sample) + " " + std::to_string(times.first) + " " + std::to_string(times.second);
  }
  void snapshot(const netfox::Snapshot& snapshot) override {
    text += "@" + std::to_string(snapshot.tick) + "/" + std::to_string(snapshot.redundancy) + " ";
  }
  netfox::Layout layout(const netfox::NodeReference&) override { return {.properties = schemas_}; }
  void node(const netfox::NodeFrame& frame) override {
    text += frame.node.id != 0 ? "#" + std::to_string(frame.node.id) : std::string(frame.node.path);
    constexpr const char* readings[] = {" variants", " schema", " old", " unknown"};
    text += readings[static_cast<std::size_t>(frame.reading)];
  }
  void value(const netfox::PropertyValue& value) override {
    text += (value.hashed ? " hash " : " ") + std::to_string(value.index) + std::string(value.name);
    if (value.redundancy != 0) text += "/" + std::to_string(value.redundancy);
  }
  void node_end(const netfox::NodeFrame&) override { text += "; "; }
  void identity(const netfox::Identity& identity) override {
    text += std::string(identity.path) + "=" + std::to_string(identity.id) + " ";
  }
  void tick_set(const netfox::TickSet& ticks) override {
    text += std::to_string(ticks.first) + " to " + std::to_string(ticks.last) + ":";
    for (const std::uint8_t behind : ticks.active) text += " " + std::to_string(ticks.first + behind);
  }

  std::string text;

 private:
  std::span<const netfox::Schema> schemas_;
};

struct NetfoxReading {
  ExactCopy copy;
  std::vector<char> text_buffer;
  variant::TextWriter writer;
  Recorder recorder;
  FactRecorder facts;
  netfox::Result result;

  explicit NetfoxReading(const Bytes& bytes, const netfox::Options& options,
                         std::span<const netfox::Schema> schemas = {}, Offset reported = 0)
      : copy(bytes, std::max(static_cast<Offset>(bytes.size()), reported)),
        text_buffer(variant::TextWriter::capacity(bytes.size(), variant::no_text_limit)),
        writer(text_buffer, variant::no_text_limit, variant::dialect(variant::Generation::godot4)),
        recorder(static_cast<Offset>(bytes.size()), &writer),
        facts(schemas),
        result(netfox::walk(copy.buffer(), options, recorder, &facts)) {}

  /// Texts of the outermost values.
  [[nodiscard]] std::string values() const {
    std::string all;
    for (const Recorder::ValueText& value : recorder.texts()) {
      if (value.level != 0) continue;
      if (!all.empty()) all += "; ";
      all += value.text;
    }
    return all;
  }
};

}  // namespace godot::test
