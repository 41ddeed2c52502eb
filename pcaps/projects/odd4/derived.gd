# SPDX-License-Identifier: MIT
extends OddBase
@rpc("any_peer") func alpha(uno): pass
@rpc("any_peer") func gamma(three): pass
@rpc("any_peer") func beta(due): pass
