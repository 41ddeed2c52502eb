// SPDX-License-Identifier: MIT
// What a tree shows of a datagram and of its commands beside the fields of their walk: what is derived (enet_items.h),
// labels, and expert information. Nothing here has a destructor: an output may leave any of these functions by longjmp.
//
// `Output`: as of items::ItemSink, with
//   add_derived(tree, DerivedItem, range)   null: the item is not made
//   remark(item, row, parts)                expert information; `parts`: in place of its text
//   remark(item, row, range, details)       the same, with what is so in this packet below it
//   has_remarks                             false: these do nothing
#pragma once

#include "analysis/enet/connections/two_ends.h"
#include "analysis/enet/shown/enet_items.h"
#include "analysis/enet/shown/enet_labels.h"
#include "analysis/facts/facts.h"
#include "analysis/message/items/label.h"
#include "codec/enet/datagram_reading.h"
#include "codec/enet/fields.h"

namespace godot::analysis::enet {

/// Values of the kind checksum_status.
enum class ChecksumStatus : std::uint8_t { bad, good, unverified };

template <class Output>
class TreeItems {
 public:
  using Item = typename Output::Item;
  using Tree = typename Output::Tree;

  /// Items go to `tree`; `item` has it, and gets labels and expert information.
  TreeItems(const Output& output, Tree tree, Item item) noexcept : out_(output), tree_(tree), item_(item) {}

  // --- A datagram's header ---

  /// ", peer id 3, session 1".
  void label(const godot::enet::Header& header, Item of_header) const {
    if (!Output::visible(tree_)) return;
    LabelText text;
    Output::append_label(of_header, {label_of(header, text)});
  }

  /// The state of its checksum.
  void checksum(const godot::enet::Header& header, const ChecksumVerdict& verdict) const {
    constexpr Offset size = 4;
    const ByteRange range = {header.size - size, size};
    auto status = ChecksumStatus::unverified;
    if (verdict.is_known) {
      status = verdict.is_good ? ChecksumStatus::good : ChecksumStatus::bad;
      const Item item = add(EnetField::enet_checksum_calculated, range, verdict.expected);
      if (!verdict.is_good) out_.remark(item, EnetExpert::enet_checksum_bad, {});
    }
    add(EnetField::enet_checksum_status, range, static_cast<unsigned>(status));
  }

  /// That it is not compressed; hidden.
  void no_compression() const {
    if (!out_.hidden_item_wanted(tree_, field::enet_compression)) return;
    Output::hide(out_.add_derived(tree_, field::enet_compression, 0, 0, name(godot::enet::Compression::none).data()));
  }

  /// Whose ENet it is. Nearly all games have the stock ENet: its name is not displayed.
  void make(const godot::enet::Header& header) const {
    const char* make = name(header.make).data();
    add(EnetField::enet_variant, {}, make, std::string_view(make) == "stock");
  }

  /// The connection's number, and what is known of it.
  void connection(const Stream& stream, Direction direction, std::uint32_t frame) const {
    add(EnetField::enet_stream, {}, stream.link.number);
    const ConnectionItems found = connection_items(stream, direction, frame);
    Tree below = tree_;
    if (found.frame == 0) {
      below = add_subtree({}, found.heading, found.label.data());
    } else {
      const Item link = add(found.heading, {}, found.frame);
      Output::append_label(link, {found.label.data()});
      if (Output::visible(tree_)) below = out_.add_subtree(link, found.heading);
    }
    add_all(below, {}, found.below);
  }

  // --- A datagram ---

  /// ", stream 0, from the client, 3 commands"; the connection may be null.
  void label(const Stream* stream, bool from_client, bool is_mesh, bool has_commands, std::uint32_t commands) const {
    if (!Output::visible(tree_)) return;
    if (stream != nullptr)
      Output::append_label(item_, {", stream ", stream->link.number, stream->link.has_handshake ? ", " : ", probably ",
                                   words_for_sender(from_client, is_mesh)});
    if (has_commands) Output::append_label(item_, {", ", commands, commands == 1 ? " command" : " commands"});
  }

  /// How its commands were compressed, and how well. `decompresses`: if it is known how, they were decompressed.
  void compression(const godot::enet::Reading& reading, bool decompresses, const Arena& arena) const {
    const Buffer& datagram = reading.datagram;
    const godot::enet::Plain& plain = reading.plain;
    const Offset begin = reading.header.size;
    const ByteRange range = {begin, static_cast<Offset>(datagram.captured.size()) - begin};
    if (plain.compression == godot::enet::Compression::none) {
      if (decompresses && datagram.captured.size() == datagram.reported)
        out_.remark(item_, EnetExpert::enet_compression_unknown, {});
      return;
    }
    out_.add_derived(tree_, field::enet_compression, range.begin, range.length, name(plain.compression).data());
    if (!plain.result.good())
      return out_.remark(item_, EnetExpert::enet_compression_failed, range,
                         arena.joined({describe(plain.result.error)}));
    add(EnetField::enet_compressed_length, range, range.length);
    add(EnetField::enet_plain_length, range, plain.result.size);
    add(EnetField::enet_compression_ratio, range,
        static_cast<double>(range.length) / static_cast<double>(plain.result.size));
  }

  /// Its analysis. `other_side_in`: the frame of the same datagram on the other side; 0: none.
  void analysis(const Datagram& datagram, const Sender& sender, std::uint32_t other_side_in) const {
    const EnetItems items = analysis_items(datagram, other_side_in);
    if (is_empty(items) && !(Output::has_remarks && datagram.overtaken)) return;
    add_analysis({}, items);
    if (datagram.overtaken && sender.capture->in_order()) out_.remark(item_, EnetExpert::enet_analysis_overtaken, {});
  }
  void remarks(const Remarks& rows) const {
    for (const EnetExpert row : rows) out_.remark(item_, row, {});
  }

  // --- A command ---

  /// ", channel 0, sequence 4, 12 bytes".
  void label(const godot::enet::Command& command) const {
    if (!Output::visible(tree_)) return;
    LabelText text;
    Output::append_label(item_, {label_of(command, text)});
  }

  void analysis(const godot::enet::Command& command, const Finding& finding, const Sender& sender,
                bool is_first_pass) const {
    const EnetItems items = analysis_items(finding);
    if (is_empty(items) && !(Output::has_remarks && finding.events != 0)) return;
    add_analysis({command.begin, command.payload_begin - command.begin}, items);
    if (!Output::has_remarks) return;
    remarks(remarks_on(finding, sender, is_first_pass));
    const bool unsent = is_unsent(sender, finding);
    const char* because = missing_because(finding, unsent, is_first_pass, sender.capture->whole());
    if (because != nullptr)  // enet.analysis.missing has their numbers
      out_.remark(item_, unsent ? EnetExpert::enet_analysis_never_sent : EnetExpert::enet_analysis_lost_command,
                  {"Commands before this one were not seen", because});
  }

  /// What it costs, if that is known. `has_message`: its message has a line with its cost.
  void cost(const godot::enet::Command& command, const facts::Cost& cost, bool has_message) const {
    if (cost.total() == 0) return;
    const ByteRange range = {command.begin, 0};
    add(EnetField::enet_cost_total, range, cost.total(), has_message);
    // Hidden: it is the difference of two numbers that the tree shows.
    add(EnetField::enet_cost_overhead, range, cost.total() - cost.own, true);
  }

  /// Its message is a copy of one that came before.
  void repeated(const godot::enet::Command& command) const { add(EnetField::enet_repeated, {command.begin, 0}, true); }

 private:
  static bool is_empty(const EnetItems& items) noexcept { return items.begin() == items.end(); }

  Item add(EnetField row, const ByteRange& range, DerivedValue value, bool is_hidden = false) const {
    return out_.add_derived(tree_, DerivedItem<EnetField>{row, value, is_hidden}, range);
  }
  void add_all(Tree tree, const ByteRange& range, const EnetItems& items) const {
    for (const auto& item : items) out_.add_derived(tree, item, range);
  }
  Tree add_subtree(const ByteRange& range, EnetField row, const char* label) const {
    const Item item = add(row, range, {});
    Output::set_label(item, {label});
    return out_.add_subtree(item, row);
  }
  void add_analysis(const ByteRange& range, const EnetItems& items) const {
    add_all(add_subtree(range, EnetField::enet_analysis, "Analysis"), range, items);
  }

  const Output& out_;
  Tree tree_;
  Item item_;
};

}  // namespace godot::analysis::enet
