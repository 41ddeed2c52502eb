// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/variant.h"

#include <algorithm>
#include <array>

#include "codec/variant/walker.h"
#include "plugin/core/fields.h"
#include "plugin/core/tree_sink.h"
#include "plugin/variant/conversation.h"
#include "plugin/variant/preferences.h"

namespace godot::plugin {
namespace {

using variant::Candidate;
using variant::CandidateSet;
using variant::Dialect;
using variant::Observation;

dissector_handle_t datagram_handle;
dissector_handle_t stream_handle;

/// A reading that somebody chose, and how.
struct Choice {
  const Dialect* dialect = nullptr;  ///< null: nobody did
  bool insists = false;              ///< the payload is ours whatever it looks like (port preference, Decode As)
};

/// With which dialect a payload is read, and why.
struct Verdict {
  const Dialect* dialect;
  variant::Precision precision;
  const char* evidence;
};

Buffer buffer_of(tvbuff_t* tvb, int offset) {
  const auto captured = static_cast<std::size_t>(std::max(tvb_captured_length_remaining(tvb, offset), 0));
  const auto reported = static_cast<Offset>(std::max(tvb_reported_length_remaining(tvb, offset), 0));
  const std::uint8_t* bytes = captured == 0 ? nullptr : tvb_get_ptr(tvb, offset, static_cast<int>(captured));
  return {{bytes, captured}, std::max(reported, static_cast<Offset>(captured))};
}

/// The length-prefixed value at the front of `stream`: its Variant alone, as far as it is there.
Buffer value_of_unit(const Buffer& stream, Offset length) {
  const std::size_t there = std::min<std::size_t>(stream.captured.size() - variant::stream_prefix, length);
  return {stream.captured.subspan(variant::stream_prefix, there), length};
}

// --- Which Godot --------------------------------------------------------------------------------------------------

/// Among several candidates the conversation's are asked first, then all that the preferences allow.
Verdict judge(packet_info* pinfo, const Buffer& payload, const Talk* talk, const Choice& choice) {
  CandidateSet set = allowed_candidates();
  const char* evidence = nullptr;
  if (choice.dialect != nullptr) {
    set = variant::candidates_of(choice.dialect->generation);
    evidence = "decode-as";
  } else if (preferred_dialect() != nullptr) {
    evidence = "preference";
  } else if (talk != nullptr && (talk->recognition.fitting() & set) != 0) {
    set &= talk->recognition.fitting();
    if (talk->recognition.decided()) evidence = talk->decided_in == pinfo->num ? "heuristic" : "conversation";
  }
  if ((set & (set - 1)) != 0) {
    // More than one is left: the payload itself may tell.
    const Observation seen = variant::observe(payload, set);
    const CandidateSet fits = seen.fits != 0 ? seen.fits : seen.readable;
    if (fits != 0) set = fits;
    const Candidate& best = variant::candidates[variant::preferred(set)];
    if (evidence == nullptr)
      evidence = (set & ~variant::candidates_of(best.generation)) == 0 ? "heuristic" : "ambiguous";
  }
  const Candidate& best = variant::candidates[variant::preferred(set)];
  return {&variant::dialect(best.generation), best.precision, evidence != nullptr ? evidence : "heuristic"};
}

// --- One value ----------------------------------------------------------------------------------------------------

void show_columns(packet_info* pinfo, const char* text) {
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Variant");
  // A value may hold anything, so nothing that was written before may be overwritten by what follows it.
  col_append_sep_str(pinfo->cinfo, COL_INFO, "; ", text);
  col_set_fence(pinfo->cinfo, COL_INFO);
}

/// Dissects the value at `offset`, with its prefix on a stream, and returns the number of bytes it takes.
int dissect_value(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree, const Buffer& buffer,
                  const Verdict& verdict, variant::Options options) {
  options.dialect = verdict.dialect;
  options.precision = verdict.precision;
  TreeSink sink(tvb, offset, pinfo, tree, display(), *verdict.dialect, verdict.evidence);
  const variant::Result result = variant::walk_into(buffer, options, sink);
  show_columns(pinfo, sink.text());
  if (result.problem) {
    if (result.problem.code != Problem::Code::cut) col_append_str(pinfo->cinfo, COL_INFO, " [Malformed]");
    else if (tvb_captured_length(tvb) == tvb_reported_length(tvb))
      proto_tree_add_expert(tree, pinfo, &experts.incomplete, tvb, offset, -1);
    else
      tvb_ensure_bytes_exist(tvb, static_cast<int>(tvb_captured_length(tvb)),
                             1);  // throws: "Packet size limited during capture"
  }
  return static_cast<int>(std::min<std::size_t>(buffer.captured.size(),
                                                static_cast<std::size_t>(tvb_captured_length_remaining(tvb, offset))));
}

void clear_info(packet_info* pinfo) { col_clear(pinfo->cinfo, COL_INFO); }

// --- Datagrams and messages ---------------------------------------------------------------------------------------

int dissect_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice) {
  const Buffer payload = buffer_of(tvb, 0);
  if (payload.reported == 0) return 0;
  Talk* talk = get_talk(pinfo);
  if (choice.insists) talk->recognition.accept();
  else if (!variant::possible(payload)) return 0;  // user bytes among the values
  const bool visited = pinfo->fd->visited != 0;
  if (!visited && !talk->recognition.decided() && choice.dialect == nullptr) {
    learn(*talk, pinfo, variant::observe(payload, allowed_candidates()), payload);
  }
  clear_info(pinfo);
  return dissect_value(tvb, 0, pinfo, tree, payload, judge(pinfo, payload, talk, choice), {});
}

/// True if the payload is, or by what the conversation has shown must be, a Variant.
bool recognise_message(packet_info* pinfo, const Buffer& payload) {
  const bool first_pass = pinfo->fd->visited == 0;
  if (!variant::possible(payload)) {
    if (first_pass) refuse(pinfo);
    return false;
  }
  Talk* talk = first_pass ? get_talk(pinfo) : find_talk(pinfo);
  if (talk == nullptr) return false;
  if (first_pass && !talk->recognition.certain()) {
    const Observation seen = variant::observe(payload, allowed_candidates());
    if (seen.fits == 0) refuse(pinfo);
    learn(*talk, pinfo, seen, payload);
  }
  return talk->recognition.certain();
}

/// `handle` takes the conversation's later packets; null where another protocol hands its messages on.
bool message_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle) {
  if (!recognise_message(pinfo, buffer_of(tvb, 0))) return false;
  if (handle != nullptr && pinfo->fd->visited == 0) lock(pinfo, handle);
  return dissect_message(tvb, pinfo, tree, {}) != 0;
}

// --- Streams ------------------------------------------------------------------------------------------------------

/// Asks the transport for more bytes from `offset` on. False if it cannot, or must not be asked.
bool want_more(tvbuff_t* tvb, int offset, packet_info* pinfo, std::uint32_t missing) {
  if (pinfo->can_desegment == 0 || tvb_captured_length(tvb) != tvb_reported_length(tvb)) return false;
  pinfo->desegment_offset = offset;
  pinfo->desegment_len = missing;
  return true;
}

/// Shows what is no unit as data.
int leave_rest(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree) {
  call_data_dissector(tvb_new_subset_remaining(tvb, offset), pinfo, tree);
  return static_cast<int>(tvb_captured_length(tvb));
}

int dissect_units(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Talk& talk, const Choice& choice) {
  const int end = static_cast<int>(tvb_captured_length(tvb));
  bool first = true;
  for (int offset = 0; offset < end;) {
    const Buffer stream = buffer_of(tvb, offset);
    if (stream.captured.size() < variant::stream_prefix) {
      if (want_more(tvb, offset, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return end;
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const Offset length = variant::stream_length(stream.captured.data(), talk.order);
    const Buffer value = value_of_unit(stream, length);
    const bool believable =
        variant::plausible_stream_length(length) && (value.captured.size() < 4 || variant::possible(value));
    if (!believable && (!choice.insists || length > variant::max_stream_length)) {
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const std::uint64_t unit = std::uint64_t{length} + variant::stream_prefix;
    if (unit > stream.reported && want_more(tvb, offset, pinfo, static_cast<std::uint32_t>(unit - stream.reported))) {
      return end;
    }
    if (pinfo->fd->visited == 0 && !talk.recognition.decided() && choice.dialect == nullptr) {
      learn(talk, pinfo, variant::observe(value, allowed_candidates()), value);
    }
    if (first) clear_info(pinfo);
    first = false;
    const Buffer whole{stream.captured.first(std::min<std::size_t>(stream.captured.size(), unit)),
                       static_cast<Offset>(unit)};
    variant::Options options;
    options.limit = Field::stream_length;
    options.prefixed = true;
    options.prefix_order = talk.order;
    offset += dissect_value(tvb, offset, pinfo, tree, whole, judge(pinfo, value, &talk, choice), options);
  }
  return end;
}

enum class Look : std::uint8_t {
  no,        ///< these are no Variants
  unproven,  ///< they could be
  wait,      ///< they could be, and the last goes on in the next segment
  yes,
};

/// Reads the units in `stream` as they would be in this byte order and learns from them. It waits for little: a lone
/// prefix, or a value whose beginning already shows something. Other people's segments are not to be held up.
Look look_at_units(const Buffer& stream, packet_info* pinfo, Talk& talk, variant::ByteOrder order) {
  constexpr std::uint16_t points_prefix = 2;  // a length that the value confirms
  constexpr std::uint16_t points_to_wait = 2;
  constexpr std::size_t most_waiting = 64U * 1024U;  // without proof by then, it is something else
  constexpr Offset longest_awaited = 1U << 20;
  Buffer rest = stream;
  while (!rest.captured.empty()) {
    if (rest.captured.size() < variant::stream_prefix) return Look::no;
    const Offset length = variant::stream_length(rest.captured.data(), order);
    if (!variant::plausible_stream_length(length)) return Look::no;
    const Buffer value = value_of_unit(rest, length);
    if (value.captured.empty()) return length <= longest_awaited ? Look::wait : Look::no;
    if (!variant::possible(value)) return Look::no;
    Observation seen = variant::observe(value, allowed_candidates());
    if (seen.fits == 0) return Look::no;
    const bool whole = value.captured.size() == length;
    if (!whole && (rest.captured.size() > most_waiting || seen.points < points_to_wait)) return Look::no;
    if (seen.points != 0) seen.points = static_cast<std::uint16_t>(seen.points + points_prefix);
    learn(talk, pinfo, seen, value);
    if (talk.recognition.certain()) return Look::yes;
    if (!whole) return Look::wait;
    rest = Buffer{rest.captured.subspan(variant::stream_prefix + length)};
  }
  return Look::unproven;
}

Look recognise_stream(tvbuff_t* tvb, packet_info* pinfo, Talk& talk) {
  const Buffer stream = buffer_of(tvb, 0);
  for (const variant::ByteOrder order : {variant::ByteOrder::little, variant::ByteOrder::big}) {
    if (talk.order_known && order != talk.order) continue;
    Talk trial = talk;
    const Look look = look_at_units(stream, pinfo, trial, order);
    if (look == Look::no) continue;
    // A lone prefix is no reason to believe in a byte order.
    if (stream.captured.size() > variant::stream_prefix) {
      talk = trial;
      talk.order = order;
      talk.order_known = true;
    }
    return look;
  }
  return Look::no;
}

/// Streams of Variants often come as a segment with the length and a segment with the value. A first segment that could
/// be a length is therefore joined with the next before it is judged; joining claims nothing.
bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle) {
  const bool first_pass = pinfo->fd->visited == 0;
  Talk* talk = first_pass ? get_talk(pinfo) : find_talk(pinfo);
  if (talk == nullptr) return false;
  if (first_pass && !talk->recognition.certain()) {
    const Look look = recognise_stream(tvb, pinfo, *talk);
    if (look == Look::no) refuse(pinfo);
    if (look == Look::wait && refusals(pinfo) == 0) return want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT);
  }
  if (!talk->recognition.certain()) return false;
  if (handle != nullptr && first_pass) lock(pinfo, handle);
  return dissect_units(tvb, pinfo, tree, *talk, {}) != 0;
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice) {
  Talk* talk = get_talk(pinfo);
  if (choice.insists) talk->recognition.accept();
  if (!talk->order_known && pinfo->fd->visited == 0) {
    const Buffer stream = buffer_of(tvb, 0);
    if (stream.captured.size() < variant::stream_prefix) return 0;
    // Read the wrong way round, a length is very large: values are shorter than 16 MiB, whose lengths would be alike.
    const Offset little = variant::stream_length(stream.captured.data(), variant::ByteOrder::little);
    const Offset big = variant::stream_length(stream.captured.data(), variant::ByteOrder::big);
    talk->order = big < little ? variant::ByteOrder::big : variant::ByteOrder::little;
    talk->order_known = true;
  }
  return dissect_units(tvb, pinfo, tree, *talk, choice);
}

// --- What Wireshark calls -----------------------------------------------------------------------------------------

extern "C" {

bridge::Bool heuristic_udp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return message_heuristic(tvb, pinfo, tree, datagram_handle);
}
bridge::Bool heuristic_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return message_heuristic(tvb, pinfo, tree, nullptr);
}
bridge::Bool heuristic_tcp(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return stream_heuristic(tvb, pinfo, tree, stream_handle);
}
bridge::Bool heuristic_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return stream_heuristic(tvb, pinfo, tree, nullptr);
}

/// Conversations that the heuristics have locked.
int dissect_known_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {});
}
int dissect_known_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_stream(tvb, pinfo, tree, {});
}

/// Ports that the user set, and Decode As.
int dissect_chosen_datagram(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {.dialect = nullptr, .insists = true});
}
int dissect_chosen_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_stream(tvb, pinfo, tree, {.dialect = nullptr, .insists = true});
}

}  // extern "C"

/// Decode As with a dialect.
template <variant::Generation generation>
int dissect_datagram_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_message(tvb, pinfo, tree, {.dialect = &variant::dialect(generation), .insists = true});
}
template <variant::Generation generation>
int dissect_stream_as(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  return dissect_stream(tvb, pinfo, tree, {.dialect = &variant::dialect(generation), .insists = true});
}

struct DecodeAs {
  const char* name;
  const char* filter;
  dissector_t datagram;
  dissector_t stream;
};
constexpr DecodeAs decode_as_rows[] = {
    {"Godot Variant (Godot 2)", "godot.variant.as_godot2", dissect_datagram_as<variant::Generation::godot2>,
     dissect_stream_as<variant::Generation::godot2>},
    {"Godot Variant (Godot 3)", "godot.variant.as_godot3", dissect_datagram_as<variant::Generation::godot3>,
     dissect_stream_as<variant::Generation::godot3>},
    {"Godot Variant (Godot 4)", "godot.variant.as_godot4", dissect_datagram_as<variant::Generation::godot4>,
     dissect_stream_as<variant::Generation::godot4>},
    {"Godot Variant (Redot's document)", "godot.variant.as_redot_docs",
     dissect_datagram_as<variant::Generation::redot_docs>, dissect_stream_as<variant::Generation::redot_docs>},
};
std::array<int, std::size(decode_as_rows)> decode_as_protocols;

struct Heuristic {
  const char* list;
  heur_dissector_t dissector;
  const char* title;
  const char* name;
};
constexpr Heuristic heuristics[] = {
    {"udp", heuristic_udp, "Godot Variant over UDP", "godot_variant_udp"},
    {"dtls", heuristic_message, "Godot Variant over DTLS", "godot_variant_dtls"},
    {"ws", heuristic_message, "Godot Variant over WebSocket", "godot_variant_websocket"},
    {"tcp", heuristic_tcp, "Godot Variant over TCP", "godot_variant_tcp"},
    {"tls", heuristic_stream, "Godot Variant over TLS", "godot_variant_tls"},
};

struct PortTable {
  const char* name;
  bool is_stream;
};
constexpr PortTable decode_as_tables[] = {
    {"udp.port", false}, {"dtls.port", false}, {"tcp.port", true}, {"tls.port", true}};

dissector_handle_t chosen_datagram_handle;
dissector_handle_t chosen_stream_handle;

/// Moves the ports' registrations to where the preferences have them now.
void move_ports() {
  static PortRanges registered = {nullptr, nullptr};
  const PortRanges& wanted = port_ranges();
  const auto move = [](const char* table, range_t*& old, range_t* now, dissector_handle_t handle) {
    if (old != nullptr) {
      dissector_delete_uint_range(table, old, handle);
      wmem_free(wmem_epan_scope(), old);
    }
    old = range_copy(wmem_epan_scope(), now);
    dissector_add_uint_range(table, old, handle);
  };
  move("udp.port", registered.udp, wanted.udp, chosen_datagram_handle);
  move("tcp.port", registered.tcp, wanted.tcp, chosen_stream_handle);
}

}  // namespace
}  // namespace godot::plugin

void godot_variant_register() {
  using namespace godot::plugin;
  register_preferences();
  datagram_handle = create_dissector_handle(dissect_known_datagram, protocols.variant);
  stream_handle = create_dissector_handle(dissect_known_stream, protocols.variant);
  chosen_datagram_handle = register_dissector("godot.variant", dissect_chosen_datagram, protocols.variant);
  chosen_stream_handle = register_dissector("godot.variant.stream", dissect_chosen_stream, protocols.variant);
  for (std::size_t i = 0; i < std::size(decode_as_rows); ++i) {
    const DecodeAs& row = decode_as_rows[i];
    decode_as_protocols[i] =
        proto_register_protocol_in_name_only(row.name, row.name, row.filter, protocols.variant, FT_PROTOCOL);
  }
  register_init_routine(reset_refusals);
}

void godot_variant_handoff() {
  using namespace godot::plugin;
  for (const Heuristic& row : heuristics) {
    heur_dissector_add(row.list, row.dissector, row.title, row.name, protocols.variant, HEURISTIC_ENABLE);
  }
  for (const PortTable& table : decode_as_tables) {
    dissector_add_for_decode_as(table.name, table.is_stream ? chosen_stream_handle : chosen_datagram_handle);
    for (std::size_t i = 0; i < std::size(decode_as_rows); ++i) {
      const DecodeAs& row = decode_as_rows[i];
      dissector_add_for_decode_as(
          table.name, create_dissector_handle(table.is_stream ? row.stream : row.datagram, decode_as_protocols[i]));
    }
  }
  on_ports_changed(move_ports);
  move_ports();
}
