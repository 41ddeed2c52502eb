// SPDX-License-Identifier: MIT
// Names of exported files: hostile names stay in their folder.
#include <gtest/gtest.h>

#include "base/naming.h"

namespace godot::analysis::objects {
namespace {

TEST(ObjectNames, NameTheNodeAndMember) {
  EXPECT_EQ(file_name({.node = "Game/Main", .member = "upload", .frame = 3}, "bin"), "Main.upload-3.bin");
  EXPECT_EQ(file_name({.node = "Main", .member = "upload", .argument = "data", .frame = 3, .index = 1}, "png"),
            "Main.upload.data-3-2.png");
  EXPECT_EQ(file_name({.member = "raw", .frame = 12}, "bin"), "raw-12.bin");
}

TEST(ObjectNames, StayInTheChosenFolder) {
  EXPECT_EQ(file_name({.node = "a/..", .member = "x", .frame = 1}, "bin"), "_...x-1.bin");
  EXPECT_EQ(file_name({.member = "../../etc/passwd", .frame = 1}, "bin"), "_.._.._etc_passwd-1.bin");
  EXPECT_EQ(file_name({.member = "C:\\autoexec?*|<>\"%", .frame = 1}, "bin"), "C__autoexec_______-1.bin");
  EXPECT_EQ(file_name({.member = std::string_view("a\0b\n\x7F", 5), .frame = 1}, "bin"), "a_b__-1.bin");
  EXPECT_EQ(file_name({.frame = 1}, "bin"), "_-1.bin");
  EXPECT_EQ(file_name({.member = "a b\x1F"
                                 "c~",
                       .frame = 1},
                      "bin"),
            "a b_c~-1.bin")
      << "a space is no control";
  EXPECT_EQ(file_name({.member = "NUL", .frame = 1}, "bin"), "NUL-1.bin");
}

TEST(ObjectNames, AreBounded) {
  std::string text;
  while (text.size() < 2 * longest_name) text += "\u00E4";
  const std::string name = file_name({.node = text, .member = text, .frame = 4'000'000'000, .index = 9}, "webp");
  EXPECT_LE(name.size(), longest_name);
  EXPECT_TRUE(name.ends_with("\u00E4-4000000000-10.webp")) << name;
}

TEST(ObjectNames, FilesKeepTheirs) {
  EXPECT_EQ(file_name({.member = "file", .file = "res://maps/first.tscn", .frame = 7}, "bin"), "maps_first-7.tscn");
  EXPECT_EQ(file_name({.file = "icon.png", .frame = 7, .index = 1}, "png"), "icon-7-2.png");
  EXPECT_EQ(file_name({.file = "res://LICENSE", .frame = 7}, "bin"), "LICENSE-7.bin");
  EXPECT_EQ(file_name({.file = "res://.hidden", .frame = 7}, "bin"), "_.hidden-7.bin");
  EXPECT_EQ(file_name({.file = "res://maps/.hidden", .frame = 7}, "bin"), "maps_.hidden-7.bin");
  EXPECT_EQ(file_name({.file = "res://a.b/c", .frame = 7}, "bin"), "a.b_c-7.bin");
  EXPECT_EQ(file_name({.file = "a.b./c", .frame = 7}, "bin"), "a.b._c-7.bin");
  EXPECT_EQ(file_name({.file = "a.sixteen_letters_", .frame = 7}, "bin"), "a-7.sixteen_letters_");
  EXPECT_EQ(file_name({.file = "a.seventeen_letters", .frame = 7}, "bin"), "a.seventeen_letters-7.bin");
  EXPECT_EQ(file_name({.file = "../../x.", .frame = 7}, "bin"), "_.._.._x.-7.bin");
}

TEST(ObjectNames, KnowPictures) {
  const auto extension = [](std::string_view text) {
    return std::string(content_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).extension);
  };
  EXPECT_EQ(extension("\x89PNG\r\n\x1A\n rest"), "png");
  EXPECT_EQ(extension("RIFF1234WEBP"), "webp");
  EXPECT_EQ(extension("RIFF1234"), "bin");
  EXPECT_EQ(extension("RSRC"), "res");
  EXPECT_EQ(extension(""), "bin");
}

/// The first bytes that each format's own description gives, and the same without the last of them.
TEST(ObjectNames, KnowEachFormatByItsWholeSignature) {
  using namespace std::string_view_literals;
  const struct {
    std::string_view begin;
    std::string_view extension;
    std::string_view type;
  } rows[] = {
      {"\x89PNG\r\n\x1A\n"sv, "png", "image/png"},
      {"\xFF\xD8\xFF"sv, "jpg", "image/jpeg"},
      {"RIFF\x10\0\0\0WEBP"sv, "webp", "image/webp"},
      {"RIFF\x10\0\0\0WAVE"sv, "wav", "audio/wav"},
      {"OggS"sv, "ogg", "audio/ogg"},
      {"glTF"sv, "glb", "model/gltf-binary"},
      {"PK\x03\x04"sv, "zip", "application/zip"},
      {"\x1F\x8B"sv, "gz", "application/gzip"},
      {"GDPC"sv, "pck", "application/x-godot-pack"},
      {"GDSC"sv, "gdc", "application/x-godot-script"},
  };
  const auto content = [](std::string_view text) {
    return content_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  for (const auto& row : rows) {
    EXPECT_EQ(content(row.begin).extension, row.extension);
    EXPECT_EQ(content(row.begin).type, row.type);
    EXPECT_EQ(content(row.begin.substr(0, row.begin.size() - 1)).extension, "bin"sv) << row.extension;
    std::string later = " ";
    later += row.begin;
    EXPECT_EQ(content(later).extension, "bin"sv) << row.extension << " at another place";
  }
}

/// The first bytes of what Godot 4.6.3 wrote.
TEST(ObjectNames, KnowFilesOfGodot) {
  const auto extension = [](std::string_view text) {
    return std::string(content_of({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).extension);
  };
  using namespace std::string_view_literals;
  EXPECT_EQ(extension("RSRC\0\0\0\0"sv), "res");
  EXPECT_EQ(extension("RSCC\x02\0\0\0"sv), "res") << "ResourceSaver.FLAG_COMPRESS";
  EXPECT_EQ(extension("GCPF\0\0\0\0"sv), "gcpf") << "FastLZ";
  EXPECT_EQ(extension("GCPF\x02\0\0\0"sv), "gcpf") << "zstd";
  EXPECT_EQ(extension("GDEC\xA3\x4B\x5C\x53"sv), "gdec");
  EXPECT_EQ(extension("ECFG\x03\0\0\0"sv), "binary");
  EXPECT_EQ(extension("\x28\xB5\x2F\xFD"sv), "zst") << "PackedByteArray.compress()";
  // Nothing marks these: store_var(), FastLZ, deflate.
  EXPECT_EQ(extension("\x2C\0\0\0\x1B\0\0\0"sv), "bin");
  EXPECT_EQ(extension("\x05hello"sv), "bin");
  EXPECT_EQ(extension("\x78\x9C\xED"sv), "bin");
}

}  // namespace
}  // namespace godot::analysis::objects
