# SPDX-License-Identifier: MIT
extends Node2D

var cargo := 0
var label := "a cart of the yard, with wheels of oak and a bell of brass"
