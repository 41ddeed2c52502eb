// SPDX-License-Identifier: MIT
// Recognition from single payloads and whole conversations: vectors, captures, and traffic of other programs.
#include "codec/variant/recognise.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/support/capture.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

using variant::candidates_of;
using variant::CandidateSet;
using variant::Generation;
using variant::Observation;
using variant::Recognition;

constexpr CandidateSet engines = 7;  // the first three candidates: single precision of each engine

std::uint32_t fingerprint(std::span<const std::uint8_t> bytes) {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 16777619;
  return hash;
}

/// A conversation in the plugin's form.
class Conversation {
 public:
  void add(const Buffer& payload) {
    ++payloads_;
    if (!variant::possible(payload)) {
      refuse();
      return;
    }
    const Observation seen = variant::observe(payload);
    if (seen.fits == 0) refuse();
    recognition_.add(seen, refusals_, fingerprint(payload.captured));
    if (recognition_.certain() && certain_after_ == 0) certain_after_ = payloads_;
    if (recognition_.certain() && recognition_.decided() && decided_after_ == 0) decided_after_ = payloads_;
  }
  void add(const std::string& hex) {
    const Bytes bytes = from_hex(hex);
    add(Buffer(bytes));
  }

  [[nodiscard]] bool certain() const { return recognition_.certain(); }
  [[nodiscard]] const Recognition& recognition() const { return recognition_; }
  [[nodiscard]] std::size_t payloads() const { return payloads_; }
  [[nodiscard]] std::size_t certain_after() const { return certain_after_; }  ///< payloads; 0 = never
  [[nodiscard]] std::size_t decided_after() const { return decided_after_; }
  [[nodiscard]] std::uint32_t refusals() const { return refusals_; }

 private:
  void refuse() {
    constexpr std::uint32_t most = 255;
    if (refusals_ != most) ++refusals_;
  }

  Recognition recognition_;
  std::uint32_t refusals_ = 0;
  std::size_t payloads_ = 0;
  std::size_t certain_after_ = 0;
  std::size_t decided_after_ = 0;
};

Observation observe(const std::string& hex) {
  const Bytes bytes = from_hex(hex);
  return variant::observe(Buffer(bytes));
}

// --- One payload --------------------------------------------------------------------------------------------------

struct Seen {
  const char* what;
  const char* hex;
  CandidateSet fits;  ///< of the engines
  bool proves;        ///< has evidence points
  bool numbers_only;
};
constexpr CandidateSet godot4 = 1;
constexpr CandidateSet godot3 = 2;
constexpr CandidateSet godot2 = 4;
constexpr Seen payloads[] = {
    {"four zeros", "00000000", engines, false, true},
    {"a small int", "02000000 07000000", engines, false, true},
    {"a bool", "01000000 01000000", engines, false, true},
    {"a bool of 2", "01000000 02000000", 0, false, true},
    {"a wide int", "02000100 00000000 01000000", godot4 | godot3, true, false},
    {"a wide int that needs no width", "02000100 01000000 00000000", 0, false, true},
    {"text", "04000000 05000000 68656c6c 6f000000", engines, true, false},
    {"text with garbage behind it", "04000000 05000000 68656c6c 6fffffff", godot2, true, false},
    {"a Godot 4 dictionary", "1b000000 01000000 04000000 01000000 61000000 02000000 01000000", godot4, true, false},
    {"a Godot 3 dictionary", "12000000 01000000 04000000 01000000 61000000 02000000 01000000", godot3, true, false},
    {"a Godot 2 dictionary", "14000000 01000000 04000000 01000000 61000000 02000000 01000000", godot2, true, false},
    {"reserved bits", "02000001 07000000", 0, false, true},
    {"something behind the value", "01000000 01000000 00000000", 0, false, true},
    {"half a value", "04000000 05000000 68656c6c", 0, false, true},
};

/// Roughly two points for each byte of a match that small integers and zeros would not produce; nothing for numbers
/// that no game uses.
TEST(Recognise, EvidenceOfEachForm) {
  const struct {
    const char* what;
    const char* hex;
    unsigned points;
  } rows[] = {
      {"a small int", "02000000 07000000", 0},
      {"an int of 8 bytes", "02000100 00000000 01000000", 4},
      {"text of one letter", "04000000 01000000 61000000", 2},
      {"text of 5 letters", "04000000 05000000 68656c6c 6f000000", 4},
      {"text of 12 letters", "04000000 0c000000 68656c6c 6f20776f 726c6421", 8},
      {"text of 16 letters, no more", "04000000 10000000 68656c6c 6f20776f 726c6421 21212121", 8},
      {"two plausible reals", "05000000 0000803f 00000040", 2},
      {"one plausible real, and a zero", "05000000 0000803f 00000000", 1},
      {"one plausible real, and one that is not", "05000000 0000803f ffff7f7f", 0},
      {"infinity", "05000000 0000803f 0000807f", 1},
      {"an empty Array", "1c000000 00000000", 0},
      {"an Array with Nil", "1c000000 01000000 00000000", 2},
      {"an Array with an int", "1c000000 01000000 02000000 07000000", 5},
      {"a typed Array with an int", "1c000100 02000000 01000000 02000000 07000000", 9},
      {"a Dictionary of a letter and an int", "1b000000 01000000 04000000 01000000 61000000 02000000 01000000", 10},
      {"a NodePath of one letter", "16000000 01000080 00000000 00000000 01000000 61000000", 6},
      {"a PackedInt32Array of one", "1e000000 01000000 07000000", 0},
      {"a PackedInt32Array of two", "1e000000 02000000 07000000 07000000", 2},
      {"an object's number", "18000100 05000000 00000080", 3},
  };
  for (const auto& row : rows) EXPECT_EQ(observe(row.hex).points, row.points) << row.what;
}

TEST(Recognise, OnePayload) {
  for (const Seen& row : payloads) {
    const Observation seen = observe(row.hex);
    EXPECT_EQ(seen.fits & engines, row.fits) << row.what;
    EXPECT_EQ(seen.points != 0, row.proves) << row.what << ' ' << seen.points;
    EXPECT_EQ(seen.numbers_only, row.numbers_only) << row.what;
    EXPECT_EQ(seen.fits & ~seen.readable, 0) << row.what;
  }
}

/// Struct is Redot's, and does not reduce the evidence of Godot 4's values.
TEST(Recognise, RedotIsGodot4WithMoreTypes) {
  const Bytes dictionary = from_hex("1b000000 01000000 04000000 01000000 61000000 02000000 01000000");
  const Bytes structure = from_hex(
      "27000000 05000000 506f696e 74000000 01000000 01000000 01000000 78000000 03000000 696e7400 01000000 00000000 "
      "00000000 02000000 00000000 02000000 03000000");
  const auto found = [](std::initializer_list<const Bytes*> payloads) {
    Recognition recognition;
    std::uint32_t fingerprint = 0;
    for (const Bytes* payload : payloads) recognition.add(variant::observe(Buffer(*payload)), 0, ++fingerprint);
    const bool sure = recognition.certain() && recognition.decided();
    return sure ? std::string(
                      variant::dialect(variant::candidates[variant::preferred(recognition.fitting())].generation).name)
                : "unsure";
  };
  EXPECT_EQ(found({&dictionary}), "godot4");
  EXPECT_EQ(found({&structure}), "redot");
  EXPECT_EQ(found({&dictionary, &structure}), "redot");
  EXPECT_EQ(found({&structure, &dictionary}), "redot");
  EXPECT_EQ(found({&dictionary, &structure, &dictionary}), "redot");
}

/// 4.0 to 4.6.2 leave arbitrary bytes in a NodePath's padding: they are as much evidence as zeros, wherever the path
/// stands.
TEST(Recognise, ResidueInNodePathsChangesNothing) {
  const std::string residues[] = {"000000", "cd017f", "616263"};
  const char* const texts[] = {
      "16000000 01000080 00000000 00000000 01000000 61R",                                      // alone
      "16000000 00000080 01000000 00000000 01000000 61R",                                      // a subname
      "1c000000 01000000 16000000 01000080 00000000 01000000 01000000 61R",                    // in an Array
      "1c000100 16000000 01000000 16000000 01000080 00000000 00000000 01000000 61R",           // typed
      "1b000000 01000000 16000000 01000080 00000000 00000000 01000000 61R 02000000 01000000",  // a key
      "1b000500 16000000 02000000 01000000 16000000 01000080 00000000 00000000 01000000 61R 02000000 "
      "07000000",  // typed
      "18000000 04000000 4e6f6465 01000000 04000000 70617468 16000000 01000080 00000000 00000000 01000000 "
      "61R",
  };
  for (const char* text : texts) {
    std::vector<variant::Observation> seen;
    for (const std::string& residue : residues) {
      std::string hex = text;
      hex.replace(hex.find('R'), 1, residue);
      const Bytes bytes = from_hex(hex);
      seen.push_back(variant::observe(Buffer(bytes)));
    }
    EXPECT_NE(seen[0].fits & candidates_of(Generation::godot4), 0) << text;
    for (const variant::Observation& other : seen) {
      EXPECT_EQ(other.fits, seen[0].fits) << text;
      EXPECT_EQ(other.points, seen[0].points) << text;
      EXPECT_EQ(other.numbers_only, seen[0].numbers_only) << text;
    }
  }
}

TEST(Recognise, PossibleCandidatesOfAPayload) {
  const auto possible = [](const std::string& hex, Offset more = 0) {
    const Bytes bytes = from_hex(hex);
    return variant::possible({bytes, static_cast<Offset>(bytes.size()) + more});
  };
  EXPECT_TRUE(possible("00000000"));
  EXPECT_TRUE(possible("26000000", 40));
  EXPECT_TRUE(possible("27000000 00000000"));   // of Redot
  EXPECT_FALSE(possible("c8000000"));           // no such type
  EXPECT_FALSE(possible("02010000 00000000"));  // bits that no version sets
  EXPECT_FALSE(possible("02000000 0000"));      // no whole words
  EXPECT_FALSE(possible("02000000", 3));
  EXPECT_FALSE(possible("020000"));
  EXPECT_FALSE(possible(""));
}

TEST(Recognise, OnlyCandidatesThatWereAskedFor) {
  const Bytes text = from_hex("04000000 05000000 68656c6c 6f000000");
  for (std::size_t i = 0; i < variant::candidates.size(); ++i) {
    const auto only = static_cast<CandidateSet>(1U << i);
    EXPECT_EQ(variant::observe(Buffer(text), only).fits, only);
  }
  EXPECT_EQ(variant::observe(Buffer(text), 0).fits, 0);
}

TEST(Recognise, ACutPayloadFitsIfItsLengthAllowsTheText) {
  const Bytes text = from_hex("04000000 28000000 68656c6c 6f20776f 726c6421");
  EXPECT_NE(variant::observe({text, 48}).fits, 0);
  EXPECT_EQ(variant::observe({text, 44}).fits, 0);  // the text is longer than the message
}

TEST(Recognise, WhatACandidateReads) {
  const auto reads = [](const Bytes& bytes, std::size_t reported) {
    return variant::reads_as({bytes, static_cast<Offset>(reported)},
                             variant::candidates[variant::preferred(candidates_of(Generation::godot4))], false);
  };
  const Bytes text = from_hex("04000000 04000000 61626364");
  EXPECT_TRUE(reads(text, text.size()));
  EXPECT_FALSE(reads(from_hex("04000000 04000000 61626364 00"), 13)) << "a byte more";
  EXPECT_FALSE(reads(from_hex("04000000 05000000 61626364"), 12)) << "longer than the payload";
  EXPECT_FALSE(reads(from_hex("f0000000 00000000"), 8)) << "no type";
  EXPECT_TRUE(reads(from_hex("04000000 28000000 68656c6c"), 48)) << "the capture has a part";
}

// --- Conversations ------------------------------------------------------------------------------------------------

TEST(Recognise, SmallIntsNeverProveAnything) {
  Conversation conversation;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    Bytes bytes;
    append(bytes, std::uint32_t{2});
    append(bytes, i);
    conversation.add(Buffer(bytes));
  }
  EXPECT_FALSE(conversation.certain());
}

TEST(Recognise, TheSamePayloadProvesNothingNew) {
  Conversation conversation;
  for (int i = 0; i < 100; ++i) conversation.add("04000000 01000000 61000000");
  EXPECT_FALSE(conversation.certain());
}

TEST(Recognise, StringsProveIt) {
  Conversation conversation;
  conversation.add("04000000 05000000 68656c6c 6f000000");
  conversation.add("04000000 05000000 776f726c 64000000");
  conversation.add("04000000 08000000 706c6179 65723a31");
  EXPECT_TRUE(conversation.certain());
  EXPECT_FALSE(conversation.recognition().decided());  // a string is the same in all generations
}

TEST(Recognise, ADictionaryProvesItAndItsDialect) {
  Conversation conversation;
  conversation.add(
      "1b000000 02000000 04000000 06000000 6865616c 74680000 02000000 50000000 04000000 04000000 7469636b 02000000 "
      "d8040000");
  EXPECT_TRUE(conversation.certain());
  EXPECT_TRUE(conversation.recognition().decided());
  EXPECT_EQ(conversation.recognition().fitting() & ~candidates_of(Generation::godot4), 0);
}

TEST(Recognise, RefusalsRaiseTheBar) {
  const std::string text = "04000000 05000000 68656c6c 6f000000";
  const std::string other = "04000000 05000000 776f726c 64000000";
  Conversation clean;
  Conversation noisy;
  for (int i = 0; i < 20; ++i) noisy.add("ffffffff");
  for (Conversation* conversation : {&clean, &noisy}) {
    conversation->add(text);
    conversation->add(other);
    conversation->add("04000000 08000000 706c6179 65723a31");
  }
  EXPECT_TRUE(clean.certain());
  EXPECT_FALSE(noisy.certain());
}

Observation evidence(std::uint16_t points, bool numbers_only = false, std::uint8_t type = 4) {
  return {.fits = godot4, .readable = godot4, .points = points, .numbers_only = numbers_only, .type = type};
}

/// A proof has 8 points; each payload that was no Variant asks for 6 more.
TEST(Recognise, EachRefusalAsksForAsMuch) {
  for (const std::uint32_t refusals : {0U, 1U, 10U}) {
    const auto needed = static_cast<std::uint16_t>(8 + 6 * refusals);
    Recognition less;
    less.add(evidence(static_cast<std::uint16_t>(needed - 1)), refusals, 1);
    EXPECT_FALSE(less.certain()) << refusals;
    less.add(evidence(1), refusals, 2);
    EXPECT_TRUE(less.certain()) << refusals;
    EXPECT_FALSE(less.is_outweighed(needed / 6)) << refusals;
    EXPECT_TRUE(less.is_outweighed(needed / 6 + 1)) << refusals;
  }
}

/// Numbers alone may be a program's own: 14 points of three types, and 20 more for each refusal.
TEST(Recognise, NumbersNeedThreeTypes) {
  for (const std::uint32_t refusals : {0U, 2U}) {
    const auto needed = static_cast<std::uint16_t>(14 + 20 * refusals);
    Recognition numbers;
    numbers.add(evidence(needed, true, 5), refusals, 1);
    numbers.add(evidence(1, true, 9), refusals, 2);
    EXPECT_FALSE(numbers.certain()) << "two types";
    numbers.add(evidence(1, true, 2), refusals, 3);
    EXPECT_TRUE(numbers.certain());
    Recognition few;
    for (const std::uint8_t type : {5, 9, 2})
      few.add(evidence(type == 5 ? static_cast<std::uint16_t>(needed - 3) : std::uint16_t{1}, true, type), refusals,
              type);
    EXPECT_FALSE(few.certain()) << "a point less";
    EXPECT_FALSE(few.is_outweighed((needed - 1) / 20));
    EXPECT_TRUE(few.is_outweighed((needed - 1) / 20 + 1));
  }
}

/// After 500 points for one generation, a value that it reads is not judged again; others are.
TEST(Recognise, MuchEvidenceNeedsNoMore) {
  const Bytes text = from_hex("04000000 05000000 68656c6c 6f000000");
  const Bytes of_godot2 = from_hex("14000000 01000000 04000000 01000000 61000000 02000000 01000000");
  const Bytes none = from_hex("04000000 28000000 68656c6c 6f000000");
  for (const std::uint16_t points : {499, 500}) {
    Recognition recognition;
    recognition.add(evidence(points), 0, 1);
    const Observation seen = recognition.observe_further(Buffer(text), {});
    EXPECT_EQ(seen.points, points == 500 ? 0 : 4);
    EXPECT_EQ(seen.fits, points == 500 ? 0 : godot4) << "of the generation that is left alone";
    EXPECT_EQ(seen.readable, godot4);
    EXPECT_EQ(recognition.observe_further(Buffer(of_godot2), {}).fits, godot2)
        << "what contradicts is judged in all ways";
    EXPECT_EQ(recognition.observe_further(Buffer(none), {}).readable, 0);
  }
  Recognition open;
  EXPECT_EQ(open.observe_further(Buffer(text), {}).fits & engines, engines) << "nothing is known yet";
}

/// What only a document has needs 30 points more than what an engine writes.
TEST(Recognise, DocumentsNeedMore) {
  Observation seen = evidence(37);
  seen.fits = seen.readable = candidates_of(Generation::redot_docs);
  Recognition documented;
  documented.add(seen, 0, 1);
  EXPECT_FALSE(documented.certain());
  seen.points = 1;
  documented.add(seen, 0, 2);
  EXPECT_TRUE(documented.certain());
}

/// Text is refuted by 6 points each, numbers by 20; each value in between takes 6 back.
TEST(Recognise, RefutationsAreCountedAgainstTheEvidence) {
  const auto refuted_after = [](bool numbers_only, int values_between) {
    Recognition recognition;
    std::uint32_t fingerprint = 0;
    for (const std::uint8_t type : {5, 9, 2}) recognition.add(evidence(20, numbers_only, type), 0, ++fingerprint);
    int count = 0;
    while (recognition.certain() && count != 1000) {
      recognition.refute();
      ++count;
      for (int i = 0; i != values_between; ++i) recognition.add(evidence(0, numbers_only), 0, ++fingerprint);
    }
    return count;
  };
  EXPECT_EQ(refuted_after(false, 0), 11) << "66 points are more than 60";
  EXPECT_EQ(refuted_after(true, 0), 4) << "80 points are more than 60";
  EXPECT_EQ(refuted_after(true, 1), 4) << "20, 34, 48, 62";
  EXPECT_EQ(refuted_after(false, 1), 1000) << "never";
}

TEST(Recognise, ALastResortStaysOpenUntilAValueContradictsIt) {
  Conversation conversation;
  conversation.add("13000000 01000000 04000000 08000000 706c6179 65723a31");  // an Array of Godot 3 and of Redot's page
  EXPECT_TRUE(conversation.certain());
  EXPECT_EQ(conversation.recognition().fitting() & ~candidates_of(Generation::godot3), 0);
  EXPECT_NE(conversation.recognition().open() & candidates_of(Generation::redot_docs), 0);
  conversation.add("16000000 02000000 0100000000000000 0200000000000000");  // PackedInt64Array of the page alone
  EXPECT_EQ(conversation.recognition().fitting() & ~candidates_of(Generation::redot_docs), 0);
}

TEST(Recognise, AnEnginesArrayRulesOutTheDocument) {
  Conversation conversation;
  conversation.add("13000000 01000000 04000000 08000000 706c6179 65723a31");
  conversation.add("17000000 01000000 06000000 68656c6c 6f000000");  // PoolStringArray; float32s in the document
  EXPECT_EQ(conversation.recognition().open() & ~candidates_of(Generation::godot3), 0);
}

TEST(Recognise, TheMajorityDecides) {
  const auto dictionary = [](const char* id, char name) {
    return std::string(id) + "000000 01000000 04000000 08000000 706c6179 6572" + to_hex(std::string("_") + name) +
           "02000000 50000000";
  };
  Conversation conversation;
  for (char name = 'a'; name <= 'j'; ++name) conversation.add(dictionary("1b", name));
  const CandidateSet before = conversation.recognition().fitting();
  for (char name = 'a'; name <= 'j'; ++name) {
    conversation.add(dictionary("14", name));  // Godot 2's
    EXPECT_EQ(conversation.recognition().fitting(), before) << "as many are no majority";
  }
  conversation.add(dictionary("14", 'k'));
  EXPECT_EQ(conversation.recognition().fitting() & ~candidates_of(Generation::godot2), 0);
}

/// A program's own numbers that looked like Variants: those that look so and are none outweigh them.
TEST(Recognise, WhatIsNoVariantOutweighsNumbersThatLookLikeOne) {
  Recognition recognition;
  std::uint32_t fingerprint = 0;
  for (const char* hex :
       {"05000000 0000803f 00000040", "09000000 0000803f 00000040 0000803f", "02000100 00000000 01000000"})
    recognition.add(observe(hex), 0, ++fingerprint);
  for (int i = 0; i != 8; ++i) recognition.add(observe("04000000 05000000 68656c6c 6f000000"), 0, ++fingerprint);
  ASSERT_TRUE(recognition.certain());
  int refuted = 0;
  for (; recognition.certain() && refuted != 100; ++refuted) recognition.refute();
  EXPECT_GT(refuted, 5);
  EXPECT_LT(refuted, 20);
  EXPECT_TRUE(recognition.withdrawn());
  recognition.add(observe("04000000 05000000 68656c6c 6f000000"), 0, ++fingerprint);
  EXPECT_FALSE(recognition.certain()) << "it stays withdrawn";
  recognition.accept();
  recognition.refute();
  EXPECT_TRUE(recognition.certain()) << "the user's choice stays";
}

TEST(Recognise, DocumentedFormsOnlyWhereAskedFor) {
  // [42, "end"] with an int of 8 bytes and no flag, as the pages of Godot 3.0 and 3.1 have it.
  const Bytes bytes = from_hex("13000000 02000000 02000000 2a00000000000000 04000000 03000000 656e6400");
  EXPECT_EQ(variant::observe(Buffer(bytes)).fits, 0);
  const Observation seen = variant::observe(Buffer(bytes), {variant::all_candidates, true});
  EXPECT_EQ(seen.fits & engines, godot3);
}

TEST(Recognise, SetsOfCandidates) {
  EXPECT_EQ(candidates_of(Generation::godot4), godot4);
  EXPECT_EQ(candidates_of(Generation::godot3) & engines, godot3);
  EXPECT_EQ(candidates_of(variant::Precision::single_) | candidates_of(variant::Precision::double_),
            variant::all_candidates);
  EXPECT_EQ(variant::preferred(godot3 | godot2), 1U);
  for (const variant::Candidate& each : variant::candidates) {
    for (const auto precision : {variant::Precision::single_, variant::Precision::double_})
      EXPECT_NE(candidates_of(each.generation) & candidates_of(precision), 0)
          << "whatever a user asks for, one is left";
  }
  Recognition recognition;
  EXPECT_FALSE(recognition.certain());
  EXPECT_FALSE(recognition.decided());
  recognition.accept();
  EXPECT_TRUE(recognition.certain());
}

// --- Captures -----------------------------------------------------------------------------------------------------

std::map<std::string, Conversation> conversations_in(const std::filesystem::path& path, std::size_t& skipped) {
  std::map<std::string, Conversation> flows;
  const Capture capture = read_capture(path);
  skipped += capture.skipped;
  for (const Datagram& datagram : capture.datagrams) flows[datagram.flow].add({datagram.payload, datagram.reported});
  return flows;
}

TEST(Recognise, NoiseIsNeverVariants) {
  std::size_t flows = 0;
  std::size_t payloads = 0;
  std::size_t skipped = 0;
  for (const auto& path : files_below(captures() / "noise", ".pcap")) {
    for (const auto& [flow, conversation] : conversations_in(path, skipped)) {
      ++flows;
      payloads += conversation.payloads();
      EXPECT_FALSE(conversation.certain())
          << path.filename() << ' ' << flow << " is taken for Variants after " << conversation.certain_after() << " of "
          << conversation.payloads() << " payloads, " << conversation.refusals() << " refusals";
    }
  }
  std::printf("%zu UDP flows with %zu payloads; %zu packets that are not UDP were skipped\n", flows, payloads, skipped);
  EXPECT_GT(flows, 0U);
}

/// Every UDP capture of Variants that is long enough for recognition.
TEST(Recognise, EnginesAreRecognised) {
  std::size_t skipped = 0;
  std::size_t certain = 0;
  std::printf("%-48s %8s %8s %8s\n", "capture", "payloads", "certain", "decided");
  for (const auto& path : files_below(captures(), ".truth.jsonl")) {
    const std::string directory = path.parent_path().filename().string();
    auto pcap = path;
    pcap.replace_extension().replace_extension(".pcap");
    if (!std::filesystem::exists(pcap) || directory == "noise") continue;
    for (const auto& [flow, conversation] : conversations_in(pcap, skipped)) {
      const std::string name = std::filesystem::relative(pcap, captures()).string();
      std::printf("%-48s %8zu %8zu %8zu\n", name.c_str(), conversation.payloads(), conversation.certain_after(),
                  conversation.decided_after());
      const bool expected = directory.starts_with("godot-") && name.find("udp") != std::string::npos;
      EXPECT_TRUE(conversation.certain() || !expected) << name << ' ' << flow;
      certain += conversation.certain() ? 1 : 0;
    }
  }
  EXPECT_GT(certain, 0U);
}

}  // namespace
}  // namespace godot::test
