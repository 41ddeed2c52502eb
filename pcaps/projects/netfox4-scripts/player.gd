extends "res://body.gd"
# As projects/netfox4/player.gd, but its synchronizer is made of lists in other scripts, of loops, and of parameters.

const Props := preload("res://props.gd")

var peer := 0
var index := 0
var with_schema := false
var velocity := Vector2.ZERO
var height := 0.0
var facing := 0.0
var title := ""
var jumps := 0
var input: Node
var health: Node
var rbs: RollbackSynchronizer

func _init() -> void:
	input = preload("res://input.gd").new()
	input.name = "Input"
	health = preload("res://health.gd").new()
	health.name = "Health"
	add_child(input)
	add_child(health)

func _ready() -> void:
	title = "player %d é" % index
	set_multiplayer_authority(1)
	input.set_multiplayer_authority(peer)
	rbs = RollbackSynchronizer.new()
	rbs.name = "RollbackSynchronizer"
	rbs.root = self
	rbs.state_properties.assign(STATE)
	rbs.state_properties.append_array(Props.MORE)
	for property in Props.LOOK:
		rbs.state_properties.append(":" + property)
	add_child(rbs)
	rbs.add_state(health, "value")
	add_inputs(input, ["movement", "jump", "aim"])
	rbs.process_settings()

func add_inputs(node: Node, properties: Array) -> void:
	for property: String in properties:
		rbs.add_input(node, property)

func _rollback_tick(delta: float, _tick: int, _is_fresh: bool) -> void:
	velocity = velocity.lerp(input.movement * 120.0, 0.3)
	if velocity.length() < 0.5:
		velocity = Vector2.ZERO
	position += velocity * delta
	if input.jump and height <= 0.0:
		height = 12.5
		jumps += 1
	else:
		height = maxf(0.0, height - 30.0 * delta)
	facing = input.aim
	if position.x > 400 or position.x < 0:
		health.value = maxi(0, health.value - 3)
