// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/peer_names.h"

#include <algorithm>

#include "codec/core/utf8.h"

namespace godot::plugin {
namespace {

constexpr std::size_t longest = 48;  // bytes; columns are narrow

/// The node above a synchronizer, with its parent's name.
std::string_view owner_of(std::string_view synchronizer) {
  const std::size_t end = synchronizer.rfind('/');
  if (end == std::string_view::npos || end == 0) return {};
  const std::string_view owner = synchronizer.substr(0, end);
  const std::size_t last = owner.rfind('/');
  const std::size_t above = last == std::string_view::npos || last == 0 ? last : owner.rfind('/', last - 1);
  return above == std::string_view::npos ? owner : owner.substr(above + 1);
}

}  // namespace

std::string_view owner_name(std::string_view synchronizer, PeerId peer) {
  const std::string_view owner = owner_of(synchronizer);
  const std::string_view name = owner.substr(owner.rfind('/') + 1);  // the whole, if there is none
  return name.empty() || name == std::to_string(peer) ? std::string_view() : owner;
}

PeerNames::Key PeerNames::key(const Peers& among, PeerId peer) noexcept {
  return among.session() != 0 ? Key{among.session(), peer, true} : Key{among.link(), peer, false};
}

/// True if the peer is new to it.
bool PeerNames::use(Uses& uses, const Peers& among, std::string_view text, PeerId peer) {
  Use& found = uses[{key(among, 0), std::string(text)}];
  if (found.peer == peer) return false;
  found.shared = found.peer != 0;
  found.peer = peer;
  return true;
}

bool PeerNames::is_shared(const Uses& uses, const Peers& among, std::string_view text) {
  const auto found = uses.find({key(among, 0), std::string(text)});
  return found != uses.end() && found->second.shared;
}

void PeerNames::tell(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame) {
  if (peer <= 0 || name.empty()) return;
  name = name.substr(0, utf8_boundary(name, longest));
  History<Told>& history = told_[key(among, peer)];
  if (history.newest() != nullptr && history.newest()->name == name) return;
  use(names_, among, name, peer);
  const std::string text(name);
  history.add(&all_.emplace_back(Told{frame, text, text + " (" + std::to_string(peer) + ")"}));
}

void PeerNames::owns(const Peers& among, PeerId peer, std::string_view path) {
  const std::string_view owner = owner_of(path);
  if (peer <= 0 || owner.empty() || owner.size() > longest || !use(owners_, among, owner, peer)) return;
  const std::string_view name = owner_name(path, peer);
  if (peer == multiplayer::server || name.empty()) return;
  std::vector<std::string>& owned = owned_[key(among, peer)];
  if (owned.size() < most_owned && std::find(owned.begin(), owned.end(), name) == owned.end()) owned.emplace_back(name);
}

const char* PeerNames::find(const Peers& among, PeerId peer, std::uint32_t frame) const {
  const Key wanted = key(among, peer);
  if (const auto found = told_.find(wanted); found != told_.end()) {
    const Told* told = found->second.until(frame);
    if (told == nullptr) told = found->second.after(frame);
    if (told != nullptr) return is_shared(names_, among, told->name) ? told->with_id.c_str() : told->name.c_str();
  }
  const auto owned = owned_.find(wanted);
  if (owned == owned_.end()) return nullptr;
  for (const std::string& name : owned->second) {
    if (!is_shared(owners_, among, name) && !names_.contains({key(among, 0), name})) return name.c_str();
  }
  return nullptr;
}

}  // namespace godot::plugin
