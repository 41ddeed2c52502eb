// SPDX-License-Identifier: MIT
// What a record of a mirrored game says, and its line of text.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/host.h"
#include "codec/mirror/walk.h"

namespace godot::analysis {

/// Collects the facts of a record; its texts are in packet scope.
class MirrorRecord final : public mirror::Listener {
 public:
  explicit MirrorRecord(const Host& host) noexcept : host_(host) {}

  mirror::Head its_head;
  mirror::Message its_message;
  bool has_message = false;
  mirror::Carried its_carried;
  bool has_carried = false;
  std::string_view project_folder;

  /// The line of a record that is no message.
  [[nodiscard]] const char* line() const;

  void head(const mirror::Head& head) override { its_head = head; }
  bool message(const mirror::Message& message) override;
  bool carried(const mirror::Carried& carried) override;
  void text(mirror::Tag tag, std::string_view text) override;
  void number(mirror::Tag tag, std::int64_t number) override;
  void method(const mirror::Method&) override { ++parts_; }
  void property(const mirror::Property&) override { ++parts_; }

 private:
  [[nodiscard]] const char* whose() const;

  const Host& host_;
  const char* path_ = nullptr;
  const char* script_ = nullptr;
  const char* engine_ = nullptr;
  const char* transport_ = nullptr;
  const char* role_ = nullptr;
  const char* notice_ = "";
  unsigned parts_ = 0;  ///< number of methods, properties or scenes
  std::uint32_t event_ = 0;
  std::int64_t peer_ = 0;
  std::int64_t dropped_ = 0;
};

/// The other end of a mirrored message: "server", "all", "all but 7".
[[nodiscard]] const char* mirrored_peer(std::int32_t peer, const Arena& arena);

}  // namespace godot::analysis
