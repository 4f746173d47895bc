namespace Landspeed.Engine;

/// <summary>Wakes nobody: for engines whose owner never waits for others.</summary>
internal sealed class NoWaker : IEngineWaker
{
    public void Wake()
    {
    }
}
