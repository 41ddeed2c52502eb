// SPDX-License-Identifier: MIT
// The frames of one or several capture files, merged in time, as often as they are asked for. Standard input is kept in
// memory, because it cannot be read twice, unless it is read once alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "capture/file/capture_reader.h"
#include "capture/packed/unpack.h"

namespace godot::analyse {

/// What is done until standard input has more: it is called before each wait, and says how many milliseconds that may
/// last at most.
using OnWait = std::function<unsigned(unsigned most)>;

/// One capture file from its begin.
class FileReader {
 public:
  /// `name`: "-" is standard input, whose bytes `kept` gets; a second FileReader of it reads `kept`. Null: they are not
  /// kept.
  FileReader(std::string name, std::vector<std::uint8_t>* kept, const OnWait& on_wait);
  ~FileReader();
  FileReader(const FileReader&) = delete;
  FileReader& operator=(const FileReader&) = delete;

  /// Reads the next frame into frame(); false: the file has ended, or error().
  bool next();
  [[nodiscard]] const capture::Frame& frame() const noexcept { return frame_; }
  /// The same, with its number among the frames of all files.
  [[nodiscard]] const capture::Frame& numbered(std::uint32_t number) noexcept {
    frame_.number = number;
    return frame_;
  }
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  /// Bytes of the file so far.
  [[nodiscard]] std::uint64_t read() const noexcept { return read_; }

 private:
  bool feed();
  bool feed_as_it_is();
  [[nodiscard]] std::size_t read_into(std::span<std::uint8_t> room);
  [[nodiscard]] std::span<const std::uint8_t> piece_of_input();
  [[nodiscard]] bool unpack(std::span<const std::uint8_t> piece);
  bool fail(const std::string& why);

  std::string name_;
  std::vector<std::uint8_t>* kept_;
  const OnWait& on_wait_;
  std::FILE* stream_ = nullptr;
  bool is_kept_ = false;
  std::size_t at_ = 0;               ///< the next byte of `kept_`
  std::vector<std::uint8_t> first_;  ///< bytes that are too few to tell the packing
  bool knows_packing_ = false;
  std::unique_ptr<capture::Unpacker> unpacker_;  ///< null: the file is not packed
  capture::Reader file_;
  capture::Frame frame_;
  std::string error_;
  std::vector<std::uint8_t> raw_;
  std::uint64_t read_ = 0;
  bool has_ended_ = false;
};

/// All files at once.
class Source {
 public:
  /// `once`: begin() is called once, so standard input is not kept.
  explicit Source(std::vector<std::string> names, bool once = false) : names_(std::move(names)), once_(once) {}

  /// For standard input that is read once; before begin().
  void on_wait(OnWait call) { on_wait_ = std::move(call); }

  /// Begins at the first frame: before each pass.
  void begin();
  /// The next frame in time, numbered through; null: there is none, or error().
  [[nodiscard]] const capture::Frame* next();
  [[nodiscard]] const std::string& error() const noexcept { return error_; }

  /// Bytes of all files, as far as they are known; and those that were read since begin().
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::uint64_t read() const;
  [[nodiscard]] std::uint32_t frames() const noexcept { return number_; }

 private:
  std::vector<std::string> names_;
  bool once_;
  OnWait on_wait_;
  std::uint64_t read_by_ended_ = 0;
  std::vector<std::uint8_t> kept_;
  std::vector<std::unique_ptr<FileReader>> readers_;  ///< those that have a frame
  FileReader* last_ = nullptr;
  std::uint32_t number_ = 0;
  std::string error_;
};

}  // namespace godot::analyse
