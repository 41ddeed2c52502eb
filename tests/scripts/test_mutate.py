#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""scripts/mutate, of a library with two sources: which changes a test notices, and which none does."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("GODOT_SOURCE", Path(__file__).resolve().parents[2]))
SCRIPT = ("scripts/mutate", "tests/common/switches.py", "tests/unit/support/changes.h", "tests/unit/support/changes.cpp")
FILES = {
    "CMakeLists.txt": """
cmake_minimum_required(VERSION 3.25)
project(trial CXX)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(GTest REQUIRED)
add_library(godot-base STATIC base/judge.cpp base/limit.cpp)
set_target_properties(godot-base PROPERTIES UNITY_BUILD ON)
target_include_directories(godot-base PUBLIC ${PROJECT_SOURCE_DIR})
add_executable(unit-base tests/base_test.cpp)
target_link_libraries(unit-base godot-base GTest::gtest_main)
""",
    "base/judge.h": """
#include <string>
bool any_of(bool a, bool b, bool c);
bool all_of(bool a, bool b, bool c);
bool is_within(int value);
std::string joined(const std::string& a, const std::string& b);
int not_tested(int value);
""",
    "base/judge.cpp": """#include "base/judge.h"
bool any_of(bool a, bool b, bool c) {
  return a || b || c;
}
bool all_of(bool a, bool b, bool c) {
  return a && b && c;
}
std::string joined(const std::string& a, const std::string& b) {
  return a + b;
}
int not_tested(int value) {
  return value + 1;
}
""",
    "base/limit.cpp": """#include "base/judge.h"
constexpr int LIMIT = 5;
bool is_within(int value) {
  if (value < 0) {
    return false;
  }
  static const int doubled = 2 * LIMIT;
  return value < doubled;
}
""",
    "tests/base_test.cpp": """#include <gtest/gtest.h>
#include "base/judge.h"
TEST(Judge, AnyOf) { EXPECT_TRUE(any_of(true, false, false)); }
TEST(Judge, AllOf) { EXPECT_FALSE(all_of(true, false, false)); }
TEST(Judge, Joined) { EXPECT_EQ(joined("a", "b"), "ab"); }
TEST(Limit, Within) { EXPECT_TRUE(is_within(9)); }
TEST(Limit, Border) { EXPECT_FALSE(is_within(10)); }
""",
}
# && binds closer than ||: a || b && c is still true, and a || b && c of the other function is no longer false.
SURVIVORS = [
    "base/judge.cpp:3: return a || b || c; -> return a || b && c;",
    "base/judge.cpp:6: return a && b && c; -> return a && b || c;",
    "base/judge.cpp:6: return a && b && c; -> return {};",
    "base/judge.cpp:12: return value + 1; -> return value - 1;  (no test meets it)",
    "base/judge.cpp:12: return value + 1; -> return {};  (no test meets it)",
    "base/judge.cpp:12: return value + 1; -> return value + 2;  (no test meets it)",
    "base/limit.cpp:4: if (value < 0) { -> if (value <= 0) {",
    "base/limit.cpp:4: if (value < 0) { -> if (!value < 0) {",
    "base/limit.cpp:5: return false; -> return true;  (no test meets it)",
]
# Noticed: a && b || c of the first function, a || b && c of the second, nothing returned by three, both numbers of the limit, its
# border. Strings have no minus: that does not compile.
NOTICED = 8


class Mutate(unittest.TestCase):
    def mutate(self, root, *arguments):
        return subprocess.run([root / "scripts/mutate", *arguments], capture_output=True, text=True, check=False, timeout=600)

    def test_changes(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder).resolve()
            for name, text in FILES.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            for name in SCRIPT:
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / name, root / name)
            done = self.mutate(root, "base", "--worst", "1")
            self.assertIn(" survivors", done.stdout, done.stderr)
            *survivors, worst, share = done.stdout.splitlines()
            self.assertEqual((survivors, done.stderr), (SURVIVORS, ""))
            self.assertEqual(share, f"{NOTICED} of {NOTICED + len(SURVIVORS)} changes noticed, 47.1 %; {len(SURVIVORS)} survivors")
            self.assertEqual(worst.split()[2:], ["6", "of", "10", "not", "noticed", "base/judge.cpp"])
            self.assertEqual(done.returncode, 1)
            # A list is tried again.
            (root / "list").write_text("\n".join([SURVIVORS[0], SURVIVORS[3], "base/judge.cpp:3: a -> b"]), encoding="utf-8")
            again = self.mutate(root, "--again", root / "list").stdout.splitlines()
            self.assertEqual(again[:3], ["no longer there: base/judge.cpp:3: a -> b", SURVIVORS[0], SURVIVORS[3]])


if __name__ == "__main__":
    unittest.main()
