// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/annotator.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <type_traits>

#include "analysis/game/learning/engine_errors.h"
#include "analysis/message/annotation/game_bytes.h"
#include "analysis/message/annotation/path_annotator.h"
#include "codec/multiplayer/fields.h"

namespace godot::analysis::annotation {

static_assert(std::is_trivially_destructible_v<Annotator>);

using multiplayer::CommandType;
using multiplayer::SystemCommand;

// --- Sender and receiver --------------------------------------------------------------------------------------------

void Annotator::header(const multiplayer::Header&) {
  if (notes_.route.relayed) add_hop();
  if (notes_.context.reads_texts && notes_.context.shows_ways) notes_.summary.way = way();
}

void Annotator::peer(const multiplayer::PeerChange& change_of) {
  using Kind = multiplayer::PeerChange::Kind;
  Summary& summary = notes_.summary;
  summary.way = way();
  summary.kind = facts::name(facts::Kind::peers);
  switch (change_of.kind) {
    case Kind::added: summary.text = change("add", change_of.peer); break;
    case Kind::removed: summary.text = change("remove", change_of.peer); break;
    case Kind::assigned: summary.text = notes_.arena().text("assign id %d", change_of.peer); break;
  }
  if (has_command_ || !notes_.show.has_tree) return;  // the command shows it
  const std::uint32_t size = notes_.message.size;
  notes_.show.add_costs(notes_.show.open(), {0, size}, size, notes_.message.message.cost.total());
}

void Annotator::command(const multiplayer::Command& command) {
  has_command_ = true;
  const FieldInfo& row = info(multiplayer::node_of(command.type));
  command_name_ = row.filter + std::string_view("godot.").size();
  notes_.summary.kind = row.title;
  notes_.summary.is_sync = command.type == CommandType::sync;
  notes_.summary.text = row.title;  // replaced once more is known
  if (notes_.context.reads_texts && notes_.context.shows_ways) notes_.summary.way = way();
  // A header has its own fields; whether a System command is a relay is known in system().
  if (!notes_.account().router().has_header() && command.type != CommandType::system) add_peers();
  if (!command.relayed)
    notes_.add_number(MultiplayerField::transfer_mode, {},
                      static_cast<std::uint32_t>(multiplayer::mode_of(notes_.message.message.delivery)));
}

/// Adds the own bytes of the command, and the cost of its message with all headers.
void Annotator::add_costs(const multiplayer::Command& command, ByteRange whole, bool good) const {
  if (command.type == CommandType::system && notes_.route.relayed) return;  // the inner command shows it
  const bool is_sync = command.type == CommandType::sync;
  const std::uint32_t total = notes_.message.message.cost.total();
  // The bytes of a malformed state cannot be attributed.
  const std::uint32_t own = is_sync ? syncs_.own_bytes() : command.end - command.begin;
  notes_.show.add_costs(notes_.show.open(), whole, is_sync && !good ? std::nullopt : std::optional{own}, total);
  if (is_sync && good) syncs_.add_costs();
  const bool is_call = command.type == CommandType::remote_call || command.type == CommandType::remote_set;
  if ((!is_sync && !is_call) || total == 0) return;
  // A hidden item, of which graphs make sums.
  notes_.add({{is_sync ? MultiplayerField::cost_sync : MultiplayerField::cost_calls, total, true}, whole});
}

/// Adds the original sender and the final receiver.
void Annotator::add_peers() const {
  const Route& route = notes_.route;
  if (route.source_id != 0) notes_.add_peer(MultiplayerField::peer_source, route.source_id);
  if (route.target_known) notes_.add_peer(MultiplayerField::peer_target, route.target_id);
}

/// Adds the peer that relays the message, and the next one.
void Annotator::add_hop() const {
  const Peers& peers = notes_.message.link.peers;
  const PeerId source = peers.id(notes_.message.from);
  const PeerId target = peers.id(other(notes_.message.from));
  if (source != 0) notes_.add_peer(MultiplayerField::hop_source, source);
  if (target != 0) notes_.add_peer(MultiplayerField::hop_target, target);
}

void Annotator::system(const multiplayer::System& system) {
  if (system.command == SystemCommand::relay) add_hop();
  else add_peers();
  const char*& text = notes_.summary.text;
  switch (system.command) {
    case SystemCommand::authenticate: text = "authentication complete"; break;  // its bytes are shown by bytes()
    case SystemCommand::add_peer: text = change("add", system.peer); break;
    case SystemCommand::delete_peer: text = change("remove", system.peer); break;
    case SystemCommand::relay: break;  // the inner command shows it
  }
}

// --- Content --------------------------------------------------------------------------------------------------------

void Annotator::announced(const multiplayer::AnnouncedPath& path) { annotate(notes_, path); }

void Annotator::confirmed(const multiplayer::ConfirmedPath& path) { annotate(notes_, path); }

bool Annotator::bytes(const multiplayer::UserBytes& bytes) {
  const bool taken = annotate(notes_, bytes);
  if (notes_.context.exports) {
    notes_.show.found_bytes({bytes.begin, bytes.length});
    name_objects({.member = name_of(bytes)});
  }
  return taken;
}

void Annotator::name_objects(Owner owner) const {
  owner.from = notes_.peers().sender(notes_.message.message, notes_.route, notes_.context.sender_port);
  notes_.show.name_objects(owner);
}

void Annotator::name_objects_in(const ShownValue& value) const {
  switch (value.role) {
    case field::godot_rpc_argument: return name_objects(calls_.owner_of(value));
    case field::godot_set_value: return name_objects({.node = notes_.summary.node, .member = notes_.summary.member});
    case field::godot_sync_value: return name_objects({.node = syncs_.node(), .member = command_name_});
    default: return name_objects({.node = notes_.summary.node, .member = command_name_});
  }
}

void Annotator::value(const ShownValue& value) {
  if (notes_.context.exports) name_objects_in(value);
  switch (value.role) {
    case field::godot_rpc_argument: calls_.argument(value); break;
    case field::godot_set_value: calls_.assigned(value); break;
    case field::godot_spawn_value:
    case field::godot_sync_value: values_.add(value); break;
    default: break;
  }
}

void Annotator::end(const multiplayer::Command& command, bool good) {
  // The capture may be shorter; items beyond its end would throw.
  const ByteRange whole = {
      command.begin, std::min<Offset>(command.end, static_cast<Offset>(notes_.context.bytes.size())) - command.begin};
  Summary& summary = notes_.summary;
  if (notes_.show.has_tree) add_costs(command, whole, good);
  switch (command.type) {
    case CommandType::remote_call: calls_.end_call(whole, good); break;
    case CommandType::remote_set: calls_.end_set(whole, good); break;
    case CommandType::sync: summary.text = notes_.context.shows_states ? syncs_.text() : ""; break;
    case CommandType::spawn:
      if (good) spawns_.name_state();
      break;
    default: break;
  }
  if (engine_errors().listens() && !command.relayed)
    notes_.add_frame(MultiplayerField::rpc_error_in, whole,
                     engine_errors().error_in({notes_.message.frame, notes_.message.message.index}));
  // For a command without an annotator.
  if (summary.text == summary.kind && summary.node != nullptr && notes_.context.reads_texts)
    summary.text = notes_.arena().joined({summary.kind, " ", summary.node});
  notes_.show_findings();
  if (!notes_.show.visible || *summary.text == '\0') return;
  const bool relays = command.type == CommandType::system && notes_.route.relayed;
  notes_.show.label(
      relays ? notes_.arena().joined({": relay ", summary.way, "  ", summary.text}) : label_of(summary, notes_.arena()),
      true);
}

// --- The label of a command -----------------------------------------------------------------------------------------

namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

/// Removes a word, in upper or lower case, and the space behind it.
bool take_word(std::string_view& text, std::string_view word) {
  const bool begins = text.size() > word.size() && text[word.size()] == ' ' &&
                      std::equal(word.begin(), word.end(), text.begin(),
                                 [](char one, char other) { return lower(one) == lower(other); });
  if (begins) text.remove_prefix(word.size() + 1);
  return begins;
}

}  // namespace

const char* label_of(const Summary& summary, const Arena& arena) {
  constexpr std::string_view of_changes = "changes of";
  std::string_view text = summary.text;
  if (summary.text == summary.kind) return "";
  if (summary.is_sync) return take_word(text, of_changes) ? " of changes" : "";
  const bool changes = !take_word(text, summary.kind) && take_word(text, of_changes);
  return arena.joined({changes ? " of changes: " : ": ", text});
}

}  // namespace godot::analysis::annotation
