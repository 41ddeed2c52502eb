# SPDX-License-Identifier: MIT
class_name Chan
const CHAT := 5
enum { FIRST = 2, SECOND }
enum Lane { SLOW = 6, FAST }
