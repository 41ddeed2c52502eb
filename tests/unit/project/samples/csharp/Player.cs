using Godot;

namespace Samples;

public partial class Player : CharacterBody2D
{
    [Export] public int Health { get; set; } = 100;

    [Rpc(MultiplayerApi.RpcMode.AnyPeer, CallLocal = true)]
    public void Move(Vector2 direction, bool jump = false) => GD.Print($"{direction} {jump}");

    [Rpc]
    private void Fire() { GD.Print("bang }"); }
}
