extends Node2D
# What players have in common: a script above theirs has a part of the list.

const STATE: Array[String] = [":position", ":velocity"]
