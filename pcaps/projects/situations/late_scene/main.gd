# SPDX-License-Identifier: MIT
extends Node
