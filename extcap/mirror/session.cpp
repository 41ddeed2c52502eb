// SPDX-License-Identifier: MIT
#include "extcap/mirror/session.h"

#include <algorithm>

#include "base/release.h"
#include "base/shown_text.h"
#include "codec/core/utf8.h"
#include "codec/mirror/walk.h"

namespace godotdump {
namespace {

namespace mirror = godot::mirror;
using mirror::Tag;

constexpr std::size_t most_held = 1U << 20;
constexpr std::size_t most_spare = 1U << 20;  // bytes that are kept for the next record
constexpr std::size_t longest_name = 80;

/// Project, role and process, as the game sends them.
class Introduction final : public mirror::Listener {
 public:
  bool is_game = false;
  std::string project;
  std::string role;
  std::string process;

  void head(const mirror::Head& head) override { is_game = head.kind == mirror::Kind::game; }
  void text(Tag tag, std::string_view text) override {
    if (tag == Tag::project) project = shortened(text);
    if (tag == Tag::role) role = shortened(text);
  }
  void number(Tag tag, std::int64_t number) override {
    if (tag == Tag::process_id) process = std::to_string(number);
  }

 private:
  static std::string shortened(std::string_view text) {
    if (!godot::check_utf8(text).valid) return "?";
    return std::string(text.substr(0, godot::utf8_boundary(text, std::min(text.size(), longest_name))));
  }
};

}  // namespace

bool Session::feed(std::span<const std::uint8_t> bytes, Bytes& out) {
  make_room(bytes.size());
  in_.insert(in_.end(), bytes.begin(), bytes.end());
  if (!has_greeted_ && !greet()) return why_.empty();
  return records(out);
}

/// Grows by a quarter, not by half or all as vectors do; each byte is copied four times at most.
void Session::make_room(std::size_t more) {
  const std::size_t needed = in_.size() + more;
  if (needed > in_.capacity()) in_.reserve(std::max(needed, in_.capacity() + in_.capacity() / 4));
}

std::string Session::name() const {
  if (!is_known_) return "a game";
  // A game chooses its name, which is shown in a terminal.
  return godot::analysis::without_acting(whole_name(), "?");
}

std::string Session::whole_name() const {
  return (project_.empty() ? "a game" : project_) + (role_.empty() ? "" : ", " + role_) +
         (process_.empty() ? "" : ", process " + process_);
}

bool Session::refuse(std::string why) {
  why_ = std::move(why);
  godot::analysis::release(in_);
  godot::analysis::release(held_);
  return false;
}

bool Session::greet() {
  const mirror::Greeted greeted = mirror::greeted(in_);
  switch (greeted.who) {
    case mirror::Greeted::Who::unknown: return false;
    case mirror::Greeted::Who::stranger:
      return refuse(
          "A program connected that is no Godot game with the addon godot_wireshark; the connection was closed");
    case mirror::Greeted::Who::other:
      return refuse("A game uses version " + std::to_string(greeted.version) +
                    " of the mirror's format, and this godotdump version " + std::to_string(mirror::version) +
                    ": take the addon and the plugin from the same release");
    case mirror::Greeted::Who::mirror: break;
  }
  has_greeted_ = true;
  in_.erase(in_.begin(), in_.begin() + mirror::greeting_size);
  return true;
}

bool Session::records(Bytes& out) {
  std::size_t at = 0;
  bool is_bad = false;
  for (;;) {
    const mirror::Framed framed = mirror::framed(std::span<const std::uint8_t>(in_).subspan(at));
    is_bad = framed.status == mirror::Framed::Status::bad;
    if (framed.status != mirror::Framed::Status::whole) break;
    if (framed.head.kind == mirror::Kind::game) look_at(framed.record);
    append_packet(is_wanted_ ? out : held_, framed.head.time, framed.record);
    at += framed.size;
    if (!is_wanted_) decide(out);
    if (!why_.empty()) return refuse(why_);
  }
  in_.erase(in_.begin(), in_.begin() + static_cast<std::ptrdiff_t>(at));
  if (in_.capacity() > most_spare && in_.size() < in_.capacity() / 4) in_.shrink_to_fit();
  if (is_bad) return refuse("What came from " + name() + " is no record of the mirror; the connection was closed");
  return true;
}

void Session::look_at(std::span<const std::uint8_t> record) {
  Introduction introduction;
  if (mirror::validate(godot::Buffer(record), &introduction).problem) return;
  project_ = introduction.project;
  role_ = introduction.role;
  process_ = introduction.process;
  is_known_ = true;
}

/// Decides whether to capture the game, once it has identified itself.
void Session::decide(Bytes& out) {
  if (!is_known_) {
    if (held_.size() > most_held) held_ = Bytes();
    return;
  }
  is_wanted_ = std::any_of(wanted_->begin(), wanted_->end(), [this](const std::string& wanted) {
    return wanted == project_ || wanted == role_ || wanted == process_;
  });
  if (is_wanted_) {
    out.insert(out.end(), held_.begin(), held_.end());
    held_ = Bytes();
  } else {
    why_ = "Not wanted: " + name();
  }
}

}  // namespace godotdump
