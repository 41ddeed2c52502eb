// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/view.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "codec/enet/crc.h"
#include "codec/enet/fields.h"
#include "codec/enet/walk.h"
#include "plugin/analysis/facts/attribution.h"
#include "plugin/core/ends.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/info_text.h"
#include "plugin/enet/items.h"
#include "plugin/enet/other_side.h"
#include "plugin/enet/payload.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/problems.h"
#include "plugin/enet/statistics.h"
#include "plugin/enet/tree_builder.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/costs.h"
#include "plugin/multiplayer/follow.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/pdus.h"
#include "plugin/multiplayer/who.h"

namespace godot::enet::dissector {
namespace {

namespace follow = plugin::follow;
using plugin::EnetExpert;
using plugin::EnetField;

/// Wireshark registers its expert information late: when the first capture is opened.
bool wants_experts(proto_tree* tree) {
  static int tap = 0;
  static int protocol = -1;
  if (tap == 0) tap = find_tap_id("expert");
  if (protocol == -1) protocol = proto_get_id_by_filter_name("_ws.expert");
  return have_tap_listener(tap) != 0 ||
         (tree != nullptr && protocol != -1 && proto_field_is_referenced(tree, protocol) != 0);
}

/// Nobody asks for anything of ours: then no item is made.
bool nobody_looks(proto_tree* tree) {
  const bool referenced = tree != nullptr && proto_field_is_referenced(tree, plugin::protocols.enet) != 0;
  return !referenced && !wants_experts(tree) && !problems_wanted(tree);
}

/// Somebody looks at what messages of the game cost, and at nothing of ENet's.
bool costs_wanted(proto_tree* tree) {
  using plugin::MultiplayerField;
  if (tree == nullptr || plugin::costs_wanted(tree)) return tree != nullptr;
  constexpr MultiplayerField costs[] = {MultiplayerField::godot_cost_calls, MultiplayerField::godot_cost_sync};
  return std::any_of(std::begin(costs), std::end(costs), [tree](MultiplayerField cost) {
    return proto_field_is_referenced(tree, plugin::header_field(cost)) != 0;
  });
}

constexpr std::array<const char*, compression_count> source_names = {
    nullptr, "Decompressed ENet (range coder)", "Decompressed ENet (FastLZ)", "Decompressed ENet (zlib)",
    "Decompressed ENet (zstd)"};

/// Goes through the commands of a datagram, with a tree or without.
class Viewer final : public CommandSink {
 public:
  explicit Viewer(const View& view, bool with_tree)
      : view_(view),
        pinfo_(view.pinfo),
        info_(view.pinfo),
        with_tree_(with_tree),
        part_(parts_of(view.record)),
        findings_(analysis()),
        commands_tvb_(view.tvb) {}

  void run() {
    const Reading& reading = view_.reading;
    const bool decompressed = reading.has_commands && reading.header.compressed;
    if (decompressed) add_source();
    begin_facts();
    // What fragments cost is told with their message, in another frame.
    const bool has_fragments = pinfo_->fd->visited == 0 && part_ != nullptr;
    const bool is_alone = !plugin::may_have_company(pinfo_) || plugin::is_alone(pinfo_);
    if (is_alone && reading.has_commands && (with_tree_ || has_fragments || costs_wanted(view_.tree)))
      price(decompressed);
    if (with_tree_) {
      TreeBuilder builder(view_.tvb, pinfo_, view_.tree);
      builder_ = &builder;
      const Options options{.checksum = reading.header.has_checksum};
      result_ = walk(reading.datagram, options, builder, this);
      proto_item* item = builder.closed();
      proto_tree* tree = proto_item_get_subtree(item);
      if (reading.header.compressed && reading.has_header) show_compression(tree, item);
      if (decompressed) walk_decompressed(tree);
      if (analysis() != nullptr) {
        add_analysis(tree, item, view_.tvb, pinfo_, *analysis(), other_side(*view_.record, pinfo_).in);
        if (!view_.quoted)
          report_problems({.pinfo = pinfo_, .tree = tree, .item = item, .tvb = view_.tvb, .start = 0, .told = nullptr},
                          *analysis());
      }
      if (bridge::visible(tree)) label(item);
      show_ends(tree);
      add_ends(tree, view_.tvb, pinfo_);
      builder_ = nullptr;
    } else if (reading.has_commands) {
      CommandReader reader = decompressed ? CommandReader(plain_, reading.header, 0) : reading.reader();
      for (Command command; reader.next(command);) {
        this->command(command);
        ++result_.commands;
      }
      result_.problem = reader.problem();
      show_ends(view_.tree);
    }
    finish();
  }

  void header(const Header& header) override {
    proto_item* item = builder_->closed();
    if (bridge::visible(builder_->tree())) {
      if (header.peer_id == no_peer_id) proto_item_append_text(item, ", no peer id yet");
      else proto_item_append_text(item, ", peer id %u, session %u", header.peer_id, header.session_id);
      if (header.compressed) proto_item_append_text(item, ", compressed");
    }
    if (header.has_checksum) show_checksum(header);
    if (!header.compressed) {
      plugin::add_generated_text(builder_->tree(), field::enet_compression, view_.tvb, 0, 0,
                                 name(Compression::none).data());
    }
    const Record* record = view_.record;
    if (record != nullptr && record->stream != nullptr && record->stream->numbered)
      add_stream(builder_->tree(), view_.tvb, pinfo_, *record->stream, record->direction);
  }

  bool command(const Command& command) override {
    const Finding* finding = findings_.next();
    cost_ = priced_ != nullptr ? priced_->cost : facts::Cost{};
    if (priced_ != nullptr) priced_ = priced_->next;
    if (collector_ != nullptr) collect(command, finding);
    if (builder_ != nullptr) {
      if (bridge::visible(builder_->tree())) label(command);
      if (finding != nullptr)
        add_analysis(builder_->tree(), builder_->item(), commands_tvb_, static_cast<int>(command.begin),
                     static_cast<int>(command.payload_begin - command.begin), pinfo_, *finding,
                     is_unsent(pinfo_, *view_.record, *finding));
      announce(command);
      if (cost_.total() != 0) {
        proto_item_set_generated(proto_tree_add_uint(builder_->tree(), plugin::header_field(EnetField::enet_cost_total),
                                                     commands_tvb_, static_cast<int>(command.begin), 0, cost_.total()));
        proto_item* overhead =
            proto_tree_add_uint(builder_->tree(), plugin::header_field(EnetField::enet_cost_overhead), commands_tvb_,
                                static_cast<int>(command.begin), 0, cost_.total() - cost_.own);
        proto_item_set_generated(overhead);
        proto_item_set_hidden(overhead);
      }
    }
    if (finding != nullptr && !view_.quoted && (builder_ != nullptr || collector_ != nullptr)) {
      report_problems({.pinfo = pinfo_,
                       .tree = tree(),
                       .item = builder_ != nullptr ? builder_->item() : nullptr,
                       .tvb = commands_tvb_,
                       .start = static_cast<int>(command.begin),
                       .told = collector_ != nullptr ? item_ : nullptr},
                      view_.conversation, *view_.record, command, *finding);
    }
    if (follows_ && command.type == CommandType::acknowledge) follow_acknowledgement(command, finding);
    const bool taken = command.has_payload() ? payload(command, finding) : (info_.add(command, finding), false);
    ++index_;
    return taken;
  }

 private:
  [[nodiscard]] const Datagram* analysis() const {
    return view_.record != nullptr ? view_.record->analysis() : nullptr;
  }

  // --- The datagram -------------------------------------------------------------------------------------------------

  void add_source() {
    const auto bytes = view_.reading.command_bytes();
    const auto size = static_cast<guint>(bytes.size());
    // The reading's buffer will be needed for the next datagram, which a dissector above may bring.
    auto* copy = static_cast<guint8*>(wmem_memdup(pinfo_->pool, bytes.data(), size));
    commands_tvb_ = tvb_new_child_real_data(view_.tvb, copy, size, static_cast<int>(size));
    add_new_data_source(pinfo_, commands_tvb_, source_names[static_cast<std::size_t>(view_.reading.plain.compression)]);
    plain_ = Buffer({copy, bytes.size()});
  }

  void walk_decompressed(proto_tree* tree) {
    TreeBuilder builder(commands_tvb_, pinfo_, tree);
    builder_ = &builder;
    const Options options{.padded = view_.reading.is_padded()};
    result_ = walk_commands(plain_, view_.reading.header, options, builder, this);
    builder_ = nullptr;
  }

  void show_compression(proto_tree* tree, proto_item* item) {
    const Reading& reading = view_.reading;
    const auto begin = static_cast<int>(reading.header.size);
    const auto length = static_cast<int>(reading.datagram.captured.size()) - begin;
    if (reading.plain.compression == Compression::none) {
      const bool whole = reading.datagram.captured.size() == reading.datagram.reported;
      if (decompresses() && whole) expert_add_info(pinfo_, item, plugin::expert(EnetExpert::enet_compression_unknown));
      return;
    }
    show_compression_name(tree, name(reading.plain.compression), begin, length);
    if (!reading.plain.result.good()) {
      const std::string_view why = describe(reading.plain.result.error);
      expert_add_info_format(pinfo_, item, plugin::expert(EnetExpert::enet_compression_failed), "%.*s",
                             static_cast<int>(why.size()), why.data());
      return;
    }
    const auto plain = static_cast<guint>(reading.plain.result.size);
    const auto number = [&](EnetField field, guint value) {
      proto_item_set_generated(proto_tree_add_uint(tree, plugin::header_field(field), view_.tvb, begin, length, value));
    };
    number(EnetField::enet_compressed_length, static_cast<guint>(length));
    number(EnetField::enet_plain_length, plain);
    proto_item_set_generated(proto_tree_add_double(tree, plugin::header_field(EnetField::enet_compression_ratio),
                                                   view_.tvb, begin, length, double(length) / plain));
  }

  void show_compression_name(proto_tree* tree, std::string_view text, int begin, int length) {
    plugin::add_generated_text(tree, field::enet_compression, view_.tvb, begin, length,
                               wmem_strndup(pinfo_->pool, text.data(), text.size()));
  }

  void show_checksum(const Header& header) {
    const auto begin = static_cast<int>(header.size) - checksum_size;
    proto_tree* tree = builder_->tree();
    const Stream* stream = view_.record != nullptr ? view_.record->stream : nullptr;
    unsigned verdict = PROTO_CHECKSUM_E_UNVERIFIED;
    const bool knows_id = header.peer_id == no_peer_id || (stream != nullptr && stream->has_connect_id());
    // Programs may compute something else: then nothing was ever right.
    if (view_.reading.has_commands && knows_id && view_.conversation.is_crc) {
      const std::uint32_t id = header.peer_id == no_peer_id ? 0 : stream->connect_id();
      const std::uint32_t expected = checksum(header, id, view_.reading.command_bytes());
      verdict = expected == header.checksum ? PROTO_CHECKSUM_E_GOOD : PROTO_CHECKSUM_E_BAD;
      proto_item* item = proto_tree_add_uint(tree, plugin::header_field(EnetField::enet_checksum_calculated), view_.tvb,
                                             begin, checksum_size, expected);
      proto_item_set_generated(item);
      if (verdict == PROTO_CHECKSUM_E_BAD) expert_add_info(pinfo_, item, plugin::expert(EnetExpert::enet_checksum_bad));
    }
    proto_item_set_generated(proto_tree_add_uint(tree, plugin::header_field(EnetField::enet_checksum_status), view_.tvb,
                                                 begin, checksum_size, verdict));
  }

  /// Who speaks, unless a message has said it.
  void show_ends(proto_tree* tree) const {
    if (!plugin::ends_wanted(tree) || plugin::ends_said(pinfo_)) return;
    const Record* record = view_.record;
    const bool known = record != nullptr && record->stream != nullptr;
    plugin::add_ends(tree, view_.tvb, pinfo_,
                     known ? plugin::ends_of(pinfo_, record->stream->link, record->direction == record->stream->client)
                           : plugin::ports_as_ends(pinfo_));
  }

  void label(proto_item* item) const {
    const Record* record = view_.record;
    if (record != nullptr && record->stream != nullptr) {
      const bool from_client = record->direction == record->stream->client;
      proto_item_append_text(item, ", stream %u, from the %s", record->stream->link.number,
                             from_client ? "client" : "server");
    }
    if (view_.reading.has_commands)
      proto_item_append_text(item, ", %u command%s", result_.commands, result_.commands == 1 ? "" : "s");
  }

  void finish() {
    const Problem& problem = result_.problem;
    const Reading& reading = view_.reading;
    const bool cut = reading.datagram.captured.size() < reading.datagram.reported;
    if (!reading.has_header) info_.add(cut ? "" : "[Malformed]");
    else if (!reading.has_commands) info_.add("Compressed commands");
    else if (problem && problem.code != Problem::Code::cut) info_.add("[Malformed]");
    info_.finish();
    end_facts();
    if (view_.quoted) return;
    if (is_tapped()) tap();
    // Throws what Wireshark shows as "Packet size limited during capture".
    if (cut) tvb_ensure_bytes_exist(view_.tvb, static_cast<int>(reading.datagram.captured.size()), 1);
  }

  void tap() {
    const Reading& reading = view_.reading;
    const bool decompressed = plain_.reported != 0;
    const Problem& problem = result_.problem;
    auto* datagram = new (wmem_alloc(pinfo_->pool, sizeof(DatagramTap))) DatagramTap{};
    datagram->size = reading.datagram.reported;
    datagram->plain = plain_.reported;
    datagram->compression = reading.plain.compression;
    datagram->header = reading.header;
    if (reading.has_commands) {
      datagram->commands = decompressed ? plain_ : reading.datagram;
      datagram->begin = decompressed ? 0 : reading.begin;
    }
    datagram->analysis = analysis();
    datagram->is_first = view_.ordinal == 0;
    const Record* record = view_.record;
    if (record != nullptr && record->stream != nullptr && record->stream->numbered)
      datagram->stream = record->stream->link.number;
    datagram->malformed = !reading.has_header || (problem && problem.code != Problem::Code::cut);
    tap_datagram(pinfo_, datagram);
  }

  /// Divides the frame's bytes among the commands.
  void price(bool decompressed) {
    const Reading& reading = view_.reading;
    facts::Envelope envelope;
    envelope.size = reading.datagram.reported;
    envelope.header = static_cast<std::uint32_t>(reading.header.size);
    facts::Item** end = &envelope.items;
    std::uint32_t all = 0;
    const auto add = [&](std::uint32_t header, std::uint32_t payload) {
      *end = new (wmem_alloc(pinfo_->pool, sizeof(facts::Item))) facts::Item{};
      (*end)->own = payload;
      (*end)->protocol = header;
      end = &(*end)->next;
      all += header + payload;
    };
    CommandReader reader = decompressed ? CommandReader(plain_, reading.header, 0) : reading.reader();
    for (Command command; reader.next(command);)
      add(command.payload_begin - command.begin, command.has_payload() ? command.payload_length : 0);
    const std::uint32_t plain = decompressed ? plain_.reported : envelope.size - envelope.header;
    if (plain > all && !(decompressed && reading.is_padded())) add(0, plain - all);
    facts::Frame frame;
    frame.length = pinfo_->fd->pkt_len;
    frame.envelopes = &envelope;
    facts::attribute(frame);
    priced_ = envelope.items;
  }

  // --- Facts --------------------------------------------------------------------------------------------------------

  void begin_facts() {
    collector_ = view_.quoted ? nullptr : plugin::collector(pinfo_);
    if (collector_ == nullptr) return;
    const Reading& reading = view_.reading;
    facts::Envelope& envelope = collector_->begin(facts::Transport::enet);
    envelope_ = &envelope;
    envelope.size = reading.datagram.reported;
    envelope.header = reading.has_header ? static_cast<std::uint32_t>(reading.header.size) : 0;
    if (view_.record == nullptr || view_.record->stream == nullptr) return;
    envelope.link = view_.record->stream->link.number;
    envelope.has_link = true;
    envelope.from_client = view_.record->direction == view_.record->stream->client;
    if (analysis() == nullptr) return;
    envelope.window_full = analysis()->window_full;
    envelope.overtaken = analysis()->overtaken;
    envelope.throttled = is_throttled(pinfo_, *view_.record);
  }

  void collect(const Command& command, const Finding* finding) {
    facts::Item& item = collector_->add(kind_of(command));
    item.channel = command.channel;
    item.on_channel = command.has_payload();
    item.mode = mode(command.type);
    item.protocol = command.payload_begin - command.begin;
    item.own = command.has_payload() ? command.payload_length : 0;
    item.command = value_name(field::enet_command, static_cast<std::uint32_t>(command.type)).data();
    item.sequence = sequence_of(command);
    told_ += item.own + item.protocol;
    item_ = &item;
    if (plugin::facts_texts_wanted(pinfo_) && view_.record != nullptr && view_.record->stream != nullptr) {
      const plugin::Ends ends =
          plugin::ends_of(pinfo_, view_.record->stream->link, view_.record->direction == view_.record->stream->client);
      item.from = ends.from;
      item.to = ends.to;
      item.of_game = ends.stream >= 0;
    }
    if (command.type == CommandType::disconnect) tell_left(item);
    if (finding == nullptr) return;
    item.again = finding->has(Event::repeated);
    item.fate.acked_in = finding->acked_in;
    item.fate.sent_again_in = finding->sent_again_in;
    // What the sender's throttle may have dropped is no loss for certain.
    const bool maybe_throttled = finding->has(Event::maybe_throttled);
    item.fate.lost_before = maybe_throttled ? 0 : finding->missing_count();
    item.fate.unsent_before = maybe_throttled ? finding->never_came() : 0;
    item.fate.retransmission = finding->has(Event::retransmission);
    item.fate.duplicate = finding->has(Event::duplicate);
    item.fate.out_of_order = finding->has(Event::out_of_order);
    if (finding->has(Event::has_ack_rtt)) item.fate.rtt = finding->ack_rtt();
    if (finding->has(Event::has_ack_rtt_reported)) item.fate.rtt_reported = finding->ack_rtt_reported;
  }

  /// Whichever end closes the connection: its client is no peer of the session any more.
  void tell_left(facts::Item& item) const {
    if (view_.record == nullptr || view_.record->stream == nullptr) return;
    const plugin::MultiplayerLink* game = view_.record->stream->link.godot;
    if (game == nullptr) return;
    item.session = game->peers.session();
    item.left = game->peers.id(plugin::End::first);
  }

  /// Bytes that are no commands.
  void end_facts() {
    if (collector_ == nullptr) return;
    const Reading& reading = view_.reading;
    const std::uint32_t plain = plain_.reported != 0 ? plain_.reported : envelope_->size - envelope_->header;
    // What was padded before it was compressed is not on the wire.
    const bool padded = plain_.reported != 0 && reading.is_padded() && !result_.problem;
    if (plain > told_ && !padded) collector_->add(facts::Kind::strange).own = plain - told_;
  }

  static facts::Kind kind_of(const Command& command) {
    switch (command.type) {
      case CommandType::acknowledge: return facts::Kind::acknowledgement;
      case CommandType::connect:
      case CommandType::verify_connect:
      case CommandType::disconnect: return facts::Kind::handshake;
      case CommandType::ping: return facts::Kind::ping;
      case CommandType::bandwidth_limit:
      case CommandType::throttle_configure: return facts::Kind::bandwidth;
      default: return facts::Kind::other_message;
    }
  }

  /// The number that tells it from its neighbours.
  static std::uint16_t sequence_of(const Command& command) {
    switch (command.type) {
      case CommandType::acknowledge: return acknowledgement(command).reliable_sequence;
      case CommandType::send_unreliable:
      case CommandType::send_unreliable_fragment:
      case CommandType::send_unsequenced: return command.sequence;
      default: return command.reliable_sequence;
    }
  }

  static facts::Mode mode(CommandType type) {
    switch (delivery(type)) {
      case plugin::Delivery::reliable: return facts::Mode::reliable;
      case plugin::Delivery::unsequenced: return facts::Mode::unreliable;
      case plugin::Delivery::unreliable: break;
    }
    return facts::Mode::unreliable_ordered;
  }

  // --- A command ----------------------------------------------------------------------------------------------------

  void label(const Command& command) {
    proto_item* item = builder_->item();
    if (command.type == CommandType::acknowledge) {
      proto_item_append_text(item, " of %u", acknowledgement(command).reliable_sequence);
    }
    if (command.channel != connection_channel) proto_item_append_text(item, ", channel %u", command.channel);
    switch (command.type) {
      case CommandType::send_reliable: proto_item_append_text(item, ", sequence %u", command.reliable_sequence); break;
      case CommandType::send_unreliable:
        proto_item_append_text(item, ", sequence %u after %u", command.sequence, command.reliable_sequence);
        break;
      case CommandType::send_unsequenced: proto_item_append_text(item, ", group %u", command.sequence); break;
      case CommandType::send_fragment:
      case CommandType::send_unreliable_fragment: {
        const Fragment said = fragment(command);
        proto_item_append_text(item, ", fragment %u of %u from sequence %u", said.number + 1, said.count,
                               said.start_sequence);
        break;
      }
      case CommandType::disconnect: proto_item_append_text(item, ", data %u", disconnect_data(command)); break;
      case CommandType::connect: proto_item_append_text(item, ", data %u", connection(command).data); break;
      default: break;
    }
    if (command.has_payload()) proto_item_append_text(item, ", %u bytes", command.payload_length);
  }

  void announce(const Command& command) {
    const auto say = [&](EnetExpert what) { expert_add_info(pinfo_, builder_->item(), plugin::expert(what)); };
    switch (command.type) {
      case CommandType::connect: say(EnetExpert::enet_connection_asked); break;
      case CommandType::verify_connect: say(EnetExpert::enet_connection_accepted); break;
      case CommandType::disconnect: say(EnetExpert::enet_connection_left); break;
      default: break;
    }
  }

  /// The message of a command, if it holds or completes one. True: its bytes are shown.
  bool payload(const Command& command, const Finding* finding) {
    const auto begin = static_cast<int>(command.payload_begin);
    const bool repeated = finding != nullptr && finding->has(Event::repeated);
    if (finding != nullptr && finding->has(Event::lost_command))
      info_.add(is_unsent(pinfo_, *view_.record, *finding) ? "[Not sent before this?]" : "[Lost before this]");
    if (command.is_fragment() && part_ != nullptr && part_->command == index_) {
      const FragmentPart& part = *part_;
      part_ = part_->next;
      if (collector_ != nullptr) collect_fragment(part);
      if (pinfo_->fd->visited == 0) charge(command, part);
      info_.add(command, finding);
      const bool shown = show_fragment(command, part, begin);
      tvbuff_t* message = reassemble(part, command, commands_tvb_, begin, pinfo_, tree());
      if (message != nullptr && collector_ != nullptr) collect_message(part);
      if (message != nullptr && !deliver(message, command, false, nullptr, part.message) && builder_ != nullptr)
        proto_tree_add_item(tree(), plugin::header_field(field::enet_payload), message, 0, -1, ENC_NA);
      return shown;
    }
    if (view_.quoted) {  // shown where it was sent
      info_.add(command, finding);
      return true;
    }
    if (command.is_fragment() || command.payload_length == 0 || view_.record == nullptr ||
        view_.record->stream == nullptr) {
      info_.add(command, finding);
      if (command.payload_length == 0 && !repeated) follow(command, nullptr, nullptr);
      return false;
    }
    tvbuff_t* message = tvb_new_subset_length(commands_tvb_, begin, static_cast<int>(command.payload_length));
    return deliver(message, command, repeated, finding);
  }

  void charge(const Command& command, const FragmentPart& part) const {
    if (!part.is_new && part.fits) return;
    facts::Cost& cost = part.message->cost;
    cost.own += cost_.own;
    cost.protocol += cost_.protocol;
    cost.share += cost_.share;
    part.message->plain += size_of(command);
  }

  /// The message will pay for it, when it is known.
  void collect_fragment(const FragmentPart& part) {
    item_->kind = facts::Kind::fragment;
    item_->message = part.message->id;
    item_->again = !part.is_new && part.fits;
  }

  /// What the fragments make is no part of the datagram itself.
  void collect_message(const FragmentPart& part) {
    const facts::Item& last = *item_;
    item_ = &collector_->add(facts::Kind::other_message);
    item_->channel = last.channel;
    item_->on_channel = last.on_channel;
    item_->mode = last.mode;
    item_->message = part.message->id;
  }

  bool show_fragment(const Command& command, const FragmentPart& part, int begin) {
    if (builder_ == nullptr) return true;
    proto_tree_add_item(tree(), plugin::header_field(EnetField::enet_fragment_data), commands_tvb_, begin,
                        static_cast<int>(command.payload.size()), ENC_NA);
    Fragmented& message = *part.message;
    if (!part.fits) {
      expert_add_info(pinfo_, builder_->item(), plugin::expert(EnetExpert::enet_fragment_mismatch));
      return true;
    }
    const bool completes = message.complete_in == pinfo_->num && message.complete_at == part.command;
    if (message.complete_in != 0 && !completes && (pinfo_->fd->visited != 0 || !part.is_new)) {
      proto_item_set_generated(proto_tree_add_uint(tree(), plugin::header_field(EnetField::enet_reassembled_in),
                                                   commands_tvb_, begin, 0, message.complete_in));
    }
    if (message.complete_in == 0 && pinfo_->fd->visited != 0) show_missing(message, part, begin);
    return true;
  }

  void show_missing(Fragmented& message, const FragmentPart& part, int begin) {
    const bool is_last = message.last_frame == pinfo_->num && part.is_new;
    if (message.scattered && is_last)
      expert_add_info(pinfo_, builder_->item(), plugin::expert(EnetExpert::enet_message_scattered));
    const char* missing = missing_fragments(message);
    if (missing == nullptr) return;
    proto_item* item = proto_tree_add_string(tree(), plugin::header_field(EnetField::enet_fragments_missing),
                                             commands_tvb_, begin, 0, missing);
    proto_item_set_generated(item);
    if (is_last) {
      expert_add_info_format(pinfo_, item, plugin::expert(EnetExpert::enet_message_incomplete),
                             "The message is never complete: missing fragments %s of %u", missing, message.count);
    }
  }

  /// With its header.
  static std::uint32_t size_of(const Command& command) {
    return command.payload_begin - command.begin + command.payload_length;
  }

  /// Datagrams on this way carry the receiver's number of the connection, and it is not its first.
  static bool is_one_of_many(const Route& to_receiver) noexcept {
    return to_receiver.known && to_receiver.peer_id != 0;
  }

  /// `whole`: what fragments have made the message; null: it is the command's own.
  bool deliver(tvbuff_t* tvb, const Command& command, bool repeated, const Finding* finding,
               const Fragmented* whole = nullptr) {
    constexpr unsigned datagram_shift = 16;
    const Record& record = *view_.record;
    plugin::Link& link = record.stream->link;
    if (!link.has_handshake && !link.server_is_clear)
      link.server_is_clear = is_clearly_server(view_.conversation, pinfo_, opposite(record.stream->client));
    if (!link.has_handshake) {
      const Stream& stream = *record.stream;
      link.first_has_many = is_one_of_many(stream.routes[opposite(stream.client)]);
      link.second_has_many = is_one_of_many(stream.routes[stream.client]);
    }
    auto* message = wmem_new(pinfo_->pool, plugin::Message);
    *message = {.link = &link,
                .from_client = record.direction == record.stream->client,
                .channel = command.channel,
                .delivery = delivery(command.type),
                .index = view_.ordinal << datagram_shift | messages_++,
                .cost = whole != nullptr ? whole->cost : cost_,
                .plain = whole != nullptr ? whole->plain : size_of(command),
                .fragmented = command.is_fragment(),
                .lost = finding != nullptr && is_lost(pinfo_->num, *record.stream, *finding),
                .left_in = receiver_left_in(),
                .held_until = certainly_held_until(finding),
                .repeated = repeated};
    if (repeated && builder_ != nullptr) {
      proto_item_set_generated(proto_tree_add_boolean(tree(), plugin::header_field(EnetField::enet_repeated),
                                                      commands_tvb_, static_cast<int>(command.begin), 0, TRUE));
    }
    const char* line = nullptr;
    if (follow::lines_wanted()) message->line = &line;
    info_.before_others();
    if (collector_ != nullptr) {
      item_->index = message->index;
      collector_->current = item_;
    }
    const bool taken = hand_on(tvb, pinfo_, view_.tree, *message);
    plugin::export_carried(plugin::pdus::List::enet, tvb, pinfo_, *message);
    if (collector_ != nullptr) collector_->current = nullptr;
    const bool said = info_.after_others();
    if (!repeated) follow(command, tvb, line);
    // Fragments have said what they are.
    if ((!taken || !said) && !command.is_fragment()) info_.add(command, finding);
    return taken;
  }

  // --- Follow -------------------------------------------------------------------------------------------------------

  void follow(const Command& command, tvbuff_t* tvb, const char* line) const {
    const Record* record = view_.record;
    if (!follows_ || record == nullptr || record->stream == nullptr) return;
    follow::Event event = {
        .link = &record->stream->link,
        .from_client = record->direction == record->stream->client,
        .message = {.channel = command.channel, .reliable = command.reliable_sequence, .unreliable = command.sequence},
        .bytes = tvb,
        .line = line};
    switch (delivery(command.type)) {
      case plugin::Delivery::reliable: event.message.kind = Delivery::Kind::reliable; break;
      case plugin::Delivery::unreliable: event.message.kind = Delivery::Kind::unreliable; break;
      case plugin::Delivery::unsequenced: event.message.kind = Delivery::Kind::unsequenced; break;
    }
    if (command.is_fragment()) {
      const Fragment said = fragment(command);
      const auto start = static_cast<std::uint16_t>(said.start_sequence);
      if (event.message.kind == Delivery::Kind::reliable) {
        event.message.reliable = start;
        event.message.numbers = static_cast<std::uint16_t>(said.count);
      } else {
        event.message.unreliable = start;
      }
    }
    follow::tell(pinfo_, event);
  }

  /// What was received although the capture does not have it is not waited for.
  void follow_acknowledgement(const Command& command, const Finding* finding) const {
    const Record* record = view_.record;
    if (finding == nullptr || !finding->has(Event::ack_unseen) || record == nullptr || record->stream == nullptr)
      return;
    if (command.channel == connection_channel) return;
    follow::tell(pinfo_,
                 {.link = &record->stream->link,
                  .from_client = record->direction != record->stream->client,
                  .missed = true,
                  .message = {.channel = command.channel, .reliable = acknowledgement(command).reliable_sequence}});
  }

  /// Whoever has sent Disconnect takes nothing more.
  [[nodiscard]] static std::uint32_t certainly_held_until(const Finding* finding) {
    const Sequel* sequel = finding != nullptr ? finding->sequel : nullptr;
    return sequel != nullptr && !sequel->perhaps ? sequel->held_until : 0;
  }

  [[nodiscard]] std::uint32_t receiver_left_in() const {
    const Analysis* analysis = view_.record->stream->analysis;
    if (analysis == nullptr || analysis->left_by() == view_.record->direction) return 0;
    return analysis->left_in() < pinfo_->num ? analysis->left_in() : 0;
  }

  static plugin::Delivery delivery(CommandType type) {
    switch (type) {
      case CommandType::send_reliable:
      case CommandType::send_fragment: return plugin::Delivery::reliable;
      case CommandType::send_unsequenced: return plugin::Delivery::unsequenced;
      default: return plugin::Delivery::unreliable;
    }
  }

  [[nodiscard]] proto_tree* tree() const { return builder_ != nullptr ? builder_->tree() : nullptr; }

  static constexpr int checksum_size = 4;

  const View& view_;
  packet_info* pinfo_;
  InfoText info_;
  bool with_tree_;
  bool follows_ = follow::listened();
  TreeBuilder* builder_ = nullptr;  // null: no items are made
  FragmentPart* part_;              // the next one
  Findings findings_;
  tvbuff_t* commands_tvb_;
  Buffer plain_;  // what commands_tvb_ holds, if it was decompressed
  Result result_;
  std::uint32_t messages_ = 0;
  std::uint16_t index_ = 0;                 // of the command
  const facts::Item* priced_ = nullptr;     // the next command's cost; null: not known
  facts::Cost cost_;                        // of the command
  plugin::Collector* collector_ = nullptr;  // null: nobody listens
  facts::Envelope* envelope_ = nullptr;     // of the datagram
  facts::Item* item_ = nullptr;             // of the command, or of the message that it completes
  std::uint32_t told_ = 0;                  // bytes of the commands that have an item
};
LEFT_BY_LONGJMP(Viewer, View);

}  // namespace

void show(const View& view) {
  const bool with_tree = !nobody_looks(view.tree);
  // Statistics of protocols count items.
  if (!with_tree && view.tree != nullptr)
    proto_tree_add_item(view.tree, plugin::protocols.enet, view.tvb, 0, -1, ENC_NA);
  Viewer(view, with_tree).run();
}

}  // namespace godot::enet::dissector
