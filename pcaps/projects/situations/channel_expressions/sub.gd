# SPDX-License-Identifier: MIT
extends "forms.gd"
