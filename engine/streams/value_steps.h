// SPDX-License-Identifier: MIT
// The steps of a segment of a stream that carries Variants, each after its length, for every host. Nothing here has a
// destructor: a host may leave by longjmp.
//
// A host is the segment while it is read, a class with
//   first_pass(), where()                the Circumstances of its packet
//   is_doubtful()                        it may begin inside a value
//   reads(begin, end, is_part)           what is read of it now; a part: other bytes belong to values of several
//   segments rest(at)                             the bytes from there on waits(at, unit)                      the unit
//   lacks bytes, which come: the rest is read with them takes(unit)                          it is one refuse(at),
//   leave(at)                no value begins there; the bytes belong to a value that is not shown here found() a unit,
//   before it is shown bare(at, unit), value(at, bytes, verdict, options)   shows it; returns its bytes joined(bytes),
//   value_of_several(whole, verdict, options)   a value of several segments, in the last of them front(end, edges),
//   tail(begin, edges)   bytes of values that begin in an earlier segment, or go on in a later one
#pragma once

#include <algorithm>
#include <cstddef>

#include "analysis/streams/values/value_stream.h"

namespace godot::engine {

template <class Host>
void read_value_units(Host& host, analysis::values::Conversation& conversation, const analysis::values::Choice& choice,
                      std::size_t begin, std::size_t end) {
  namespace values = analysis::values;
  for (std::size_t at = begin; at < end;) {
    const Buffer rest = host.rest(at);
    values::Unit unit = values::unit_at(rest, conversation, choice, host.is_doubtful(), host.where());
    if (host.waits(at, unit)) return;
    if (!host.takes(unit)) return host.refuse(at);
    host.found();
    if (unit.kind == values::Unit::Kind::bare) {
      at += host.bare(at, unit);
      continue;
    }
    if (host.first_pass() && choice.dialect == nullptr) {
      values::learn_further(conversation, unit.value, host.where());
      unit.verdict = values::judge(unit.value, &conversation, choice, host.where());
    }
    const Buffer whole = {rest.captured.first(std::min<std::size_t>(rest.captured.size(), unit.size())),
                          static_cast<Offset>(unit.size())};
    at += host.value(at, whole, unit.verdict, values::in_stream(conversation));
  }
}

/// A segment of a recognised stream, also one before it was: values in several of those were joined by the recognition.
template <class Host>
void read_value_segment(Host& host, analysis::values::Conversation& conversation,
                        const analysis::values::Choice& choice, const analysis::values::Segment& segment) {
  namespace values = analysis::values;
  const std::size_t size = segment.bytes.captured.size();
  const values::EarlyStream* early = conversation.early;
  const values::Edges* edges = early != nullptr ? early->joined.find(segment.id) : nullptr;
  if (edges == nullptr) {
    const bool inside =
        host.first_pass() && values::is_inside(segment, conversation) && host.where().frame >= conversation.certain_in;
    if (inside) return host.leave(0);
    host.reads(0, size, false);
    return read_value_units(host, conversation, choice, 0, size);
  }
  if (edges->whole != nullptr) {
    const Buffer whole = host.joined(*edges->whole);
    const Buffer value = values::value_of_unit(whole, whole.reported - variant::stream_prefix);
    host.value_of_several(whole, values::judge(value, &conversation, choice, host.where()),
                          values::in_stream(conversation));
  }
  const std::size_t begin = std::min<std::size_t>(edges->front, size);
  const std::size_t end = size - std::min<std::size_t>(edges->tail, size - begin);
  host.front(begin, *edges);
  host.reads(begin, end, true);
  read_value_units(host, conversation, choice, begin, end);
  host.tail(end, *edges);
}

/// First pass: learns from a segment of a stream that is not recognised yet. `refuse`: counts one that has no values.
template <class Refuse>
analysis::values::Judgement judge_value_segment(const analysis::values::Segment& segment,
                                                analysis::values::Conversation& conversation,
                                                const analysis::values::Circumstances& where,
                                                analysis::values::EarlyStreams& early, Refuse refuse) {
  const auto judgement = analysis::values::judge_segment(segment, conversation, where, early);
  if (judgement == analysis::values::Judgement::no) refuse();
  return judgement;
}

}  // namespace godot::engine
