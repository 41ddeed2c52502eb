// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/stream.h"

#include <algorithm>
#include <array>

#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/recognise.h"
#include "codec/variant/walk.h"
#include "plugin/core/buffer.h"
#include "plugin/core/conversation.h"
#include "plugin/core/preferences.h"
#include "plugin/core/segments.h"
#include "plugin/variant/conversation.h"
#include "plugin/variant/value.h"

namespace godot::plugin {
namespace {

using variant::Observation;

/// The length-prefixed value at the front of `stream`: its Variant alone, as far as it is there.
Buffer value_of_unit(const Buffer& stream, Offset length) {
  const std::size_t there = std::min<std::size_t>(stream.captured.size() - variant::stream_prefix, length);
  return {stream.captured.subspan(variant::stream_prefix, there), length};
}

/// Whether a value inside of this segment of `reported` bytes speaks for itself: it fills its length, or, if the
/// capture has cut it, its beginning is no chance.
bool is_convincing(const Buffer& value, Offset reported, const Verdict& verdict) {
  constexpr std::uint16_t points_no_chance = 4;
  if (value.reported > reported - variant::stream_prefix) return false;
  const variant::Candidate reading{verdict.dialect->generation, verdict.precision};
  if (value.captured.size() == value.reported)
    return !variant::validate(value, variant::options_of(value, reading, reads_documents())).problem;
  return variant::observe(value, {variant::candidates_of(verdict.dialect->generation), reads_documents()}).points >=
         points_no_chance;
}

/// What a unit can be taken for.
enum class Classification : std::uint8_t {
  none,
  prefix,  ///< a length, and what follows it is not there yet
  value,
};

Classification classify(const Buffer& value, Offset length, const Choice& choice) {
  if (choice.insists) return length > variant::max_stream_length ? Classification::none : Classification::value;
  if (!variant::plausible_stream_length(length)) return Classification::none;
  if (value.captured.size() < 4) return Classification::prefix;
  return variant::possible(value) ? Classification::value : Classification::none;
}

/// `doubtful`: the buffer may begin inside of a value, so only what can be read is taken for one.
int dissect_units(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation, const Choice& choice,
                  bool doubtful) {
  const int end = static_cast<int>(tvb_captured_length(tvb));
  bool first = true;
  for (int offset = 0; offset < end;) {
    const Buffer stream = buffer_of(tvb, offset);
    if (stream.captured.size() < variant::stream_prefix) {
      if (want_more(tvb, offset, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return end;
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const Offset length = variant::stream_length(stream.captured.data(), conversation.order);
    const Buffer value = value_of_unit(stream, length);
    const Classification what = classify(value, length, choice);
    if (what == Classification::none) return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    Verdict verdict = judge(pinfo, value, &conversation, choice);
    if (doubtful && what == Classification::value && !is_convincing(value, stream.reported, verdict)) {
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const std::uint64_t unit = std::uint64_t{length} + variant::stream_prefix;
    if (unit > stream.reported) {
      const bool lone = what == Classification::prefix;
      const std::uint32_t missing =
          lone ? DESEGMENT_ONE_MORE_SEGMENT : static_cast<std::uint32_t>(unit - stream.reported);
      if (want_more(tvb, offset, pinfo, missing)) return end;
    }
    if (pinfo->fd->visited == 0 && choice.dialect == nullptr) {
      learn_further(conversation, pinfo, value);
      verdict = judge(pinfo, value, &conversation, choice);
    }
    if (first) col_clear(pinfo->cinfo, COL_INFO);
    first = false;
    const Buffer whole{stream.captured.first(std::min<std::size_t>(stream.captured.size(), unit)),
                       static_cast<Offset>(unit)};
    variant::Options options;
    options.limit = field::stream_length;
    options.prefixed = true;
    options.prefix_order = conversation.order;
    offset += dissect_value(tvb, offset, pinfo, tree, whole, verdict, options);
  }
  return end;
}

/// Less than a header, and nothing in it that no header has.
bool could_become_header(const Buffer& value) {
  std::array<std::uint8_t, 4> header{};
  if (value.captured.size() >= header.size()) return false;
  std::copy(value.captured.begin(), value.captured.end(), header.begin());
  return variant::plausible_header(Buffer{header});
}

enum class Look : std::uint8_t {
  no,        ///< these are no Variants
  unproven,  ///< they could be
  wait,      ///< they could be, and the last goes on in the next segment
  yes,
};

/// Reads the units in `stream` as they would be in this byte order and learns from them. It waits for little: a lone
/// prefix, or a value whose beginning already shows something. Other people's segments are not to be held up.
Look look_at_units(const Buffer& stream, packet_info* pinfo, Conversation& conversation, variant::ByteOrder order) {
  constexpr std::uint16_t points_prefix = 2;  // a length that the value confirms
  constexpr std::uint16_t points_to_wait = 2;
  constexpr std::size_t most_waiting = std::size_t{64} * 1024;  // without proof by then, it is something else
  constexpr Offset longest_awaited = 1U << 20;
  constexpr Offset longest_after_others = 4096;  // behind whole units, a short value is awaited that shows nothing yet
  Buffer rest = stream;
  while (!rest.captured.empty()) {
    if (rest.captured.size() < variant::stream_prefix) return Look::no;
    const Offset length = variant::stream_length(rest.captured.data(), order);
    if (!variant::plausible_stream_length(length)) return Look::no;
    const Buffer value = value_of_unit(rest, length);
    const bool is_first = rest.captured.data() == stream.captured.data();
    if (value.captured.empty()) return length <= longest_awaited ? Look::wait : Look::no;
    if (!is_first && length <= longest_after_others && could_become_header(value)) return Look::wait;
    if (!variant::possible(value)) return Look::no;
    Observation seen = variant::observe(value, allowed_readings());
    if (seen.fits == 0) return Look::no;
    const bool whole = value.captured.size() == length;
    if (!whole && !is_first && length <= longest_after_others) return Look::wait;
    if (!whole && (rest.captured.size() > most_waiting || seen.points < points_to_wait)) return Look::no;
    if (seen.points != 0) seen.points = static_cast<std::uint16_t>(seen.points + points_prefix);
    learn(conversation, pinfo, seen, value);
    if (conversation.recognition.certain()) return Look::yes;
    if (!whole) return Look::wait;
    rest = Buffer{rest.captured.subspan(variant::stream_prefix + length)};
  }
  return Look::unproven;
}

Look recognise_stream(tvbuff_t* tvb, packet_info* pinfo, Conversation& conversation) {
  const Buffer stream = buffer_of(tvb, 0);
  for (const variant::ByteOrder order : {variant::ByteOrder::little, variant::ByteOrder::big}) {
    if (conversation.order_known && order != conversation.order) continue;
    Conversation trial = conversation;
    const Look look = look_at_units(stream, pinfo, trial, order);
    if (look == Look::no) continue;
    // A lone prefix is no reason to believe in a byte order.
    if (stream.captured.size() > variant::stream_prefix) {
      conversation = trial;
      conversation.order = order;
      conversation.order_known = true;
    }
    return look;
  }
  return Look::no;
}

}  // namespace

bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, dissector_handle_t handle) {
  const bool first_pass = pinfo->fd->visited == 0;
  Conversation* conversation = first_pass ? begin_conversation(pinfo) : conversation_of(pinfo);
  if (conversation == nullptr) return false;
  if (first_pass && !conversation->recognition.certain()) {
    const Look look = recognise_stream(tvb, pinfo, *conversation);
    if (look == Look::no) refuse(pinfo);
    if (look == Look::wait && refusals(pinfo) == 0) return want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT);
  }
  if (!conversation->recognition.certain()) return false;
  if (handle != nullptr && first_pass) lock_conversation(pinfo, handle);
  // Before the conversation was certain, segments were not joined: some begin inside of a value.
  return dissect_units(tvb, pinfo, tree, *conversation, {},
                       conversation->gaps || pinfo->num < conversation->certain_in) != 0;
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Choice& choice) {
  Conversation* conversation = begin_conversation(pinfo);
  if (choice.insists) conversation->recognition.accept();
  if (!conversation->order_known && pinfo->fd->visited == 0) {
    const Buffer stream = buffer_of(tvb, 0);
    if (stream.captured.size() < variant::stream_prefix) return 0;
    // Read the wrong way round, a length is very large: values are shorter than 16 MiB, whose lengths would be alike.
    const Offset little = variant::stream_length(stream.captured.data(), variant::ByteOrder::little);
    const Offset big = variant::stream_length(stream.captured.data(), variant::ByteOrder::big);
    conversation->order = big < little ? variant::ByteOrder::big : variant::ByteOrder::little;
    conversation->order_known = true;
  }
  if (tvb_captured_length(tvb) != tvb_reported_length(tvb)) conversation->gaps = true;
  return dissect_units(tvb, pinfo, tree, *conversation, choice, conversation->gaps && !choice.insists);
}

}  // namespace godot::plugin
