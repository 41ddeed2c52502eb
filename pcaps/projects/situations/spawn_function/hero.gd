# SPDX-License-Identifier: MIT
extends Node
var health := 10
