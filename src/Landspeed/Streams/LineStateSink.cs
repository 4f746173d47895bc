namespace Landspeed.Streams;

/// <summary>Lines go to an action with the worker's state.</summary>
internal struct LineStateSink<TState>(LineStateAction<TState> action, TState state) : ILineSink
{
    private TState _state = state;

    /// <summary>The state as the lines so far have left it.</summary>
    internal readonly TState State => _state;

    /// <inheritdoc/>
    public void Take(ReadOnlySpan<byte> line, LineInfo info) => action(line, info, ref _state);
}
