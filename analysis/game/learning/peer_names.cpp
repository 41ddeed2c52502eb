// SPDX-License-Identifier: MIT
#include "analysis/game/learning/peer_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "codec/core/utf8.h"

namespace godot::analysis {
namespace {

constexpr std::size_t longest = 48;  // bytes; columns are narrow
constexpr std::size_t longest_guess = 32;
constexpr std::string_view number_word = "peer ";
constexpr PeerId least_random = 1000;  // a game has chosen a smaller id, and says it; Godot's own are random
constexpr std::string_view process_word = ", process ";

/// True for a name that could be confused with one made here.
bool is_ours(std::string_view name) {
  constexpr std::array<std::string_view, 6> words = {"server", "client", "all", "everyone", "editor", "game"};
  const bool is_number = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
  return is_number || name.ends_with('?') || name.ends_with(')') || name.starts_with(number_word) ||
         name.starts_with("all but ") || name.find(process_word) != std::string_view::npos ||
         std::find(words.begin(), words.end(), name) != words.end();
}

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

bool looks_like_a_name(std::string_view text) {
  if (text.empty() || text.size() > longest_guess || is_ours(text)) return false;
  const auto first = static_cast<unsigned char>(text.front());
  const auto is_odd = [](char each) {
    constexpr std::string_view odd = "/\\{}[]<>=:;|,.\"";
    return static_cast<unsigned char>(each) <= ' ' || odd.find(each) != std::string_view::npos;
  };
  return (!is_ascii(text.front()) || std::isalpha(first) != 0) && std::none_of(text.begin(), text.end(), is_odd);
}

bool is_of_names(std::string_view argument) {
  constexpr std::array<std::string_view, 10> words = {"name",       "nick",      "nickname", "player_name",
                                                      "playername", "user_name", "username", "display_name",
                                                      "my_name",    "p_name"};
  return std::find(words.begin(), words.end(), argument) != words.end();
}

std::string_view owner_name(std::string_view synchronizer, PeerId peer) {
  constexpr PeerId short_id = 1'000'000;  // larger ids are random, and not part of a name by chance
  const std::string_view owner = owner_of(synchronizer);
  const std::size_t slash = owner.rfind('/');
  const std::string_view name = owner.substr(slash + 1);  // the whole, if there is no slash
  const std::string id = std::to_string(peer);
  const bool has_id = name == id || (slash != std::string_view::npos && owner.substr(0, slash) == id) ||
                      (peer >= short_id && owner.find(id) != std::string_view::npos);
  return name.empty() || has_id ? std::string_view() : owner;
}

PeerNames::Key PeerNames::key(const Peers& among, PeerId peer) noexcept {
  return among.session() != 0 ? Key{among.session(), peer, true} : Key{among.link(), peer, false};
}

/// True if the peer is new to it.
bool PeerNames::use(Use& found, PeerId peer) {
  if (found.peer == peer) return false;
  found.shared = found.peer != 0;
  found.peer = peer;
  return true;
}

bool PeerNames::use(Uses& uses, const Peers& among, std::string_view text, PeerId peer) {
  return use(uses[{key(among, 0), std::string(text)}], peer);
}

bool PeerNames::is_shared(const Uses& uses, const Peers& among, std::string_view text) {
  const auto found = uses.find({key(among, 0), std::string(text)});
  return found != uses.end() && found->second.shared;
}

void PeerNames::add(const Peers& among, PeerId peer, std::string_view name, std::uint32_t frame) {
  if (peer <= 0 || name.empty()) return;
  name = name.substr(0, utf8_boundary(name, longest));
  History<GivenName>& history = named_[key(among, peer)].given;
  if (history.newest() != nullptr && history.newest()->name == name) return;
  use(names_, among, name, peer);
  const std::string text(name);
  history.add(&all_.emplace_back(GivenName{frame, text, text + " (" + std::to_string(peer) + ")"}));
}

void PeerNames::owns(const Peers& among, PeerId peer, std::string_view path) {
  const std::string_view owner = owner_of(path);
  if (peer <= 0 || owner.empty() || owner.size() > longest || !use(owners_, among, owner, peer)) return;
  const std::string_view name = owner_name(path, peer);
  if (peer == multiplayer::server || name.empty()) return;
  std::vector<std::string>& owned = named_[key(among, peer)].owned;
  if (owned.size() < most_owned && std::find(owned.begin(), owned.end(), name) == owned.end()) owned.emplace_back(name);
}

void PeerNames::appears(PeerId peer, std::uint32_t frame) {
  if (peer <= multiplayer::server) return;
  const auto [found, is_new] = appeared_.try_emplace(peer);
  if (!is_new) return;
  Appearance& appearance = *found;
  appearance.frame = frame;
  appearance.ordinal = peer < least_random ? peer : static_cast<PeerId>(appeared_.size() + 1);
  appearance.number = std::string(number_word) + std::to_string(appearance.ordinal);
  appearance.with_id = appearance.number + " (" + std::to_string(peer) + ")";
}

PeerNames::Introduction PeerNames::introduce(std::string text, PeerId peer) {
  Use& found = introduced_[text];
  use(found, peer);
  return {std::move(text), &found};
}

void PeerNames::runs_in(PeerId peer, std::string_view program, std::int32_t id) {
  Appearance* const found = appeared_.find(peer);
  if (found == nullptr || !found->process.text.empty() || program.empty()) return;
  std::string process(program.substr(0, utf8_boundary(program, longest_guess)));
  process.append(process_word).append(std::to_string(id));
  found->process = introduce(std::move(process), peer);
}

void PeerNames::introduces_itself(PeerId peer, std::string_view text) {
  Appearance* const found = appeared_.find(peer);
  if (found == nullptr || found->chats) return;
  Appearance& appearance = *found;
  std::string marked = std::string(text.substr(0, longest)) + "?";
  if (appearance.introduced.text == marked) return;
  appearance.chats = !appearance.introduced.text.empty() || !looks_like_a_name(text);
  if (appearance.chats) return appearance.introduced.text.clear();
  appearance.introduced = introduce(std::move(marked), peer);
}

void PeerNames::names_itself(PeerId peer, std::string_view text) {
  Appearance* const found = appeared_.find(peer);
  if (found == nullptr || found->renamed) return;
  Appearance& appearance = *found;
  std::string marked = std::string(text.substr(0, utf8_boundary(text, longest_guess))) + "?";
  if (appearance.named.text == marked) return;
  appearance.renamed = !appearance.named.text.empty() || text.empty() || is_ours(text);
  if (appearance.renamed) return appearance.named.text.clear();
  appearance.named = introduce(std::move(marked), peer);
}

void PeerNames::says(PeerId peer, std::string_view text) {
  const Appearance* const found = appeared_.find(peer);
  if (found == nullptr || found->introduced.text.empty()) return;
  introduces_itself(peer, text);
}

std::uint32_t PeerNames::appeared_in(PeerId peer) const {
  const Appearance* const found = appeared_.find(peer);
  return found != nullptr ? found->frame : 0;
}

const char* PeerNames::given(const Named& named, const Peers& among, std::uint32_t frame) const {
  const GivenName* given = named.given.until(frame);
  if (given == nullptr) given = named.given.after(frame);
  if (given == nullptr) return nullptr;
  return is_ours(given->name) || is_shared(names_, among, given->name) ? given->with_id.c_str() : given->name.c_str();
}

const char* PeerNames::owned(const Named& named, const Peers& among) const {
  for (const std::string& name : named.owned) {
    if (!is_ours(name) && !is_shared(owners_, among, name) && !names_.contains({key(among, 0), name}))
      return name.c_str();
  }
  return nullptr;
}

const char* PeerNames::find(const Peers& among, PeerId peer, std::uint32_t frame, Ask ask) const {
  const Named* named = named_.find(key(among, peer));
  const char* name = named != nullptr ? given(*named, among, frame) : nullptr;
  if (name != nullptr || ask == Ask::given_only || peer == multiplayer::server) return name;
  if (named != nullptr && (name = owned(*named, among)) != nullptr) return name;
  const Appearance* const found = appeared_.find(peer);
  if (found == nullptr) return nullptr;
  const Appearance& appearance = *found;
  for (const Introduction* own : {&appearance.named, &appearance.introduced, &appearance.process}) {
    if (own->is_alone()) return own->text.c_str();
  }
  const bool is_taken = appearance.ordinal != peer && appeared_.find(appearance.ordinal) != nullptr;
  return is_taken ? appearance.with_id.c_str() : appearance.number.c_str();
}

}  // namespace godot::analysis
