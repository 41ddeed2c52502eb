// SPDX-License-Identifier: MIT
// Checks a call against its receiver's project. If the user has set several projects (an old and a new version of one
// game), the receiver's project decides whether a call is accepted. Its lists of remote methods identify the project;
// if several match, a problem is found only if all of them agree.
#pragma once

#include "analysis/game/learning/game_projects.h"
#include "analysis/message/account/checks/checks.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis::account {

class Callee {
 public:
  explicit Callee(const GameProjects& projects) noexcept : projects_(projects) {}

  /// Begins with a method of the subject's node. `known`: the node's path, may be null; `name`: as in the caller's
  /// project.
  void begin(const Subject& call, const AnnouncedPath* known, const multiplayer::Member& method, const char* name);

  /// True if several projects are set: what the sender's does not declare may be declared in the receiver's.
  [[nodiscard]] bool several() const noexcept { return run_by_.several(); }

  /// What the number of the call means at the receiver, if its list differs from the sender's. `called`: the sender's
  /// method.
  [[nodiscard]] ReachedMethod reached(const Subject& call, const char* called) const;

  /// Judges a part of the call: if several projects are set, by the receiver's instead of `part`'s declaration.
  template <class Part>
  void judge(const Subject& call, const Part& part, Findings& found) const;

 private:
  [[nodiscard]] Arguments here(const Arguments& arguments) const;
  [[nodiscard]] ReceivedCall here(const ReceivedCall& call) const;
  [[nodiscard]] const char* name() const;

  const GameProjects& projects_;
  RunBy run_by_;
  bool has_another_list_ = false;  ///< the receiver's node has other methods than the caller's
  names::Node node_;               ///< as at the receiver
  const char* name_ = nullptr;     ///< null: its number is another method there
  std::uint32_t method_ = 0;
};

}  // namespace godot::analysis::account
