# SPDX-License-Identifier: MIT
class_name Card extends Resource
@export var suit := "oak"
