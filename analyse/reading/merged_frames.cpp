// SPDX-License-Identifier: MIT
#include "analyse/reading/merged_frames.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyse/output/terminal.h"
#include "base/open_file.h"
#include "codec/tool/console.h"

namespace godot::analyse {
namespace {

constexpr std::size_t piece_size = std::size_t{256} << 10;

class FileSink final : public capture::UnpackedSink {
 public:
  explicit FileSink(capture::Reader& file) noexcept : file_(file) {}
  void write(std::span<const std::uint8_t> bytes) override { file_.feed(bytes); }

 private:
  capture::Reader& file_;
};

}  // namespace

FileReader::FileReader(std::string name, std::vector<std::uint8_t>* kept, const OnWait& on_wait)
    : name_(std::move(name)), kept_(kept), on_wait_(on_wait), raw_(piece_size) {
  if (name_ == "-") {
    is_kept_ = kept_ != nullptr && !kept_->empty();
    stream_ = is_kept_ ? nullptr : stdin;
    return;
  }
  stream_ = tool::open_file(name_, "rb");
  if (stream_ == nullptr) fail(std::strerror(errno));
}

FileReader::~FileReader() {
  if (stream_ != nullptr && stream_ != stdin) std::fclose(stream_);
}

bool FileReader::fail(const std::string& why) {
  if (error_.empty()) error_ = name_ + ": " + why;
  return false;
}

/// What standard input has by now, at least a byte; empty: it has ended, or error().
std::span<const std::uint8_t> FileReader::piece_of_input() {
  constexpr unsigned longest = 1000;  // milliseconds between two calls of on_wait_
  while (on_wait_ && !wait_for_input(on_wait_(longest))) {
  }
  bool failed = false;
  const std::span piece = std::span(raw_).first(read_input(raw_, failed));
  if (failed) fail(std::strerror(errno));
  if (kept_ != nullptr) kept_->insert(kept_->end(), piece.begin(), piece.end());
  return piece;
}

/// What is read of the file into `room`, at least a byte; 0: it has ended, or error().
std::size_t FileReader::read_into(std::span<std::uint8_t> room) {
  const std::size_t size = std::fread(room.data(), 1, room.size(), stream_);
  if (size == 0 && std::ferror(stream_) != 0) fail(std::strerror(errno));
  return size;
}

/// A file that is not packed is read to where its frames are.
bool FileReader::feed_as_it_is() {
  const std::size_t size = read_into(file_.room(piece_size));
  if (!error_.empty()) return false;
  file_.fed(size);
  has_ended_ = size == 0;
  read_ += size;
  return !has_ended_;
}

/// Feeds the file with more bytes; false: there are none.
bool FileReader::feed() {
  if (knows_packing_ && unpacker_ == nullptr && stream_ != nullptr && stream_ != stdin) return feed_as_it_is();
  std::span<const std::uint8_t> piece;
  if (is_kept_) {
    piece = std::span(*kept_).subspan(at_, std::min(piece_size, kept_->size() - at_));
    at_ += piece.size();
  } else if (stream_ == stdin) {
    piece = piece_of_input();
  } else {
    piece = std::span(raw_).first(read_into(raw_));
  }
  if (!error_.empty()) return false;
  has_ended_ = piece.empty();
  read_ += piece.size();
  return unpack(piece) && !has_ended_;
}

/// Feeds the file with what the piece is when it is unpacked.
bool FileReader::unpack(std::span<const std::uint8_t> piece) {
  constexpr std::size_t needed = 4;
  if (!knows_packing_) {
    first_.insert(first_.end(), piece.begin(), piece.end());
    if (first_.size() < needed && !has_ended_) return true;
    knows_packing_ = true;
    const capture::Packing packing = capture::packing_of(first_);
    if (packing != capture::Packing::none) {
      unpacker_ = capture::make_unpacker(packing);
      if (unpacker_ == nullptr) return fail("it is packed in a way that this program was built without");
    }
    piece = first_;
  }
  FileSink sink(file_);
  if (unpacker_ == nullptr) sink.write(piece);
  else if (!unpacker_->feed(piece, sink)) return fail("its packed data is damaged");
  return true;
}

bool FileReader::next() {
  if (!error_.empty()) return false;
  while (!file_.next(frame_)) {
    if (file_.fault()) return fail(file_.fault().text);
    if (has_ended_ || !feed()) {
      file_.finish();
      return file_.fault() && fail(file_.fault().text);
    }
  }
  return true;
}

void Source::begin() {
  readers_.clear();
  error_.clear();
  number_ = 0;
  last_ = nullptr;
  read_by_ended_ = 0;
  for (const std::string& name : names_) {
    auto reader = std::make_unique<FileReader>(name, once_ ? nullptr : &kept_, on_wait_);
    const bool has_frame = reader->next();
    if (!reader->error().empty() && error_.empty()) error_ = reader->error();
    if (has_frame) readers_.push_back(std::move(reader));
  }
}

std::uint64_t Source::size() const {
  std::uint64_t sum = 0;
  for (const std::string& name : names_) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(analysis::path_of(name), error);
    if (!error) sum += size;
  }
  return sum;
}

std::uint64_t Source::read() const {
  std::uint64_t sum = read_by_ended_;
  for (const auto& each : readers_) sum += each->read();
  return sum;
}

const capture::Frame* Source::next() {
  if (last_ != nullptr && !last_->next()) {
    // The packets before the damage count.
    if (!last_->error().empty() && error_.empty()) error_ = last_->error();
    read_by_ended_ += last_->read();
    std::erase_if(readers_, [this](const auto& each) { return each.get() == last_; });
  }
  last_ = nullptr;
  const auto earliest = std::min_element(readers_.begin(), readers_.end(), [](const auto& one, const auto& other) {
    return one->frame().time < other->frame().time;
  });
  if (earliest == readers_.end()) return nullptr;
  last_ = earliest->get();
  return &last_->numbered(++number_);
}

}  // namespace godot::analyse
