// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/annotator.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "analysis/learning/engine_errors.h"
#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/objects.h"
#include "plugin/multiplayer/findings.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/raw_annotator.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(MessageContext, Annotations, Annotator);

using multiplayer::CommandType;
using multiplayer::SystemCommand;

// --- Sender and receiver ------------------------------------------------------------------------------------------

const char* Annotator::way() const {
  const analysis::Route& route = notes_.route;
  if (!route.target_known) return "";
  packet_info* pinfo = notes_.context.pinfo;
  const analysis::Peers& among = notes_.context.link.peers;
  const char* to =
      route.target_id > 0 ? introduced_text(pinfo, among, route.target_id) : target_text(pinfo, among, route.target_id);
  // Where the server forwards another peer's message, the packet's addresses do not identify the sender.
  const bool is_forwarded = route.relayed && route.source.sender > 0 && route.source_id != 0;
  return is_forwarded ? joined(notes_.pool(), {introduced_text(pinfo, among, route.source_id), " \u2192 ", to})
                      : joined(notes_.pool(), {"\u2192 ", to});
}

void Annotator::header(const multiplayer::Header&) {
  if (notes_.route.relayed) add_hop();
  notes_.summary.way = way();
}

const char* Annotator::called(analysis::PeerId peer) const {
  return peer != 0 ? introduced_text(notes_.context.pinfo, notes_.context.link.peers, peer) : "0";
}

/// "add peer red", "add peer 3": writes "peer" once.
const char* Annotator::change_text(const char* what, analysis::PeerId peer) const {
  constexpr std::string_view word = "peer ";
  const char* name = called(peer);
  if (std::string_view(name).starts_with(word)) name += word.size();
  return joined(notes_.pool(), {what, " peer ", name});
}

void Annotator::peer(const multiplayer::PeerChange& change) {
  const char* what = "";
  switch (change.kind) {
    case multiplayer::PeerChange::Kind::added: what = "add"; break;
    case multiplayer::PeerChange::Kind::removed: what = "remove"; break;
    case multiplayer::PeerChange::Kind::assigned: what = nullptr; break;
  }
  notes_.summary.way = way();
  notes_.summary.kind = analysis::facts::name(analysis::facts::Kind::peers);
  notes_.summary.text =
      what != nullptr ? change_text(what, change.peer) : wmem_strdup_printf(notes_.pool(), "assign id %d", change.peer);
  if (has_command_) return;  // the command shows it
  const ByteRange whole = {0, tvb_reported_length(notes_.context.tvb)};
  notes_.add_costs(notes_.tree(), whole, whole.length, notes_.context.message.cost.total());
}

void Annotator::command(const multiplayer::Command& command) {
  has_command_ = true;
  const FieldInfo& row = info(multiplayer::node_of(command.type));
  command_name_ = row.filter + std::strlen("godot.");
  notes_.summary.kind = row.title;
  notes_.summary.is_sync = command.type == CommandType::sync;
  notes_.summary.text = row.title;  // replaced once more is known
  notes_.summary.way = way();
  // A header has its own fields; whether a System command is a relay is known in system().
  if (!notes_.router().has_header() && command.type != CommandType::system) add_peers();
  if (!command.relayed) add_transfer_mode();
}

void Annotator::add_transfer_mode() const {
  proto_tree* tree = notes_.tree();
  if (tree == nullptr) return;
  const auto mode = static_cast<std::uint32_t>(multiplayer::mode_of(notes_.context.message.delivery));
  add_generated_number(tree, header_field(MultiplayerField::godot_transfer_mode), {notes_.context.tvb}, mode);
}

/// Adds the own bytes of the command, and the cost of its message with all headers.
void Annotator::add_costs(const multiplayer::Command& command, ByteRange whole, bool good) const {
  if (command.type == CommandType::system && notes_.route.relayed) return;  // the inner command shows it
  const bool is_sync = command.type == CommandType::sync;
  const std::uint32_t total = notes_.context.message.cost.total();
  // The bytes of a malformed state cannot be attributed.
  const std::uint32_t own = is_sync ? syncs_.own_bytes() : command.end - command.begin;
  notes_.add_costs(notes_.tree(), whole, is_sync && !good ? std::nullopt : std::optional{own}, total);
  if (is_sync && good) syncs_.add_costs();
  const bool is_call = command.type == CommandType::remote_call || command.type == CommandType::remote_set;
  if (!is_sync && !is_call) return;
  notes_.add_sum(is_sync ? MultiplayerField::godot_cost_sync : MultiplayerField::godot_cost_calls, whole, total);
}

/// Adds the original sender and the final receiver.
void Annotator::add_peers() const {
  const analysis::Route& route = notes_.route;
  if (route.source_id != 0) notes_.add_peer(header_field(field::godot_peer_source), route.source_id);
  if (route.target_known) notes_.add_peer(header_field(field::godot_peer_target), route.target_id);
}

/// Adds the peer that relays the message, and the next one.
void Annotator::add_hop() const {
  const analysis::Peers& peers = notes_.context.link.peers;
  const analysis::PeerId source = peers.id(notes_.context.from);
  const analysis::PeerId target = peers.id(other(notes_.context.from));
  if (source != 0) notes_.add_peer(header_field(MultiplayerField::godot_hop_source), source);
  if (target != 0) notes_.add_peer(header_field(MultiplayerField::godot_hop_target), target);
}

void Annotator::system(const multiplayer::System& system) {
  if (system.command == SystemCommand::relay) add_hop();
  else add_peers();
  const char*& text = notes_.summary.text;
  switch (system.command) {
    case SystemCommand::authenticate: text = "authentication complete"; break;  // bytes() shows more
    case SystemCommand::add_peer: text = change_text("add", system.peer); break;
    case SystemCommand::delete_peer: text = change_text("remove", system.peer); break;
    case SystemCommand::relay: break;  // the inner command shows it
  }
}

namespace {

bool take_word(const char*& text, const char* word) {
  const std::size_t length = std::strlen(word);
  if (g_ascii_strncasecmp(text, word, length) != 0 || text[length] != ' ') return false;
  text += length + 1;
  return true;
}

/// Removes the repetition: the command's label has its kind already ("Spawn: spawn ...", "Sync: changes of ...").
void label(proto_tree* tree, const MessageSummary& summary) {
  const char* text = summary.text;
  if (text == summary.kind) return;
  if (summary.is_sync) {
    if (take_word(text, "changes of")) append_label(tree, {" of changes"});
    return;
  }
  const bool changes = !take_word(text, summary.kind) && take_word(text, "changes of");
  append_label(tree, {changes ? " of changes: " : ": ", text});
}

}  // namespace

// --- Content ------------------------------------------------------------------------------------------------------

void Annotator::node(const multiplayer::Node& node) { calls_.node(node); }

void Annotator::method(const multiplayer::Member& method) { calls_.method(method); }

void Annotator::property(const multiplayer::Member& property) { calls_.property(property); }

void Annotator::arguments(const multiplayer::Arguments& arguments) { calls_.arguments(arguments); }

void Annotator::announced(const multiplayer::AnnouncedPath& path) { paths_.announced(path); }

void Annotator::confirmed(const multiplayer::ConfirmedPath& path) { paths_.confirmed(path); }

void Annotator::spawn(const multiplayer::Spawn& spawn) { spawns_.spawn(spawn); }

void Annotator::spawn_state(const multiplayer::SpawnState& state) { spawns_.state(state.values); }

void Annotator::despawn(const multiplayer::Despawn& despawn) { spawns_.despawn(despawn); }

void Annotator::sync(const multiplayer::Sync& sync) { syncs_.sync(sync); }

void Annotator::sync_begin(const multiplayer::SyncObject& object) { syncs_.begin(object); }

void Annotator::sync_end(const multiplayer::SyncObject& object) { syncs_.end(object); }

bool Annotator::bytes(const multiplayer::UserBytes& bytes) {
  const bool taken = annotate_bytes(notes_, bytes);
  if (!exports_objects_) return taken;
  packet_info* pinfo = notes_.context.pinfo;
  objects::forget(pinfo);  // found by a guess
  objects::found(pinfo, notes_.context.tvb, static_cast<int>(bytes.begin), static_cast<int>(bytes.length));
  name_objects({.member = bytes.field == field::godot_raw_data ? "raw" : "authenticate"});
  return taken;
}

/// A retransmission has no new objects.
void Annotator::name_objects(objects::Owner owner) const {
  packet_info* pinfo = notes_.context.pinfo;
  if (!objects::waiting(pinfo)) return;
  if (notes_.context.message.repeated) return objects::forget(pinfo);
  owner.from = sender_text(pinfo, notes_.context.message, notes_.route);
  objects::name(pinfo, owner);
}

void Annotator::name_objects_in(const OutermostValue& value) const {
  switch (value.role) {
    case field::godot_rpc_argument: return name_objects(calls_.owner_of(value));
    case field::godot_set_value: return name_objects({.node = notes_.summary.node, .member = notes_.summary.member});
    case field::godot_sync_value: return name_objects({.node = syncs_.node(), .member = command_name_});
    default: return name_objects({.node = notes_.summary.node, .member = command_name_});
  }
}

void Annotator::value(const OutermostValue& value) {
  if (exports_objects_) name_objects_in(value);
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
  const Offset captured = tvb_captured_length(notes_.context.tvb);
  const ByteRange whole = {command.begin, std::min<Offset>(command.end, captured) - command.begin};
  MessageSummary& summary = notes_.summary;
  add_costs(command, whole, good);
  switch (command.type) {
    case CommandType::remote_call: calls_.end_call(whole, good); break;
    case CommandType::remote_set: calls_.end_set(whole, good); break;
    case CommandType::sync: notes_.summary.text = syncs_.text(); break;
    case CommandType::spawn:
      if (good) spawns_.name_state();
      break;
    default: break;
  }
  if (analysis::engine_errors().listens() && !command.relayed)
    notes_.add_frame(MultiplayerField::godot_rpc_error_in, whole,
                     analysis::engine_errors().error_in({notes_.frame(), notes_.context.message.index}));
  // For a command without an annotator.
  if (summary.text == summary.kind && summary.node != nullptr)
    summary.text = joined(notes_.pool(), {summary.kind, " ", summary.node});
  show_findings(notes_, notes_.account().findings());
  proto_tree* tree = notes_.tree();
  if (!bridge::visible(tree) || *summary.text == '\0') return;
  const bool relays = command.type == CommandType::system && notes_.route.relayed;
  if (relays) append_label(tree, {": relay ", summary.way, "  ", summary.text});
  else label(tree, summary);
}

}  // namespace godot::plugin
