// SPDX-License-Identifier: MIT
// Remote calls and remote sets: names of node, method and arguments, and the call as a script would write it.
#pragma once

#include <cstdint>

#include "analysis/message/account/callee.h"
#include "analysis/message/annotation/annotations.h"
#include "base/line.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis::annotation {

class CallAnnotator {
 public:
  explicit CallAnnotator(Annotations& notes) noexcept
      : notes_(notes), callee_(notes.context.projects), values_(notes.arena()) {}

  void node(const multiplayer::Node& node);
  void method(const multiplayer::Member& method);
  void property(const multiplayer::Member& property);
  void arguments(const multiplayer::Arguments& arguments);
  void argument(const ShownValue& value);
  void assigned(const ShownValue& value);

  /// The owner of the bytes of an argument.
  [[nodiscard]] Owner owner_of(const ShownValue& value) const;

  /// `good`: the command was parsed to its end.
  void end_call(ByteRange whole, bool good);
  void end_set(ByteRange whole, bool good);

 private:
  void append(const char* name, const ShownValue& value);
  [[nodiscard]] bool is_guess() const noexcept { return method_.certainty == names::Certainty::guessed; }
  void check_guess();
  [[nodiscard]] bool has_member_name() const noexcept;
  [[nodiscard]] const char* member_name() const noexcept;
  [[nodiscard]] names::Argument declared(const ShownValue& value) const;
  void hand_on_bytes(const ShownValue& value) const;
  [[nodiscard]] const char* full_type(const ShownValue& value) const;
  void judge(const account::Arguments& arguments, Handle item);
  void check_reached() const;
  void check_arguments();
  bool show_declaration(ByteRange whole);
  void check_scene() const;
  void leave_open(ByteRange whole) const;
  void check_setter(ByteRange whole);
  [[nodiscard]] bool knows_script() const;
  void read_name(const ShownValue& value);
  void name_peer() const;
  [[nodiscard]] const char* owner_text() const;
  [[nodiscard]] const char* call_text(bool good) const;

  Annotations& notes_;
  const AnnouncedPath* known_ = nullptr;  ///< of the node's path
  account::Callee callee_;
  const char* node_text_ = "";                         ///< the path of the node, or #7
  bool named_by_wire_ = false;                         ///< the method's name was on the wire
  const account::Finding* other_arguments_ = nullptr;  ///< the method does not accept these arguments
  names::Name method_;
  ByteRange method_range_;
  std::uint32_t method_id_ = 0;
  const char* member_ = nullptr;  ///< name of the method or property, or #3; null: not read
  std::uint32_t argument_count_ = 0;
  bool maybe_no_bytes_ = false;
  Line values_;  ///< the arguments so far
  bool has_values_ = false;
  NamingCall naming_;  ///< according to the user's table
  const char* peer_name_ = nullptr;
  PeerId peer_ = 0;
};

}  // namespace godot::analysis::annotation
