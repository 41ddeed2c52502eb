// SPDX-License-Identifier: MIT
#include "base/naming.h"

#include <algorithm>
#include <array>

#include "codec/core/utf8.h"

namespace godot::analysis::objects {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::string_view begin;
  std::string_view later;  ///< at `offset`; empty: not checked
  std::size_t offset;
  Content content;
};
constexpr Signature signatures[] = {
    {"\x89PNG\r\n\x1A\n"sv, {}, 0, {"png", "image/png"}},
    {"\xFF\xD8\xFF"sv, {}, 0, {"jpg", "image/jpeg"}},
    {"RIFF"sv, "WEBP"sv, 8, {"webp", "image/webp"}},
    {"RIFF"sv, "WAVE"sv, 8, {"wav", "audio/wav"}},
    {"OggS"sv, {}, 0, {"ogg", "audio/ogg"}},
    {"glTF"sv, {}, 0, {"glb", "model/gltf-binary"}},
    {"PK\x03\x04"sv, {}, 0, {"zip", "application/zip"}},
    {"\x1F\x8B"sv, {}, 0, {"gz", "application/gzip"}},
    {"\x28\xB5\x2F\xFD"sv, {}, 0, {"zst", "application/zstd"}},
    {"GDPC"sv, {}, 0, {"pck", "application/x-godot-pack"}},
    {"RSRC"sv, {}, 0, {"res", "application/x-godot-resource"}},
    {"RSCC"sv, {}, 0, {"res", "application/x-godot-resource"}},
    {"GCPF"sv, {}, 0, {"gcpf", "application/x-godot-compressed"}},  // as FileAccess.open_compressed() writes it
    // As open_encrypted() and save_encrypted_pass() write it.
    {"GDEC"sv, {}, 0, {"gdec", "application/x-godot-encrypted"}},
    {"GDSC"sv, {}, 0, {"gdc", "application/x-godot-script"}},
    {"ECFG"sv, {}, 0, {"binary", "application/x-godot-settings"}},  // an exported project's settings: project.binary
};
constexpr Content unknown = {"bin", "application/octet-stream"};

/// A part of a name: characters that some system refuses become underscores.
std::string part(std::string_view text) {
  constexpr std::string_view forbidden = "/\\:*?\"<>|%\x7F"sv;
  constexpr unsigned char first_printable = 0x20;
  std::string clean(text);
  for (char& letter : clean) {
    if (static_cast<unsigned char>(letter) < first_printable || forbidden.find(letter) != std::string_view::npos)
      letter = '_';
  }
  return clean;
}

/// Not a hidden file, and not in a folder above; the number at the end keeps the name from being a device's.
std::string finished(const std::string& parts, std::string_view end) {
  std::string name;
  if (parts.empty() || parts.front() == '.' || parts.front() == ' ') name.push_back('_');
  name.append(parts);
  name.resize(utf8_boundary(name, longest_name - end.size()));
  return name.append(end);
}

/// The end of a name: the frame's number and, behind the first, which of its objects: `-3.png`, `-3-2.png`.
std::string end_of(const Origin& origin, std::string_view extension) {
  std::string end(1, '-');
  end.append(std::to_string(origin.frame));
  if (origin.index != 0) end.append(1, '-').append(std::to_string(origin.index + 1));
  return end.append(1, '.').append(extension);
}

/// For a file of the project: its folders, name and extension.
std::string own_name(const Origin& origin, const char* extension) {
  constexpr std::string_view root = "res://";
  constexpr std::size_t longest_ending = 16;
  std::string_view path = origin.file;
  if (path.starts_with(root)) path.remove_prefix(root.size());
  const std::size_t dot = path.rfind('.');
  const bool has_ending = dot != std::string_view::npos && dot != 0 && path[dot - 1] != '/' &&
                          path.find('/', dot) == std::string_view::npos && path.size() - dot - 1 <= longest_ending &&
                          dot + 1 != path.size();
  const std::string ending = has_ending ? part(path.substr(dot + 1)) : extension;
  return finished(part(has_ending ? path.substr(0, dot) : path), end_of(origin, ending));
}

}  // namespace

Content content_of(std::span<const std::uint8_t> bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Signature& row : signatures) {
    if (!text.starts_with(row.begin)) continue;
    if (row.later.empty() || (text.size() > row.offset && text.substr(row.offset).starts_with(row.later)))
      return row.content;
  }
  return unknown;
}

std::string file_name(const Origin& origin, const char* extension) {
  if (!origin.file.empty()) return own_name(origin, extension);
  const std::size_t slash = origin.node.rfind('/');
  const std::string_view node = slash == std::string_view::npos ? origin.node : origin.node.substr(slash + 1);
  std::string parts;
  for (const std::string_view each : {node, origin.member, origin.argument}) {
    if (each.empty()) continue;
    if (!parts.empty()) parts.push_back('.');
    parts.append(part(each));
  }
  return finished(parts, end_of(origin, extension));
}

}  // namespace godot::analysis::objects
