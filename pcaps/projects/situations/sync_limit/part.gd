# SPDX-License-Identifier: MIT
extends Node
var place := 0
var list := range(50)
