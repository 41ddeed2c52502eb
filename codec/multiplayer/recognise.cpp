// SPDX-License-Identifier: MIT
#include "codec/multiplayer/recognise.h"

#include <algorithm>
#include <array>

#include "codec/core/utf8.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/fixed_state.h"
#include "codec/multiplayer/message_reader.h"
#include "codec/variant/fields.h"
#include "codec/variant/recognise.h"
#include "codec/variant/types.h"

namespace godot::multiplayer {
namespace {

// --- Thresholds ----------------------------------------------------------------------------------------------------

// Points: roughly one for each byte that other protocols would have had to hit.
constexpr unsigned points_path = 10;        // an offset that leads to a text which ends where the message does
constexpr unsigned points_name = 5;         // an identifier with a NUL
constexpr unsigned points_short_value = 1;  // a bool or an int of 4.x
constexpr unsigned points_value = 3;        // a header word, and an end where the next one begins or the message ends
constexpr unsigned most_value_points = 9;
constexpr unsigned points_announced = 6;  // a small number, a path and a NUL
constexpr unsigned points_confirmed = 3;
constexpr unsigned points_peer = 4;  // a System command about a peer
constexpr unsigned points_relay = 3;
constexpr unsigned points_authentication = 2;  // two bytes alone: they count where a connection of Godot begins
constexpr unsigned points_despawn = 2;
constexpr unsigned points_spawn = 10;
constexpr unsigned points_synchronizer = 3;
constexpr unsigned most_sync_points = 12;
constexpr unsigned points_source = 6;     // the id from the client's handshake
constexpr unsigned points_server = 2;     // the server's id in a message of the server
constexpr unsigned points_websocket = 6;  // type, 1, 0 and an id in 13 bytes
constexpr unsigned points_assigned = 3;   // 4 bytes that come first

constexpr unsigned points_needed = 12;
constexpr unsigned messages_needed = 2;
constexpr unsigned points_needed_with_handshake = 2;
constexpr unsigned points_per_refusal = 8;
constexpr unsigned points_accepted = 24;  // of a connection that was taken for Godot's without its own messages
constexpr unsigned points_remembered = 60000;
// The configuration channel of Godot 2 and 3 has messages of the engine alone, all of 8 bytes.
constexpr unsigned points_per_odd_configuration = 24;

// Numbers of paths and nodes are counted from 1; no game has more of them during a capture.
constexpr std::uint32_t most_counted = 1U << 24;

/// Ids of clients are random numbers of 31 bits: a smaller one has a probability of 1 : 32768.
constexpr std::uint32_t smallest_random_id = 1U << 16;

constexpr std::array all_formats = {Format::scene, Format::enet_8, Format::enet_12, Format::websocket_9, Format::named};
static_assert(all_formats.size() == format_count);

// Flags of `enet_12`: 0, or one of these.
constexpr std::uint32_t flag_reliable = 1;
constexpr std::uint32_t flag_unsequenced = 2;

constexpr std::uint32_t scene_channels = 255;
constexpr std::uint32_t named_channels = 3;
constexpr std::uint8_t config_channel = 0;

/// Notes about data that engines do send.
Notes usual() noexcept {
  Notes notes;
  for (const Note note : {note::not_finite, note::full_object, note::godot_checksum_mismatch, note::godot_null_object})
    notes.add(note);
  return notes;
}

bool is_usual(const Notes& notes) noexcept {
  Notes all = usual();
  const Notes expected = all;
  all.add(notes);
  return all == expected;
}

bool is_random_id(std::uint32_t id) noexcept { return id >= smallest_random_id && (id & high_bit) == 0; }

bool is_counted(std::uint32_t id) noexcept { return id != 0 && id < most_counted; }

bool is_name(std::string_view text) noexcept {
  return !text.empty() && check_utf8(text).valid &&
         std::none_of(text.begin(), text.end(), [](char letter) { return static_cast<unsigned char>(letter) < ' '; });
}

/// True for names of methods and properties, including subnames.
bool is_member(std::string_view text) noexcept {
  const auto is_letter = [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '_' || letter == ':' || letter == '/' || static_cast<unsigned char>(letter) >= 0x80;
  };
  return is_name(text) && std::all_of(text.begin(), text.end(), is_letter);
}

// --- One message ---------------------------------------------------------------------------------------------------

/// Adds points for a message, and records data that no engine sends.
class Judge final : public PacketSink {
 public:
  Judge(const Options& options, const Transmission& how) : options_(options), how_(how) {}

  [[nodiscard]] bool plausible() const noexcept { return plausible_; }
  [[nodiscard]] unsigned points() const noexcept { return points_; }
  [[nodiscard]] ConfirmForm confirm() const noexcept { return confirm_; }
  [[nodiscard]] bool is_user_bytes() const noexcept { return user_bytes_; }

  /// True if it is a command other than Raw, which any bytes may be.
  [[nodiscard]] bool is_command() const noexcept { return is_command_; }

  void header(const Header& fact) override {
    const auto id = static_cast<PeerId>(how_.connect_data);
    if (options_.carrier == Carrier::websocket) {
      expect(fact.source >= server);
      add(fact.source == server ? points_server : 0);
      return;
    }
    expect(fact.source >= server && how_.channel != config_channel);
    if (options_.carrier == Carrier::enet_12) {
      expect(fact.packet_flags <= flag_unsequenced);
      expect(fact.packet_flags != flag_reliable || how_.delivery == Delivery::reliable);
    }
    if (!how_.has_handshake) {
      add(fact.source == server || fact.target == server ? points_server : 0);
    } else if (how_.from_client) {
      expect(fact.source == id);
      add(is_random_id(how_.connect_data) ? points_source : 0);
    } else {
      expect(fact.source != id && (fact.target <= everyone || fact.target == id));
      add(fact.source == server ? points_server : 0);
      add(fact.target == id && is_random_id(how_.connect_data) ? points_source : 0);
    }
  }

  void peer(const PeerChange& fact) override {
    expect(fact.peer >= server && !(how_.has_handshake && how_.from_client));
    switch (options_.carrier) {
      case Carrier::websocket: add(points_websocket); break;
      case Carrier::assigned_id:
        expect(is_random_id(static_cast<std::uint32_t>(fact.peer)));
        add(points_assigned);
        break;
      case Carrier::enet_config:
        expect(how_.delivery == Delivery::reliable);
        add(points_peer);
        break;
      default: add(points_peer); break;
    }
  }

  void command(const Command& fact) override {
    switch (fact.type) {
      case CommandType::simplify_path:
      case CommandType::confirm_path:
      case CommandType::spawn:
      case CommandType::despawn: expect(is_ordered_first()); break;
      default: break;
    }
  }

  void system(const System& fact) override {
    if (fact.command == SystemCommand::relay) {
      add(points_relay);
      return;
    }
    expect(is_ordered_first());
    // A client that is refused sends nothing else.
    const bool is_beginning = how_.first && is_godot_handshake(how_, Format::scene);
    if (fact.command == SystemCommand::authenticate && is_beginning) add(points_authentication);
  }

  void node(const Node& fact) override {
    expect(fact.by_path ? is_name(fact.path) : is_counted(fact.id));
    add(fact.by_path ? points_path : 0);
  }
  void method(const Member& fact) override { member(fact); }
  void property(const Member& fact) override { member(fact); }

  void arguments(const Arguments& fact) override { bytes_only_ = fact.bytes_only; }

  /// A game's own bytes are no evidence. Values with a header word are whole words.
  void value_end(const ValuePlace& fact) override {
    if (bytes_only_) return;
    value_points_ += (fact.end - fact.begin) % sizeof(std::uint32_t) == 0 ? points_value : points_short_value;
  }

  void announced(const AnnouncedPath& fact) override {
    expect(is_counted(fact.id) && is_name(fact.path));
    add(options_.api == Api::scene ? points_proof : points_announced);
  }
  void confirmed(const ConfirmedPath& fact) override {
    expect(fact.by_id ? is_counted(fact.id) : is_name(fact.path));
    add(points_confirmed);
    if (options_.api == Api::scene) confirm_ = fact.by_id ? ConfirmForm::by_id : ConfirmForm::by_path;
  }

  void spawn(const Spawn& fact) override {
    expect(is_counted(fact.spawner) && is_counted(fact.net_id) && is_name(fact.name));
    for (std::uint32_t i = 0; i < fact.sync_count; ++i) expect(is_counted(fact.sync_id(i)));
    add(points_spawn);
  }
  void despawn(const Despawn& fact) override {
    expect(is_counted(fact.net_id));
    add(points_despawn);
  }
  void sync(const Sync& fact) override {
    if (fact.delta) expect(is_ordered_first());
    else expect(how_.transport != Transport::enet || how_.delivery != Delivery::reliable);
  }
  void sync_end(const SyncObject& fact) override {
    expect(is_counted(fact.id) && fact.values != 0);
    sync_points_ += points_synchronizer;
  }

  bool bytes(const UserBytes&) override {
    user_bytes_ = true;
    return false;
  }

  void end(const Command& command, bool good) override {
    if (good && command.type != CommandType::raw && command.type != CommandType::packet) is_command_ = true;
    add(std::min(sync_points_, most_sync_points) + std::min(value_points_, most_value_points));
    sync_points_ = value_points_ = 0;
  }

 private:
  void expect(bool good) noexcept { plausible_ = plausible_ && good; }
  void add(unsigned points) noexcept { points_ = std::min<unsigned>(points_ + points, points_proof); }

  /// True for messages that the engine sends in order on the first channel; others are the game's.
  [[nodiscard]] bool is_ordered_first() const noexcept {
    if (how_.transport != Transport::enet) return true;
    return how_.delivery == Delivery::reliable && (options_.api == Api::named || how_.channel == 0);
  }

  void member(const Member& fact) noexcept {
    if (!fact.by_name) return;
    expect(is_member(fact.name));
    add(points_name);
  }

  const Options& options_;
  const Transmission& how_;
  unsigned points_ = 0;
  unsigned sync_points_ = 0;
  unsigned value_points_ = 0;
  ConfirmForm confirm_ = ConfirmForm::automatic;
  bool plausible_ = true;
  bool user_bytes_ = false;
  bool bytes_only_ = false;
  bool is_command_ = false;
};

enum class Verdict : std::uint8_t { refused, neutral, fits };

/// What there is in a message, behind the header of its transport.
enum class Content : std::uint8_t {
  unclear,  ///< nothing, Raw, or cut
  command,
  value,  ///< one Variant that fills the message
  other,
};

struct Judgement {
  Verdict verdict = Verdict::refused;
  Content content = Content::unclear;
  std::uint8_t points = 0;
  ConfirmForm confirm = ConfirmForm::automatic;
};

/// True if the content could be the third word of `enet_12`: then the header's length is not certain.
bool may_be_packet_flags(const Buffer& content) noexcept {
  return content.captured.size() >= sizeof flag_unsequenced &&
         load_le<std::uint32_t>(content.captured.data()) <= flag_unsequenced;
}

/// A message as a packet of the program's own: behind a header, without an API.
Judgement judge_packet(const Buffer& message, Options options, const Transmission& how) {
  const Carrier carrier = options.carrier;
  if (carrier != Carrier::enet_8 && carrier != Carrier::enet_12 && carrier != Carrier::websocket) return {};
  options.api = Api::none;
  Judge judge(options, how);
  const Result result = validate(message, options, judge);
  if (result.command != CommandType::packet || !result.exact(message) || !judge.plausible()) return {};
  const Offset head = result.header.length;
  const Buffer content(message.captured.subspan(head), message.reported - head);
  if (variant::is_one_value(content, variant::candidates_of(dialect_of(options).generation)))
    return {.verdict = Verdict::fits,
            .content = Content::value,
            .points = static_cast<std::uint8_t>(judge.points() + points_value)};
  const bool is_proven = carrier == Carrier::enet_8 && how.has_handshake && !is_godot_handshake(how, Format::scene) &&
                         judge.points() >= points_source && !may_be_packet_flags(content);
  return {.verdict = is_proven ? Verdict::fits : Verdict::refused,
          .content = Content::other,
          .points = static_cast<std::uint8_t>(is_proven ? judge.points() : 0)};
}

Judgement judge(const Buffer& message, const Options& options, const Transmission& how) {
  Judge judge(options, how);
  const Result result = validate(message, options, judge);
  const bool cut = result.problem.code == Problem::Code::cut;
  const bool good = (cut || result.exact(message)) && judge.plausible() && is_usual(result.notes);
  if (!good || judge.is_user_bytes()) {
    const Judgement packet = judge_packet(message, options, how);
    if (!good || packet.content == Content::value) return packet;
  }
  // A single float (03 00 00 00 ...) is also Raw: it is evidence for neither.
  const bool is_variant =
      options.carrier == Carrier::none && judge.is_user_bytes() && !result.relayed && variant::is_one_value(message);
  return {.verdict = is_variant ? Verdict::neutral : Verdict::fits,
          .content = judge.is_command() ? Content::command : Content::unclear,
          .points = static_cast<std::uint8_t>(cut ? 0 : judge.points()),
          .confirm = judge.confirm()};
}

/// Which formats a transport may carry: its own of Godot 2 and 3, if it has one, or messages without a header; and
/// those of Godot 4, which are the same over all of them.
FormatSet formats_of(Transport transport) noexcept {
  if (transport == Transport::enet) return set_of(Format::scene) | set_of(Format::enet_8) | set_of(Format::enet_12);
  if (transport == Transport::websocket) return set_of(Format::scene) | set_of(Format::websocket_9);
  return set_of(Format::scene) | set_of(Format::named);
}

/// Whether Redot may read a message otherwise than Godot 4 does: halves are in states alone, and structs, which have a
/// header of their own, in calls, too (scene_replication_interface.cpp, scene_rpc_interface.cpp). Most states are
/// clearly Godot's.
bool may_differ_in_redot(const Buffer& message) noexcept {
  constexpr auto type = static_cast<char>(variant::id_of(variant::tables::types_redot, variant::Kind::structure));
  constexpr char header[] = {type, 0, 0, 0};
  Offset begin = 0;
  const CommandType command = peek_command(message, begin);
  if (command == CommandType::spawn) return true;
  if (command == CommandType::sync)
    return !detail::is_fixed_state(message.captured.subspan(begin + 1), (message.captured[begin] & delta_bit) != 0);
  return command == CommandType::remote_call &&
         detail::view_of(message.captured).find({header, sizeof header}) != std::string_view::npos;
}

/// FNV-1a over the length and the first bytes.
std::uint32_t fingerprint(const Buffer& message) noexcept {
  constexpr std::uint32_t basis = 0x811C9DC5;
  constexpr std::uint32_t prime = 0x01000193;
  constexpr std::size_t most = 64;
  std::uint32_t print = (basis ^ message.reported) * prime;
  for (const std::uint8_t byte : message.captured.first(std::min(most, message.captured.size())))
    print = (print ^ byte) * prime;
  return print;
}

}  // namespace

bool is_godot_handshake(const Transmission& how, Format format) noexcept {
  if (how.transport != Transport::enet || !how.has_handshake || !is_random_id(how.connect_data)) return false;
  return how.channel_count == (format == Format::scene ? scene_channels : named_channels);
}

Options options_of(Format format, const Buffer& message, const Transmission& how, variant::Generation generation,
                   ConfirmForm confirm) noexcept {
  constexpr Offset id_size = 4;
  Options options{.api = Api::named, .dialect = &variant::dialect(generation), .confirm = confirm};
  const bool config = how.channel == config_channel;
  switch (format) {
    case Format::scene:
      options.api = Api::scene;
      options.dialect =
          &variant::dialect(generation == variant::Generation::redot ? generation : variant::Generation::godot4);
      if (how.transport == Transport::websocket && how.first && !how.from_client && message.reported == id_size)
        options.carrier = Carrier::assigned_id;
      break;
    case Format::enet_8: options.carrier = config ? Carrier::enet_config : Carrier::enet_8; break;
    case Format::enet_12: options.carrier = config ? Carrier::enet_config : Carrier::enet_12; break;
    case Format::websocket_9: options.carrier = Carrier::websocket; break;
    case Format::named: break;
  }
  return options;
}

Observation observe(const Buffer& message, const Transmission& how) noexcept {
  Observation seen{.fingerprint = fingerprint(message)};
  const FormatSet among = formats_of(how.transport);
  for (const Format format : all_formats) {
    const auto i = static_cast<std::size_t>(format);
    if ((among & set_of(format)) == 0) continue;
    Judgement judgement = judge(message, options_of(format, message, how), how);
    if (format == Format::enet_12) {
      const Judgement old = judge(message, options_of(format, message, how, variant::Generation::godot2), how);
      seen.godot3 = judgement.verdict == Verdict::fits;
      seen.godot2 = old.verdict == Verdict::fits;
      if (!seen.godot3) judgement = old;
    }
    seen.points[i] = judgement.points;
    if (judgement.verdict == Verdict::fits) seen.fits |= set_of(format);
    if (judgement.verdict == Verdict::refused) seen.refused |= set_of(format);
    if (judgement.content == Content::command) seen.commands |= set_of(format);
    if (judgement.content == Content::value) seen.values |= set_of(format);
    if (judgement.content == Content::other) seen.others |= set_of(format);
    if (format == Format::scene) seen.confirm = judgement.confirm;
  }
  // `flags:4 null` and `false` are the same bytes.
  constexpr FormatSet both = set_of(Format::enet_8) | set_of(Format::enet_12);
  if ((seen.values & both) == both) {
    seen.values &= static_cast<FormatSet>(~both);
    seen.fits &= static_cast<FormatSet>(~both);
  }
  return seen;
}

// --- A connection --------------------------------------------------------------------------------------------------

void Recognition::add(const Observation& seen, const Transmission& how) noexcept {
  if (seen.confirm != ConfirmForm::automatic) confirm_ = seen.confirm;
  if ((seen.fits & set_of(Format::enet_12)) != 0) {
    godot2_ = godot2_ && seen.godot2;
    godot3_ = godot3_ && seen.godot3;
  }
  commands_ |= seen.commands;
  values_ |= seen.values;
  others_ |= seen.others;
  if (messages_ < most_messages) ++messages_;
  const bool is_new = messages_ == 1 || seen.fingerprint != last_;
  last_ = seen.fingerprint;
  constexpr std::uint8_t most = 0xFF;
  for (const Format each : all_formats) {
    const auto i = static_cast<std::size_t>(each);
    const FormatSet format = set_of(each);
    if ((seen.refused & format) != 0 && refusals_[i] != most) ++refusals_[i];
    if ((seen.fits & format) == 0 || !is_new) continue;
    if (fitting_[i] != most) ++fitting_[i];
    points_[i] = static_cast<std::uint16_t>(std::min<unsigned>(points_[i] + seen.points[i], points_remembered));
  }
  if (!certain_ && !withdrawn_) settle(how);
  // A notice about a peer is the same in both.
  if (certain_ && format_ == Format::enet_8 && !has_content(Format::enet_8) && has_content(Format::enet_12))
    accept(Format::enet_12);
}

bool Recognition::has_packets() const noexcept {
  const FormatSet format = set_of(format_);
  return (commands_ & format) == 0 && ((values_ | others_) & format) != 0;
}

bool Recognition::is_open() const noexcept {
  if (format_ == Format::enet_12) return true;
  const bool may_have_packets = format_ == Format::enet_8 || format_ == Format::websocket_9;
  return may_have_packets && (commands_ & set_of(format_)) == 0 && messages_ < most_messages;
}

Options Recognition::options(const Buffer& message, const Transmission& how) const noexcept {
  Options options = options_of(format_, message, how, generation(), confirm_);
  if (has_packets()) options.api = Api::none;
  return options;
}

void Recognition::check(const Buffer& message, const Transmission& how) noexcept {
  if (!certain_ || redot_ || format_ != Format::scene || message.captured.size() < message.reported) return;
  if (!may_differ_in_redot(message)) return;
  const auto is_encoded = [&](const Result& result) {
    return result.exact(message) && !result.notes.has(note::reserved_bits);
  };
  if (is_encoded(validate(message, options(message, how)))) return;
  redot_ = is_encoded(validate(message, options_of(format_, message, how, variant::Generation::redot, confirm_)));
}

/// The format with the most points, if they are enough.
void Recognition::settle(const Transmission& how) noexcept {
  const auto best = static_cast<std::size_t>(std::max_element(points_.begin(), points_.end()) - points_.begin());
  const auto enough = [&](std::size_t i) {
    const unsigned dues = refusals_[i] * points_per_refusal;
    if (points_[i] >= points_proof + dues) return true;
    if (is_godot_handshake(how, static_cast<Format>(i)) && refusals_[i] == 0) {
      if (points_[i] >= points_needed_with_handshake || fitting_[i] >= messages_needed) return true;
    }
    return fitting_[i] >= messages_needed && points_[i] >= points_needed + dues;
  };
  if (enough(best)) accept(static_cast<Format>(best));
}

void Recognition::credit(Format format) noexcept {
  std::uint16_t& points = points_[static_cast<std::size_t>(format)];
  points = std::max<std::uint16_t>(points, points_accepted);
}

bool Recognition::stands_alone() const noexcept {
  const auto i = static_cast<std::size_t>(format_);
  return fitting_[i] >= messages_needed && points_[i] >= contradictions_ + points_accepted + points_needed;
}

void Recognition::add_reading(bool malformed, CommandType command, const Transmission& how) noexcept {
  if (!certain_) return;
  std::uint16_t& points = points_[static_cast<std::size_t>(format_)];
  if (!malformed) {
    const bool may_be_any_bytes = command == CommandType::raw || command == CommandType::packet;
    if (points != points_remembered && !may_be_any_bytes) ++points;
    return;
  }
  const bool is_named = format_ == Format::enet_8 || format_ == Format::enet_12;
  const bool is_configuration = is_named && how.transport == Transport::enet && how.channel == config_channel;
  const unsigned cost = is_configuration ? points_per_odd_configuration : points_per_refusal;
  contradictions_ = static_cast<std::uint16_t>(std::min(contradictions_ + cost, points_remembered));
  if (contradictions_ <= points) return;
  certain_ = false;
  withdrawn_ = true;
}

const char* Recognition::engines(ConfirmForm confirm) const noexcept {
  if (confirm == ConfirmForm::automatic) confirm = confirm_;
  switch (format_) {
    case Format::scene:
      if (redot_) return "Redot";
      if (confirm == ConfirmForm::by_id) return "Godot 4.3 or later";
      return confirm == ConfirmForm::by_path ? "Godot 4.0 to 4.2" : "Godot 4";
    case Format::enet_8: return "Godot 3.2 to 3.6";
    case Format::enet_12:
      if (godot2_ == godot3_) return "Godot 2.1 to 3.1";
      return godot2_ ? "Godot 2.1" : "Godot 3.0 or 3.1";
    case Format::websocket_9:
    case Format::named: break;
  }
  return "Godot 3";
}

variant::Generation Recognition::generation() const noexcept {
  switch (format_) {
    case Format::scene: return redot_ ? variant::Generation::redot : variant::Generation::godot4;
    case Format::enet_12: return godot2_ && !godot3_ ? variant::Generation::godot2 : variant::Generation::godot3;
    default: return variant::Generation::godot3;
  }
}

}  // namespace godot::multiplayer
