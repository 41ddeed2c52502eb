// SPDX-License-Identifier: GPL-2.0-or-later
// Checks a call against its receiver's project. If the user has set several projects (an old and a new version of one
// game), the receiver's project decides whether a call is accepted. Its lists of remote methods identify the project;
// if several match, a problem is reported only if all of them agree.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/findings.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {

class Callee {
 public:
  /// Begins with a method of the message's node. `known`: the node's path, may be null; `name`: as in the caller's
  /// project.
  void begin(const Annotations& notes, const analysis::AnnouncedPath* known, const multiplayer::Member& method,
             const char* name);

  /// True if several projects are set: what the sender's does not declare may be declared in the receiver's.
  [[nodiscard]] bool several() const noexcept { return run_by_.several(); }

  /// Judges a part of the call: if several projects are set, by the receiver's instead of `part`'s declaration.
  template <class Part>
  void judge(const Annotations& notes, const Part& part, analysis::account::Findings& found) const;

 private:
  [[nodiscard]] analysis::account::Arguments here(const analysis::account::Arguments& arguments) const;
  [[nodiscard]] analysis::account::ReceivedCall here(const analysis::account::ReceivedCall& call) const;
  [[nodiscard]] const char* name() const;

  RunBy run_by_;
  analysis::names::Node node_;  ///< as at the receiver
  const char* name_ = nullptr;  ///< null: its number is another method there
  std::uint32_t method_ = 0;
};

}  // namespace godot::plugin
