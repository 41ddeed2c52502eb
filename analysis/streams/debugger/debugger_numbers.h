// SPDX-License-Identifier: MIT
// Reads what a message of the debugger says of numbers: learns the names that it announces, and looks up those that it
// uses.
#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/streams/debugger/debugger_conversation.h"

namespace godot::analysis {

class DebugReader : public debugger::Listener {
 public:
  DebugReader(DebugConversation& conversation, const DebugPlace& place, const Arena& arena) noexcept
      : conversation_(conversation), place_(place), arena_(arena) {}

  /// How many monitors of scripts the message names.
  [[nodiscard]] std::uint32_t custom_monitors() const noexcept { return custom_monitors_; }

  /// The first object that the message names; 0: none.
  [[nodiscard]] std::int64_t object() const noexcept { return object_; }

  /// How many variables the message announces, each in a message of its own.
  [[nodiscard]] std::uint32_t announced() const noexcept { return announced_; }

  /// The text of an error: its description if it has one; null: the message is no error.
  [[nodiscard]] const char* error() const noexcept { return error_; }

  bool message(std::string_view name, const debugger::Message* row) final;
  void element(Field field, const Value& value, Offset begin, Offset end) final;
  std::string_view name_of(Field field, std::int64_t id, const debugger::Message* row) final;

 protected:
  ~DebugReader() = default;  // never owned through this class

  /// True if another dissector reads the arguments of messages with this name.
  virtual bool takes(std::string_view name) = 0;
  /// A number in these bytes has a meaning.
  virtual void means(const DebugMeaning& known, Offset begin, Offset end) = 0;

 private:
  [[nodiscard]] const char* kept(const Value& value) const { return arena_.joined({value.view()}); }

  DebugConversation& conversation_;
  DebugPlace place_;
  Arena arena_;
  const debugger::Message* row_ = nullptr;
  Field text_field_ = field::none;
  const char* text_ = "";
  const char* error_ = nullptr;
  std::int64_t object_ = 0;
  std::uint32_t custom_monitors_ = 0;
  std::uint32_t announced_ = 0;
};

}  // namespace godot::analysis
