# SPDX-License-Identifier: MIT
class_name Types extends RefCounted
enum Level { LOW, HIGH }
