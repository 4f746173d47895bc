namespace Landspeed.Engine;

/// <summary>Ends the wait of a <see cref="ThreadEngine"/>'s owner.</summary>
internal sealed class ThreadWaker : IEngineWaker
{
    private readonly CompletionList _completed;

    internal ThreadWaker(CompletionList completed) => _completed = completed;

    public void Wake() => _completed.Interrupt();
}
