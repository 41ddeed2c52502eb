// SPDX-License-Identifier: MIT
// A datagram of ENet while its commands are read, once: its facts, its items, its problems, and the steps of each
// command (command_steps.h). Wireshark leaves a host's functions by longjmp: nothing here has a destructor.
//
// `Output`: of items (analysis/enet/shown/tree_items.h, fragmented_message.h), with tree_of(item): what stands below
// one. A host has what CommandSteps and DatagramContext ask it for, and
//   arena(), decompresses()
//   output(bytes, title)   where the fields of a buffer go
//   begins(item)       a command, whose items stand in it
//   begins(known)      the same, before its steps
//   found(command, findings)
//   shown(tree, item)  the whole datagram
#pragma once

#include "analysis/enet/shown/command_costs.h"
#include "analysis/enet/shown/fragmented_message.h"
#include "analysis/enet/shown/tree_items.h"
#include "analysis/message/items/field_sink.h"
#include "codec/enet/walk.h"
#include "engine/enet/command_steps.h"
#include "engine/enet/datagram_context.h"

namespace godot::engine {

template <class Host, class Output>
class DatagramView final : public godot::enet::CommandSink {
 public:
  using Sink = analysis::items::FieldSink<Output>;
  using Items = analysis::enet::TreeItems<Output>;

  /// `costs`: of the commands, if they are needed.
  DatagramView(Host& host, const EnetDatagram& its, analysis::facts::Collection* facts,
               const analysis::enet::CommandCosts& costs)
      : host_(host),
        its_(its),
        context_(host, its),
        facts_(facts, its.reading, its.record, its.sender, context_, context_),
        costs_(costs),
        findings_(its.analysis()),
        steps_(host, its, context_, facts_, host.capture().parts_of(its.record)) {}

  /// Reads the commands, without items.
  void read() {
    if (its_.reading.has_commands)
      result_.problem = its_.commands.each([this](const godot::enet::Command& next) { command(next); });
  }

  /// ... with items in this tree.
  void read_into(typename Output::Tree tree) {
    const godot::enet::Reading& reading = its_.reading;
    Sink sink(host_.output(reading.datagram, "Datagram"), tree);
    sink_ = &sink;
    result_ = godot::enet::walk(reading.datagram,
                                {.checksum = reading.header.has_checksum, .make = reading.header.make}, sink, this);
    const auto item = sink.closed();
    const auto below = Output::tree_of(item);
    const Items items(sink.output(), below, item);
    if (reading.header.compressed && reading.has_header)
      items.compression(reading, host_.decompresses(), host_.arena());
    if (has_plain()) read_plain(below);
    sink_ = nullptr;
    if (its_.analysis() != nullptr) {
      items.analysis(*its_.analysis(), its_.sender, context_.other_side().in);
      if (!its_.is_quoted)
        items.remarks(analysis::enet::remarks_on(host_.capture().completeness(), its_.record->frame));
    }
    const analysis::enet::Stream* stream = its_.stream();
    items.label(stream, stream != nullptr && its_.from_client(), stream != nullptr && context_.is_mesh(),
                reading.has_commands, result_.commands);
    host_.shown(below, item);
  }

  /// Behind the last command.
  void finish() {
    // Padding before compression is not on the wire.
    facts_.finish(its_.plain.reported, has_plain() && its_.reading.is_padded() && !result_.problem);
  }

  void header(const godot::enet::Header& header) override {
    const Items items = this->items();
    items.label(header, sink_->closed());
    // Programs may use another algorithm: then no checksum has matched so far.
    if (header.has_checksum)
      items.checksum(header, its_.pair.is_crc ? analysis::enet::verify_checksum(its_.reading, its_.stream())
                                              : analysis::enet::ChecksumVerdict{});
    if (!header.compressed) items.no_compression();
    items.make(header);
    const analysis::enet::Stream* stream = its_.stream();
    if (stream != nullptr && stream->numbered) items.connection(*stream, its_.record->direction, host_.frame());
  }

  bool command(const godot::enet::Command& command) override {
    const analysis::enet::Finding* finding = findings_.next();
    const analysis::enet::KnownCommand known = {.command = command, .finding = finding, .cost = costs_.next()};
    facts_.add(command, finding);
    if (sink_ != nullptr) show(known);
    if (!its_.is_quoted && (sink_ != nullptr || facts_.wanted()) && steps_.may_have_problems(command, finding)) {
      analysis::enet::ProblemFindings found(host_.arena());
      steps_.judge(command, finding, found);
      host_.found(command, found);
    }
    host_.begins(known);
    return steps_.take(known);
  }

  /// Of a command that is a fragment, for the steps' host.
  void show_fragment(const godot::enet::Command& command, const analysis::enet::FragmentPart& part) const {
    if (sink_ == nullptr) return;
    const analysis::enet::FragmentItems<Output> items(sink_->output(), sink_->tree(), sink_->item());
    items.bytes(command);
    items.message(command, part, host_.frame(), !host_.is_first_pass());
  }

  /// Of a command whose message is a copy of an earlier one.
  void show_copy(const godot::enet::Command& command) const {
    if (sink_ != nullptr) items().repeated(command);
  }

  /// What is open in the tree; null: there are no items.
  [[nodiscard]] const Sink* sink() const noexcept { return sink_; }
  /// Of that; requires a sink.
  [[nodiscard]] Items items() const { return {sink_->output(), sink_->tree(), sink_->item()}; }

  [[nodiscard]] const EnetDatagram& its() const noexcept { return its_; }
  [[nodiscard]] const DatagramContext<Host>& context() const noexcept { return context_; }
  [[nodiscard]] analysis::enet::DatagramFacts& facts() noexcept { return facts_; }
  [[nodiscard]] const CommandSteps<Host>& steps() const noexcept { return steps_; }
  [[nodiscard]] CommandSteps<Host>& steps() noexcept { return steps_; }
  [[nodiscard]] const godot::enet::Result& result() const noexcept { return result_; }

 private:
  [[nodiscard]] bool has_plain() const noexcept { return its_.plain.reported != 0; }

  void read_plain(typename Output::Tree tree) {
    Sink sink(host_.output(its_.plain, "Decompressed"), tree);
    sink_ = &sink;
    result_ =
        godot::enet::walk_commands(its_.plain, its_.reading.header, {.padded = its_.reading.is_padded()}, sink, this);
  }

  void show(const analysis::enet::KnownCommand& known) {
    const auto& [command, finding, cost] = known;
    host_.begins(sink_->item());
    const Items items = this->items();
    items.label(command);
    if (finding != nullptr) items.analysis(command, *finding, its_.sender, host_.is_first_pass());
    items.remarks(analysis::enet::remarks_on(command));
    // The line of a whole message of a game's has its cost.
    const bool is_games = its_.stream() != nullptr && its_.stream()->link.godot != nullptr;
    items.cost(command, cost, is_games && command.has_payload() && !command.is_fragment());
  }

  Host& host_;
  const EnetDatagram& its_;
  DatagramContext<Host> context_;
  analysis::enet::DatagramFacts facts_;
  analysis::enet::CommandCosts costs_;
  analysis::enet::Findings findings_;
  CommandSteps<Host> steps_;
  Sink* sink_ = nullptr;  ///< null: no items are wanted
  godot::enet::Result result_;
};

}  // namespace godot::engine
