// SPDX-License-Identifier: MIT
// Linked by scripts/mutate, into a unit program whose sources it has rewritten. MUTATE_CHANGE: the number of the change
// to make. MUTATE_MARKS, MUTATE_COUNT: a file with a mark for each change, which children share. MUTATE_TESTS: where
// each test's name, milliseconds and changes are written; changes met outside of any test have the name *, impossible
// ones the name !.
#include "tests/unit/support/changes.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace changes {
int chosen = -1;
unsigned char* marks = nullptr;
}  // namespace changes

namespace {

std::size_t count = 0;

// Before any other initialiser: those of tables may be changed too.
__attribute__((constructor(101))) void begin() {
  count = std::strtoul(std::getenv("MUTATE_COUNT"), nullptr, 10);
  const int file = open(std::getenv("MUTATE_MARKS"), O_RDWR);
  void* mapped = mmap(nullptr, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) {
    std::abort();
  }
  changes::marks = static_cast<unsigned char*>(mapped);
  if (const char* change = std::getenv("MUTATE_CHANGE")) {
    changes::chosen = std::atoi(change);
  }
}

class Listener : public testing::EmptyTestEventListener {
 public:
  explicit Listener(const char* path) : file_(path) {}
  void OnTestProgramStart(const testing::UnitTest&) override {
    write("!", 0, changes::IMPOSSIBLE);
    write("*", 0, changes::MET);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    write(std::string(test.test_suite_name()) + "." + test.name(), test.result()->elapsed_time(), changes::MET);
  }
  void OnTestProgramEnd(const testing::UnitTest&) override { write("*", 0, changes::MET); }

 private:
  void write(const std::string& name, testing::TimeInMillis took, unsigned char bit) {
    file_ << name << ' ' << took;
    for (std::size_t id = 0; id != count; ++id) {
      if ((changes::marks[id] & bit) != 0) {
        file_ << ' ' << id;
        changes::marks[id] = 0;
      }
    }
    file_ << std::endl;
  }

  std::ofstream file_;
};

const bool is_listening = [] {
  const char* path = std::getenv("MUTATE_TESTS");
  if (path != nullptr) {
    testing::UnitTest::GetInstance()->listeners().Append(new Listener(path));
  }
  return path != nullptr;
}();

}  // namespace
