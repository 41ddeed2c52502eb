// SPDX-License-Identifier: GPL-2.0-or-later
// A call as its receiver's project has it. Where the user has set several projects (an old and a new version of one
// game), whether a call is taken is up to the project of its receiver. Which one that is, lists of remote methods tell;
// where they fit several, all of these have to agree before anything is said.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/findings.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {

class Callee {
 public:
  /// A method of the message's node. `known`: what is known of that one's path, may be null; `name`: as the caller's
  /// project has it.
  void begin(const Annotations& notes, const TaughtPath* known, const multiplayer::Member& method, const char* name);

  /// Several projects are set: these checks are to be asked instead of those of account.
  [[nodiscard]] bool several() const noexcept { return run_by_.several(); }

  // The checks of account::checks, by the receiver's project. Names have to be asked of the speaker's project again.
  void check_caller(const account::Subject& subject, account::Findings& found) const;
  [[nodiscard]] bool check_count(std::uint32_t count, bool maybe_one, account::Findings& found) const;
  [[nodiscard]] bool check_argument(std::uint32_t index, const char* type, account::Findings& found) const;

 private:
  [[nodiscard]] const char* name() const;

  RunBy run_by_;
  names::Node node_;            ///< as the receiver has it
  const char* name_ = nullptr;  ///< null: its number leads to another method there
  std::uint32_t method_ = 0;
};

}  // namespace godot::plugin
