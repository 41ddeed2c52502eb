// SPDX-License-Identifier: MIT
#include "project/scripts/rpc_declaration.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "project/text/characters.h"
#include "project/text/constant_expression.h"

namespace godot::analysis::project {
namespace {

using names::Callers;
using names::Declaration;
using names::Transfer;

constexpr int unknown_channel = -1;

struct Keyword {
  const char* word;
  Callers callers;
};

// Godot 2 and 3 have one of these before `func`; the transfer mode is not declared, the caller chooses it.
constexpr Keyword keywords[] = {
    {"remote", Callers::anybody},
    {"remotesync", Callers::anybody},
    {"sync", Callers::anybody},
    {"master", Callers::toward_authority},
    {"mastersync", Callers::toward_authority},
    {"puppet", Callers::authority},
    {"puppetsync", Callers::authority},
    {"slave", Callers::authority},
};

enum class Part : std::uint8_t { callers, transfer, local, ignored };

struct Word {
  std::string_view gdscript;
  std::string_view csharp;
  Part part;
  Callers callers = Callers::unknown;
  Transfer transfer = Transfer::unknown;
  const char* mode = nullptr;
};

constexpr Word words[] = {
    {"any_peer", "AnyPeer", Part::callers, Callers::anybody, Transfer::unknown, "any_peer"},
    {"authority", "Authority", Part::callers, Callers::authority, Transfer::unknown, "authority"},
    {"disabled", "Disabled", Part::callers, Callers::none, Transfer::unknown, "disabled"},
    {"RPC_MODE_ANY_PEER", "", Part::callers, Callers::anybody, Transfer::unknown, "any_peer"},
    {"RPC_MODE_AUTHORITY", "", Part::callers, Callers::authority, Transfer::unknown, "authority"},
    {"RPC_MODE_DISABLED", "", Part::callers, Callers::none, Transfer::unknown, "disabled"},
    {"reliable", "Reliable", Part::transfer, Callers::unknown, Transfer::reliable},
    {"unreliable", "Unreliable", Part::transfer, Callers::unknown, Transfer::unreliable},
    {"unreliable_ordered", "UnreliableOrdered", Part::transfer, Callers::unknown, Transfer::unreliable_ordered},
    {"call_local", "CallLocal", Part::local},
    {"call_remote", "", Part::ignored},
    // C#'s names around the values.
    {"", "MultiplayerApi", Part::ignored},
    {"", "MultiplayerPeer", Part::ignored},
    {"", "RpcMode", Part::ignored},
    {"", "TransferModeEnum", Part::ignored},
    {"", "TransferMode", Part::ignored},
    {"", "TransferChannel", Part::ignored},
    {"", "Mode", Part::ignored},
    {"", "Godot", Part::ignored},
    {"true", "true", Part::ignored},
    {"false", "false", Part::ignored},
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

std::string_view take(std::string_view& text, bool (*belongs)(char)) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), belongs);
  const std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(taken.size());
  return taken;
}

/// A channel that is not a number of those that the engine can have is not known.
int channel_of(std::string_view expression) {
  constexpr std::int64_t most = 0xFFFF;
  const std::optional<std::int64_t> value = constant_value(expression);
  return value && *value >= 0 && *value <= most ? static_cast<int>(*value) : unknown_channel;
}

const Word* find(std::string_view word) {
  for (const Word& row : words) {
    if (word == row.gdscript || word == row.csharp) return &row;
  }
  return nullptr;
}

void apply(const Word& word, Declaration& declaration) {
  if (word.part == Part::callers) {
    declaration.callers = word.callers;
    declaration.mode = word.mode;
  } else if (word.part == Part::transfer) {
    declaration.transfer = word.transfer;
  } else if (word.part == Part::local) {
    declaration.call_local = true;
  }
}

/// A value of a key of rpc_config()'s dictionary, as a constant or as its number.
struct Setting {
  std::string_view key;
  std::string_view constant;
  std::string_view number;
  Word word;
};

constexpr Setting settings[] = {
    {"rpc_mode", "RPC_MODE_DISABLED", "0", {"", "", Part::callers, Callers::none, Transfer::unknown, "disabled"}},
    {"rpc_mode", "RPC_MODE_ANY_PEER", "1", {"", "", Part::callers, Callers::anybody, Transfer::unknown, "any_peer"}},
    {"rpc_mode",
     "RPC_MODE_AUTHORITY",
     "2",
     {"", "", Part::callers, Callers::authority, Transfer::unknown, "authority"}},
    {"transfer_mode",
     "TRANSFER_MODE_UNRELIABLE",
     "0",
     {"", "", Part::transfer, Callers::unknown, Transfer::unreliable}},
    {"transfer_mode",
     "TRANSFER_MODE_UNRELIABLE_ORDERED",
     "1",
     {"", "", Part::transfer, Callers::unknown, Transfer::unreliable_ordered}},
    {"transfer_mode", "TRANSFER_MODE_RELIABLE", "2", {"", "", Part::transfer, Callers::unknown, Transfer::reliable}},
    {"call_local", "true", "1", {"", "", Part::local}},
    {"call_local", "false", "0", {"", "", Part::ignored}},
};

/// Godot 3 has no dictionary: only the mode, for which there is also a keyword.
struct ModeOfGodot3 {
  std::string_view constant;
  std::string_view keyword;
};
constexpr ModeOfGodot3 modes_of_godot_3[] = {
    {"RPC_MODE_REMOTE", "remote"},         {"RPC_MODE_REMOTESYNC", "remotesync"}, {"RPC_MODE_SYNC", "sync"},
    {"RPC_MODE_MASTER", "master"},         {"RPC_MODE_MASTERSYNC", "mastersync"}, {"RPC_MODE_PUPPET", "puppet"},
    {"RPC_MODE_PUPPETSYNC", "puppetsync"}, {"RPC_MODE_SLAVE", "slave"},
};

Declaration of_keyword(std::string_view word) {
  for (const Keyword& keyword : keywords) {
    if (word == keyword.word) return {.callers = keyword.callers, .mode = keyword.word};
  }
  return {};
}

/// `MultiplayerAPI.RPC_MODE_ANY_PEER` is identified by its last part.
std::string_view last_part(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return dot == std::string_view::npos ? text : text.substr(dot + 1);
}

std::string_view unquoted(std::string_view key) {
  if (key.starts_with('&')) key.remove_prefix(1);
  const bool quoted = key.size() >= 2 && (key.front() == '"' || key.front() == '\'') && key.back() == key.front();
  return quoted ? key.substr(1, key.size() - 2) : key;
}

/// False if it has an unknown word.
bool apply_entry(std::string_view entry, Declaration& declaration) {
  const std::size_t middle = entry.find_first_of(":=");
  if (middle == std::string_view::npos) return false;
  const std::string_view key = unquoted(entry.substr(0, middle));
  const std::string_view value = last_part(entry.substr(middle + 1));
  if (key == "channel") {
    declaration.channel = channel_of(entry.substr(middle + 1));
    return true;
  }
  for (const Setting& row : settings) {
    if (key != row.key || (value != row.constant && value != row.number)) continue;
    apply(row.word, declaration);
    return true;
  }
  return false;
}

}  // namespace

Declaration read_rpc_settings(std::string_view text) {
  if (!text.starts_with('{')) {
    const auto* const row = std::find_if(std::begin(modes_of_godot_3), std::end(modes_of_godot_3),
                                         [&](const ModeOfGodot3& mode) { return mode.constant == last_part(text); });
    return row != std::end(modes_of_godot_3) ? of_keyword(row->keyword) : Declaration{};
  }
  if (!text.ends_with('}')) return {};
  text = text.substr(1, text.size() - 2);
  Declaration declaration = {
      .callers = Callers::authority, .mode = "authority", .transfer = Transfer::reliable, .channel = 0};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (!apply_entry(text.substr(0, end), declaration)) return {};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return declaration;
}

namespace {

std::string_view without_spaces_around(std::string_view text) {
  constexpr std::string_view spaces = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(spaces);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(spaces) - begin + 1);
}

/// Removes the first argument of a list, up to a comma outside of brackets and strings.
std::string_view take_argument(std::string_view& list) {
  std::size_t depth = 0;
  char quote = '\0';
  std::size_t end = 0;
  for (; end < list.size(); ++end) {
    const char c = list[end];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if (c == ')' || c == ']') {
      depth -= depth != 0 ? 1 : 0;
    } else if (c == ',' && depth == 0) {
      break;
    }
  }
  const std::string_view argument = list.substr(0, end);
  list.remove_prefix(std::min(end + 1, list.size()));
  return without_spaces_around(argument);
}

/// False if it has an unknown word.
bool apply_words(std::string_view text, Declaration& declaration) {
  while (!text.empty()) {
    if (!is_letter(text.front())) {
      text.remove_prefix(1);
      continue;
    }
    const Word* word = find(take(text, [](char c) { return is_letter(c) || is_digit(c); }));
    if (word == nullptr) return false;
    // As in `CallLocal = false`, which says what is the default.
    if (word->part == Part::local && text.find_first_not_of(" =") != std::string_view::npos &&
        text.substr(text.find_first_not_of(" =")).starts_with("false"))
      continue;
    apply(*word, declaration);
  }
  return true;
}

/// The expression of the channel: GDScript's fourth argument, or any that begins as a number does; C#'s
/// `TransferChannel = 2`. Nothing: the argument is another one.
std::optional<std::string_view> channel_expression(std::string_view argument, std::size_t index) {
  constexpr std::size_t place_of_channel = 3;
  constexpr std::string_view key = "TransferChannel";
  if (argument.starts_with(key)) {
    const std::size_t equals = argument.find('=');
    if (equals != std::string_view::npos) return argument.substr(equals + 1);
  }
  const bool is_like_a_number =
      is_digit(argument.front()) || std::string_view("(+-~").find(argument.front()) != std::string_view::npos;
  const bool is_csharp = argument.find('=') != std::string_view::npos;
  if (is_like_a_number || (index == place_of_channel && !is_csharp)) return argument;
  return std::nullopt;
}

}  // namespace

Declaration read_rpc_declaration(std::string_view text) {
  if (const Declaration of_godot_3 = of_keyword(text)) return of_godot_3;
  Declaration declaration = {
      .callers = Callers::authority, .mode = "authority", .transfer = Transfer::reliable, .channel = 0};
  for (std::size_t index = 0; !text.empty(); ++index) {
    std::string_view argument = take_argument(text);
    if (argument.empty()) continue;
    if (const auto channel = channel_expression(argument, index)) {
      declaration.channel = channel_of(*channel);
      continue;
    }
    if (argument.starts_with("r\"") || argument.starts_with("r'")) argument.remove_prefix(1);
    if (!apply_words(argument, declaration)) return {};
  }
  return declaration;
}

}  // namespace godot::analysis::project
