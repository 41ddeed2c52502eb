// SPDX-License-Identifier: MIT
#include "analysis/game/memory/paths.h"

#include <algorithm>

#include "base/text_hash.h"
#include "base/time.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {
namespace {

constexpr unsigned most_parts = 64;  ///< of a path, that are looked at

/// The end of a link that gets what this one sends; 0: a peer behind a server sends it.
std::int32_t other_end(const Speaker& speaker) noexcept {
  if (speaker.is_behind_server()) return 0;
  return speaker.sender == first_end ? second_end : first_end;
}

}  // namespace

AnnouncedPath* Paths::store(const Speaker& speaker, const PathAnnouncement& announced) {
  const std::string_view path = announced.path;
  const TextPool::Kept kept = texts_.keep(path);
  const std::size_t slash = path.rfind('/');
  AnnouncedPath* added =
      paths_.add(speaker, announced.id,
                 {.frame = announced.frame,
                  .path = kept.text,
                  .md5 = announced.md5.empty() ? nullptr : texts_.keep(announced.md5).text,
                  .above = slash != std::string_view::npos ? texts_.keep(path.substr(0, slash)).number : 0});
  numbers_.add(speaker, kept.number, {.frame = announced.frame, .id = announced.id});
  parents_.announced(game_of(speaker), path);
  const std::string_view name = path.substr(slash + 1);  // the whole path, if it has no slash
  newest_named_[IdKey::of_link(speaker, texts_.keep(name).number)] = added;
  return added;
}

void Paths::add(const Speaker& speaker, const PathAnnouncement& announced) {
  AnnouncedPath* added = store(speaker, announced);
  if (added->told_in != 0) return;
  added->told_in = announced.frame;
  added->told_at = announced.time;
  added->told = announced.turn;
  added->may_be_copy = announced.may_be_copy;
  added->waited = announced.waits;
  show(speaker.link, speaker.sender, announced.path, {announced.frame, announced.time});
}

/// A path of a message is shorter than the message, and has as many nodes above it as slashes.
void Paths::show(std::uint32_t link, std::int32_t end, std::string_view path, const Sight& sight) {
  std::size_t slash = path.size();
  for (unsigned part = 0; part != most_parts && slash != std::string_view::npos && slash != 0; ++part) {
    const std::string_view node = path.substr(0, slash);
    const auto [first, is_new] = shown_.try_emplace({link, end, TextHash{}(node)}, sight);
    if (!is_new && first->frame <= sight.frame) return;  // those above it, too
    *first = sight;
    slash = node.rfind('/');
  }
}

Paths::Sight Paths::shown_in(const Speaker& end, std::string_view node) const {
  const Sight* found = shown_.find({end.link, end.sender, TextHash{}(node)});
  return found != nullptr ? *found : Sight{};
}

const AnnouncedPath* Paths::first_confirmed(const Speaker& speaker) const {
  const AnnouncedPath* const* found = first_confirmed_.find(IdKey::of_link(speaker, 0));
  return found != nullptr ? *found : nullptr;
}

void Paths::add_passed(const Speaker& speaker, const PathAnnouncement& announced, multiplayer::PeerId to) {
  const AnnouncedPath* added = store(speaker, announced);
  if (to > 0) passed_.try_emplace({added, to}, Passed{.frame = announced.frame});
}

Paths::Passed Paths::passed(const AnnouncedPath& path, multiplayer::PeerId peer) const {
  const auto found = passed_.find({&path, peer});
  return found != passed_.end() ? found->second : Passed{};
}

const AnnouncedPath* Paths::find(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
  return paths_.find(speaker, id, frame);
}

const AnnouncedPath* Paths::find(const Speaker& speaker, std::string_view path, std::uint32_t frame) const {
  const TextPool::Kept kept = texts_.find(path);
  const PathNumber* number = kept.text != nullptr ? numbers_.find(speaker, kept.number, frame) : nullptr;
  if (number == nullptr) return nullptr;
  const AnnouncedPath* found = paths_.find(speaker, number->id, std::max(frame, number->frame));
  return found != nullptr && found->path == kept.text ? found : nullptr;
}

void Paths::called(const char* md5, std::uint32_t id) {
  CalledMethods& methods = called_[md5];
  if (id >= multiplayer::first_configured_method) methods.configured = true;
  else methods.least = std::max(methods.least, id + 1);
}

CalledMethods Paths::called(const char* md5) const {
  const auto found = called_.find(md5);
  return found != called_.end() ? found->second : CalledMethods{};
}

const AnnouncedPath* Paths::find_on_link(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
  return paths_.find_on_link(speaker, id, frame);
}

const AnnouncedPath* Paths::find_on_link(const Speaker& speaker, std::string_view path, std::uint32_t frame) const {
  const PathNumber* number = numbers_.find_on_link(speaker, texts_.find(path).number, frame);
  return number != nullptr ? paths_.find_on_link(speaker, number->id, frame) : nullptr;
}

void Paths::confirm(const Speaker& speaker, std::uint32_t id, std::uint32_t frame, bool direct, bool methods_match,
                    multiplayer::PeerId by) {
  AnnouncedPath* path = paths_.find_on_link(speaker, id, frame);
  if (path == nullptr) return;
  // Forwarded confirmations on this link concern announcements to another peer.
  if (!direct && !speaker.is_behind_server()) {
    const auto passed = passed_.find({path, by});
    if (passed == passed_.end()) return;
    if (passed->second.confirmed_in == 0) passed->second.confirmed_in = frame;
    passed->second.methods_differ = !methods_match;
    return;
  }
  if (path->confirmed_in == 0) path->confirmed_in = frame;
  path->methods_differ = !methods_match;
  std::uint32_t& newest = newest_confirmed_[IdKey::of_link(speaker, 0)];
  newest = std::max(newest, path->told_in);
  if (std::string_view(path->path) != ".") first_confirmed_.try_emplace(IdKey::of_link(speaker, 0), path);
  const std::int32_t end = other_end(speaker);
  if (end == 0) return;
  note_branch(speaker, *path, end, frame);
  show(speaker.link, end, path->path, {path->told_in, path->told_at});
}

/// The outermost node of the path that this end had not shown before.
void Paths::note_branch(const Speaker& speaker, const AnnouncedPath& path, std::int32_t end, std::uint32_t frame) {
  const std::string_view whole = path.path;
  Speaker receiver = speaker;
  receiver.sender = end;
  std::size_t slash = whole.find('/');
  for (unsigned part = 0; part != most_parts && slash != std::string_view::npos;
       ++part, slash = whole.find('/', slash + 1)) {
    const std::string_view branch = whole.substr(0, slash);
    if (shown_in(receiver, branch).frame != 0) continue;
    const auto [first, is_new] =
        comes_with_.try_emplace({game_of(speaker), texts_.find(whole).number, TextHash{}(branch)},
                                Confirmed{.link = speaker.link, .frame = frame, .other_frame = 0});
    if (!is_new && first->link != speaker.link && first->other_frame == 0) first->other_frame = frame;
    return;
  }
}

std::uint32_t Paths::comes_with(const Speaker& speaker, std::string_view path, std::string_view branch) const {
  const Confirmed* found = comes_with_.find({game_of(speaker), texts_.find(path).number, TextHash{}(branch)});
  if (found == nullptr) return 0;
  return found->link != speaker.link ? found->frame : found->other_frame;
}

void Paths::confirm(const Speaker& speaker, std::string_view path, std::uint32_t frame, bool direct, bool methods_match,
                    multiplayer::PeerId by) {
  const PathNumber* number = numbers_.find_on_link(speaker, texts_.find(path).number, frame);
  if (number != nullptr) confirm(speaker, number->id, frame, direct, methods_match, by);
}

void Paths::used(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) {
  if (AnnouncedPath* path = paths_.find_on_link(speaker, id, frame); path != nullptr) path->used = true;
}

const AnnouncedPath* Paths::newest_named(const Speaker& speaker, std::uint32_t name) const {
  const AnnouncedPath* const* found = newest_named_.find(IdKey::of_link(speaker, name));
  return found != nullptr ? *found : nullptr;
}

namespace {

/// It was told to the other end in the capture, which has neither confirmed it nor is known to have the node.
bool awaits_confirmation(const AnnouncedPath& path) noexcept {
  return path.told_in != 0 && path.confirmed_in == 0 && !path.may_be_copy && !path.used;
}

}  // namespace

bool Paths::is_open(const Speaker& speaker, const AnnouncedPath& path) const {
  return awaits_confirmation(path) && find_on_link(speaker, path.path, UINT32_MAX) == &path;
}

Paths::Missing Paths::never_confirmed(const Speaker& speaker, const Speaker& receiver, const AnnouncedPath& path,
                                      const Signs& signs) const {
  if (!awaits_confirmation(path)) return Missing::no;
  const std::uint32_t* newest = newest_confirmed_.find(IdKey::of_link(speaker, 0));
  if (newest != nullptr && *newest > path.told_in) return Missing::later_confirmed;
  constexpr std::int64_t long_enough = 2 * second;
  const std::int64_t* last = last_sent_.find(IdKey::of_link(receiver, 0));
  const std::int64_t got_at = signs.got_at != 0 ? signs.got_at : path.told_at;
  const auto goes_on = [&](std::int64_t time) { return time != 0 && time - got_at >= long_enough; };
  const Missing why = last != nullptr && goes_on(*last)                                        ? Missing::keeps_sending
                      : goes_on(signs.reads_at)                                                ? Missing::keeps_reading
                      : goes_on(signs.acks_at) && signs.acks_at - got_at >= longest_standstill ? Missing::acknowledged
                                                                                               : Missing::no;
  return find_on_link(speaker, path.path, UINT32_MAX) == &path ? why : Missing::no;
}

}  // namespace godot::analysis
