// SPDX-License-Identifier: GPL-2.0-or-later
// Remote calls and remote sets: names of node, method and arguments, and the call as a script would write it.
#pragma once

#include "analysis/account/callee.h"
#include "analysis/base/line.h"
#include "codec/multiplayer/walk.h"
#include "plugin/core/objects.h"
#include "plugin/multiplayer/annotations.h"
#include "plugin/multiplayer/peer_table.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {

class CallAnnotator {
 public:
  explicit CallAnnotator(Annotations& notes) noexcept : notes_(notes) {}

  void node(const multiplayer::Node& node);
  void method(const multiplayer::Member& method);
  void property(const multiplayer::Member& property);
  void arguments(const multiplayer::Arguments& arguments);
  void argument(const OutermostValue& value);
  void assigned(const OutermostValue& value);

  /// The owner of the bytes of an argument.
  [[nodiscard]] objects::Owner owner_of(const OutermostValue& value) const;

  /// `good`: the command was parsed to its end.
  void end_call(ByteRange whole, bool good);
  void end_set(ByteRange whole, bool good);

 private:
  [[nodiscard]] bool is_guess() const noexcept { return method_.certainty == analysis::names::Certainty::guessed; }
  void check_guess();
  [[nodiscard]] bool has_member_name() const noexcept;
  [[nodiscard]] const char* member_name() const noexcept;
  void show_argument(const OutermostValue& value, const char* name) const;
  void hand_on_bytes(const OutermostValue& value) const;
  [[nodiscard]] const char* full_type(const OutermostValue& value) const;
  void judge(const analysis::account::Arguments& arguments, proto_item* item);
  void check_arguments();
  void show_declaration(ByteRange whole) const;
  void check_setter() const;
  [[nodiscard]] bool knows_script() const;
  void read_name(const OutermostValue& value);
  void name_peer() const;
  [[nodiscard]] const char* call_text(bool good) const;
  [[nodiscard]] const char* set_text() const;

  Annotations& notes_;
  const analysis::AnnouncedPath* known_ = nullptr;  ///< of the node's path
  analysis::account::Callee callee_{game_projects()};
  const char* node_text_ = "";  ///< path, or #7
  bool by_number_ = false;
  bool named_by_wire_ = false;                                   ///< the method
  const analysis::account::Finding* other_arguments_ = nullptr;  ///< the method does not accept these arguments
  analysis::names::Name method_;
  ByteRange method_range_;
  std::uint32_t method_id_ = 0;
  const char* member_ = nullptr;  ///< name of the method or property, or #3; null: not read
  std::uint32_t argument_count_ = 0;
  bool maybe_no_bytes_ = false;
  analysis::Line values_{notes_.arena()};  ///< the arguments so far
  bool has_values_ = false;
  bool names_peer_ = false;  ///< according to the user's table
  NamingCall naming_;
  const char* peer_name_ = nullptr;
  analysis::PeerId peer_ = 0;
};

}  // namespace godot::plugin
