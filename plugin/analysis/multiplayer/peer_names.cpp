// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/peer_names.h"

#include "codec/core/utf8.h"

namespace godot::plugin {
namespace {

constexpr std::size_t longest = 48;  // bytes; columns are narrow

}  // namespace

std::string_view owner_name(std::string_view synchronizer, PeerId peer) {
  const std::size_t end = synchronizer.rfind('/');
  if (end == std::string_view::npos || end == 0) return {};
  const std::string_view owner = synchronizer.substr(0, end);
  const std::size_t last = owner.rfind('/');
  const std::string_view name = last == std::string_view::npos ? owner : owner.substr(last + 1);
  if (name.empty() || name == std::to_string(peer)) return {};
  const std::size_t above = last == std::string_view::npos || last == 0 ? last : owner.rfind('/', last - 1);
  return above == std::string_view::npos ? owner : owner.substr(above + 1);
}

PeerNames::Key PeerNames::key(const Peers& among, PeerId peer) noexcept {
  return among.session() != 0 ? Key{among.session(), peer, true} : Key{among.link(), peer, false};
}

void PeerNames::tell(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame) {
  if (peer <= 0 || name.empty()) return;
  name = name.substr(0, utf8_boundary(name, longest));
  History<Told>& history = told_[key(among, peer)];
  if (history.newest() != nullptr && history.newest()->name == name) return;
  history.add(&all_.emplace_back(Told{frame, std::string(name)}));
}

void PeerNames::owns(const Peers& among, PeerId peer, std::string_view path) {
  if (peer <= multiplayer::server || owners_.contains(key(among, peer))) return;
  const std::string_view name = owner_name(path, peer);
  if (!name.empty() && name.size() <= longest) owners_.emplace(key(among, peer), name);
}

const char* PeerNames::find(const Peers& among, PeerId peer, std::uint32_t frame) const {
  const Key wanted = key(among, peer);
  if (const auto found = told_.find(wanted); found != told_.end()) {
    const Told* told = found->second.until(frame);
    if (told == nullptr) told = found->second.after(frame);
    if (told != nullptr) return told->name.c_str();
  }
  const auto owner = owners_.find(wanted);
  return owner != owners_.end() ? owner->second.c_str() : nullptr;
}

}  // namespace godot::plugin
