// SPDX-License-Identifier: MIT
// The mirror's walker: reads one record and reports a tree of fields; and the record's content as plain values.
//
// Memory: no allocation. Time is linear in the bytes read.
// Errors: the first problem ends the walk; the fields before it have been reported and their subtrees are closed. An
// attribute whose value is too short for its tag is a problem; a tag, a kind or head bytes that are not known are
// notes.
//
//   godot.mirror                  the record
//     godot.mirror.kind ...       the head
//     godot.mirror.message        of a message: its bytes, for the caller to decode
//     godot.mirror.attribute      of all other kinds, one for each: tag, flags, length, and a field by the tag
//
// Source: docs/wire/mirror.md, addon/addons/godot_wireshark/record.gd.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/mirror/protocol.h"

namespace godot::mirror {

/// Receives a record's facts, each after its fields have been reported. May leave the walk by longjmp, as the sink may.
class Listener {
 public:
  virtual void head(const Head&) {}
  /// True if the callee handled the bytes: then they are not reported as a leaf.
  virtual bool message(const Message&) { return false; }
  virtual void text(Tag, std::string_view) {}
  /// The same for a message as its transport carried it.
  virtual bool carried(const Carried&) { return false; }
  virtual void number(Tag, std::int64_t) {}
  virtual void method(const Method&) {}
  virtual void argument(const Argument&) {}
  virtual void property(const Property&) {}

 protected:
  ~Listener() = default;  // never owned through this interface
};

struct Result {
  Head head;
  Offset consumed = 0;
  Problem problem;
  Notes notes;
};

/// Reports the record to `sink`, and its facts to `listener` if that is not null.
Result walk(const Buffer& record, Sink& sink, Listener* listener = nullptr);

/// The same without a sink.
Result validate(const Buffer& record, Listener* listener = nullptr);

}  // namespace godot::mirror
