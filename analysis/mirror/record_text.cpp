// SPDX-License-Identifier: MIT
#include "analysis/mirror/record_text.h"

#include "base/plural.h"
#include "codec/core/catalogue.h"
#include "codec/mirror/fields.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {
namespace {

using mirror::Kind;
using mirror::Tag;

const char* text_or(const char* text, const char* other) noexcept {
  return text != nullptr && *text != '\0' ? text : other;
}

}  // namespace

bool MirrorRecord::message(const mirror::Message& message) {
  its_message = message;
  has_message = true;
  return true;
}

bool MirrorRecord::carried(const mirror::Carried& carried) {
  its_carried = carried;
  has_carried = true;
  return true;
}

void MirrorRecord::text(Tag tag, std::string_view text) {
  switch (tag) {
    case Tag::node_path: path_ = host_.shown(text); return;
    case Tag::script: script_ = host_.shown(text); return;
    case Tag::engine: engine_ = host_.shown(text); return;
    case Tag::transport: transport_ = host_.shown(text); return;
    case Tag::project_folder: project_folder = text; return;
    case Tag::role: role_ = host_.shown(text); return;
    case Tag::notice: notice_ = host_.shown(text); return;
    case Tag::scene: ++parts_; return;
    default: return;
  }
}

void MirrorRecord::number(Tag tag, std::int64_t number) {
  if (tag == Tag::event) event_ = static_cast<std::uint32_t>(number);
  if (tag == Tag::event_peer) peer_ = number;
  if (tag == Tag::dropped_records) dropped_ = number;
}

/// Records of several processes may be in one capture.
const char* MirrorRecord::whose() const {
  if (its_head.own_id == multiplayer::everyone) return "";  // the process is not connected yet
  return host_.arena.joined({", of ", mirrored_peer(its_head.own_id, host_.arena)});
}

const char* MirrorRecord::line() const {
  const Arena& arena = host_.arena;
  const char* path = text_or(path_, "?");
  switch (its_head.kind) {
    case Kind::game:
      return arena.text("Game: Godot %s, %s, %s %d", text_or(engine_, "?"), text_or(transport_, "?"),
                        text_or(role_, "peer"), its_head.own_id);
    case Kind::node:
      return arena.joined({arena.text("Node %s (%s), %u remote %s", path, text_or(script_, "no script"), parts_,
                                      plural(parts_, "method", "methods")),
                           whose()});
    case Kind::synchronizer:
      return arena.joined(
          {arena.text("Synchronizer %s, %u %s", path, parts_, plural(parts_, "property", "properties")), whose()});
    case Kind::spawner:
      return arena.joined({arena.text("Spawner %s, %u %s", path, parts_, plural(parts_, "scene", "scenes")), whose()});
    case Kind::event: {
      const std::string_view name = value_name(field::mirror_event, event_);
      const char* peer = peer_ != 0 ? arena.text(" %d", static_cast<int>(peer_)) : "";
      return arena.joined({"Event: ", name, peer, whose()});
    }
    case Kind::dropped:
      return arena.text("%u %s dropped here: the game had no room for more", static_cast<unsigned>(dropped_),
                        plural(dropped_, "record was", "records were"));
    case Kind::notice: return notice_;
    case Kind::carried: return "A message without its bytes";
    case Kind::none:
    case Kind::message: break;
  }
  return "A record of a later version";
}

const char* mirrored_peer(std::int32_t peer, const Arena& arena) {
  if (peer == multiplayer::everyone) return "all";
  if (peer == multiplayer::server) return "server";
  if (peer > 0) return arena.text("%d", peer);
  return arena.text("all but %u", 0U - static_cast<unsigned>(peer));
}

}  // namespace godot::analysis
