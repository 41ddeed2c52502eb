// SPDX-License-Identifier: MIT
// Units of both forms, written from the engine's sources; the errors of malformed ones; every unit cut at every byte
// and with every bit flipped.
#include "codec/files/walk.h"

#include <gtest/gtest.h>

#include "codec/files/fields.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {
namespace {

using files::Extent;
using files::Form;
using files::Side;
using files::State;
using files::Unit;

struct Row {
  Unit unit;
  std::string hex;
};

const Row rows[] = {
    {Unit::password, "03000000 616263"},
    {Unit::password, "00000000"},
    {Unit::status, "00000000"},
    {Unit::request, "05000000 00000000 07000000 7265733a2f2f61"},
    {Unit::request, "05000000 01000000 0000010000000000 00000100"},
    {Unit::request, "05000000 02000000"},
    {Unit::request, "05000000 03000000 07000000 7265733a2f2f61"},
    {Unit::answer, "05000000 00000000 00000000 0400000000000000"},
    {Unit::answer, "05000000 00000000 07000000"},
    {Unit::answer, "05000000 01000000 0000010000000000 02000000 aabb"},
    {Unit::answer, "05000000 02000000 01000000"},
    {Unit::answer, "05000000 03000000 80cc025f00000000"},
    {Unit::hello, "47524653 01000000 6162" + std::string(60, '0') + " 02000000"},
    {Unit::tag, "05000000 6c696e7578"},
    {Unit::list, "00000000"},
    {Unit::list, "09000000 02000000 28b5"},
    {Unit::count, "02000000"},
    {Unit::entry, "01000000 61 80cc025f00000000"},
    {Unit::file, "0200000000000000 aabb"},
    {Unit::end, "47454e44"},
};

State at(Unit unit) { return {.next = unit, .left = 2, .files = 2}; }

struct Reading {
  ExactCopy copy;
  Recorder recorder;
  files::Result result;

  Reading(std::span<const std::uint8_t> bytes, const State& state, Offset reported = 0)
      : copy(bytes, std::max(static_cast<Offset>(bytes.size()), reported)),
        recorder(static_cast<Offset>(bytes.size())),
        result(files::walk(copy.buffer(), state, recorder)) {}
};

TEST(FilesWalk, WholeUnits) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.hex);
    const Bytes bytes = from_hex(row.hex);
    const Reading reading(bytes, at(row.unit));
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_FALSE(reading.result.problem);
    EXPECT_EQ(reading.result.consumed, bytes.size());
    const Extent extent = files::extent(at(row.unit), Buffer(bytes));
    EXPECT_EQ(extent.status, Extent::Status::whole);
    EXPECT_EQ(extent.size, bytes.size());
  }
}

TEST(FilesWalk, Facts) {
  const auto facts = [](const Row& row) { return files::validate(Buffer(from_hex(row.hex)), at(row.unit)).facts; };
  EXPECT_EQ(facts(rows[4]).offset, 65536U);
  EXPECT_EQ(facts(rows[4]).length, 65536U);
  EXPECT_EQ(facts(rows[7]).size, 4U);
  EXPECT_EQ(facts(rows[8]).status, 7U);
  EXPECT_EQ(facts(rows[9]).data_begin, 20U);
  EXPECT_EQ(facts(rows[9]).data_length, 2U);
  EXPECT_EQ(facts(rows[11]).modified, 0x5F02CC80U);
  EXPECT_EQ(facts(rows[18]).data_length, 2U);
}

/// The sequence of units.
TEST(FilesWalk, Order) {
  const auto after = [](State state, const char* hex) { return files::validate(Buffer(from_hex(hex)), state).after; };
  const State game = files::first_state(Form::on_demand, Side::game);
  EXPECT_EQ(after(game, "00000000").next, Unit::request);
  EXPECT_EQ(after(files::first_state(Form::on_demand, Side::editor), "00000000").next, Unit::answer);

  State state = after(files::first_state(Form::synchronized, Side::game), rows[12].hex.c_str());
  EXPECT_EQ(state.next, Unit::tag);
  state = after(after(state, "01000000 61"), "01000000 62");
  EXPECT_EQ(state.next, Unit::list);
  EXPECT_EQ(after(state, "00000000").next, Unit::none);

  state = after(files::first_state(Form::synchronized, Side::editor), "03000000");
  EXPECT_EQ(state.next, Unit::entry);
  state = after(state, "01000000 61 0100000000000000");
  state = after(state, "01000000 62 0000000000000000");  // the file is gone: it is not sent
  state = after(state, "01000000 63 0200000000000000");
  EXPECT_EQ(state.next, Unit::file);
  EXPECT_EQ(state.entries, 2U);
  state = after(after(state, "0000000000000000"), "0100000000000000 00");
  EXPECT_EQ(state.next, Unit::end);
  EXPECT_EQ(state.sent, 2U);
  EXPECT_EQ(after(state, "47454e44").next, Unit::none);
  EXPECT_EQ(after(files::first_state(Form::synchronized, Side::editor), "00000000").next, Unit::end);
}

TEST(FilesWalk, Beginnings) {
  const auto begun = [](const char* hex) { return files::begun(from_hex(hex)); };
  EXPECT_EQ(begun("47524653").form, Form::synchronized);
  EXPECT_EQ(begun("00000000").form, Form::on_demand);
  EXPECT_EQ(begun("00020000").form, Form::on_demand);
  EXPECT_EQ(begun("01020000").form, Form::unknown);
  EXPECT_EQ(begun("6c000b00").form, Form::unknown);  // X11
  EXPECT_TRUE(begun("475246").needs_more);
  EXPECT_FALSE(begun("6c000b00").needs_more);
}

TEST(FilesWalk, Malformed) {
  const Row malformed[] = {
      {Unit::none, "00"},
      {Unit::password, "01020000"},
      {Unit::password, "04000000 00000000"},  // a request, whose beginning is missing
      {Unit::status, "31000000"},
      {Unit::request, "05000000 05000000"},
      {Unit::request, "05000000 01000000 0000000000000000 01000001"},
      {Unit::request, "05000000 00000000 01000100"},
      {Unit::answer, "05000000 04000000"},
      {Unit::answer, "05000000 01000000 0000000000000000 01000001"},
      {Unit::hello, "47524654"},
      {Unit::file, "0100001000000000"},
      {Unit::end, "47454e45"},
  };
  for (const Row& row : malformed) {
    SCOPED_TRACE(row.hex);
    const Bytes bytes = from_hex(row.hex);
    const Reading reading(bytes, at(row.unit));
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.problem.code, Problem::Code::out_of_range);
    EXPECT_EQ(reading.recorder.the_problem(), reading.result.problem) << "it is shown";
    EXPECT_EQ(files::extent(at(row.unit), Buffer(bytes)).status, Extent::Status::bad);
  }
}

/// The engine's limits, and those of this reader: the largest number, and one more.
TEST(FilesWalk, Limits) {
  const std::string hello = "47524653 01000000 " + std::string(64, '0');
  const struct {
    Unit unit;
    std::string largest, more;
  } limits[] = {
      {Unit::password, "00020000", "01020000"},
      {Unit::status, "30000000", "31000000"},
      {Unit::request, "05000000 04000000 00000100", "05000000 04000000 01000100"},
      {Unit::request, "05000000 01000000 0000000000000000 00000001", "05000000 01000000 0000000000000000 01000001"},
      {Unit::answer, "05000000 03000000 0000000000000000", "05000000 04000000 0000000000000000"},
      {Unit::hello, hello + "00040000", hello + "01040000"},
      {Unit::tag, "00000100", "01000100"},
      {Unit::list, "01000000 00004006", "01000000 01004006"},
      {Unit::count, "00001000", "01001000"},
      {Unit::entry, "00000100", "01000100"},
      {Unit::file, "0000001000000000", "0100001000000000"},
  };
  for (const auto& limit : limits) {
    const auto is_bad = [&](const std::string& hex) {
      const files::Result result = files::validate(Buffer(from_hex(hex)), at(limit.unit));
      return result.problem.code == Problem::Code::out_of_range;
    };
    EXPECT_FALSE(is_bad(limit.largest)) << limit.largest;
    EXPECT_TRUE(is_bad(limit.more)) << limit.more;
  }
}

/// A password has 32 bytes, of which those from the first zero on are none of it.
TEST(FilesWalk, PasswordsOfHello) {
  const auto password = [](const std::string& padded) {
    const Bytes bytes = from_hex("47524653 01000000 " + padded + " 00000000");
    const Reading reading(bytes, at(Unit::hello));
    EXPECT_EQ(reading.recorder.fault(), "");
    EXPECT_EQ(reading.result.consumed, bytes.size());
    EXPECT_EQ(reading.result.after.next, Unit::list) << "it has no tags";
    for (const Recorder::Leaf& leaf : reading.recorder.leaves())
      if (leaf.field == field::files_password) return leaf.value;
    return std::string("none");
  };
  EXPECT_EQ(password(std::string(64, '0')), "");
  EXPECT_EQ(password("6162 00 6364" + std::string(54, '0')), "ab");
  EXPECT_EQ(password("61" + std::string(58, '6') + "62 00"), "a" + std::string(29, 'f') + "b");
  std::string all;
  for (int i = 0; i != 32; ++i) all += "78";
  EXPECT_EQ(password(all), std::string(32, 'x'));
}

/// What the fields of an answer say, and where its data are.
TEST(FilesWalk, Fields) {
  const auto fields = [](Unit unit, const char* hex) { return Reading(from_hex(hex), at(unit)).recorder.leaf_text(); };
  EXPECT_EQ(fields(Unit::answer, "05000000 02000000 01000000"),
            "godot.files.id=5; godot.files.response=2; godot.files.exists=1");
  EXPECT_EQ(fields(Unit::request, "05000000 01000000 0000010000000000 02000000"),
            "godot.files.id=5; godot.files.command=1; godot.files.offset=65536; godot.files.length=2");
  const Reading data(from_hex("05000000 01000000 0000010000000000 02000000 aabb"), at(Unit::answer));
  EXPECT_TRUE(data.result.facts.has_data);
  EXPECT_EQ(data.recorder.leaves().back().begin, 20U);
  EXPECT_EQ(data.recorder.leaves().back().length, 2U);
  EXPECT_EQ(data.recorder.leaves().back().value, "aabb");
  const Reading failed(from_hex("05000000 00000000 07000000"), at(Unit::answer));
  EXPECT_EQ(failed.recorder.notes(), 1U) << "File not found";
  EXPECT_EQ(Reading(from_hex("00000000"), at(Unit::status)).recorder.notes(), 0U);
}

TEST(FilesWalk, CutAnywhere) {
  for (const Row& row : rows) {
    const Bytes whole = from_hex(row.hex);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const std::span<const std::uint8_t> part(whole.data(), size);
      const Reading cut(part, at(row.unit), static_cast<Offset>(whole.size()));
      EXPECT_EQ(cut.recorder.fault(), "");
      EXPECT_EQ(cut.result.problem.code, Problem::Code::cut) << row.hex << " at " << size;
      EXPECT_EQ(cut.recorder.the_problem(), cut.result.problem) << row.hex << " at " << size;
      const Extent extent = files::extent(at(row.unit), Buffer(part));
      EXPECT_EQ(extent.status, Extent::Status::more) << row.hex << " at " << size;
      EXPECT_GT(extent.size, size) << row.hex;
      EXPECT_LE(extent.size, whole.size()) << row.hex;
    }
  }
}

TEST(FilesWalk, AnyBitFlipped) {
  for (const Row& row : rows) {
    Bytes bytes = from_hex(row.hex);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
      const Reading reading(bytes, at(row.unit));
      EXPECT_EQ(reading.recorder.fault(), "") << row.hex << " bit " << bit;
      EXPECT_LE(reading.result.consumed, bytes.size());
      bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ (1U << bit % 8));
    }
  }
}

}  // namespace
}  // namespace godot::test
