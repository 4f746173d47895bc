using System.Diagnostics.Tracing;

namespace Landspeed.Platform.Observation;

/// <summary>The library's events, for tools such as dotnet-trace: the event source <c>Landspeed</c>.</summary>
[EventSource(Name = "Landspeed")]
internal sealed class IoEvents : EventSource
{
    private IoEvents()
    {
    }

    /// <summary>The only one.</summary>
    internal static IoEvents Log { get; } = new();

    /// <summary>Something else is used than what was wanted.</summary>
    /// <param name="wanted">What was wanted: <c>engine</c>, <c>mode</c> or <c>memory</c>.</param>
    /// <param name="path">The file; empty if it is not about one.</param>
    /// <param name="reason">The reason.</param>
    [Event(1, Level = EventLevel.Informational, Message = "wanted {0} is replaced for {1}: {2}")]
    internal void FellBack(string wanted, string path, string reason) => WriteEvent(1, wanted, path, reason);

    /// <summary>An engine started.</summary>
    /// <param name="engine">Its name.</param>
    /// <param name="queueDepth">The most requests in flight.</param>
    [Event(2, Level = EventLevel.Informational, Message = "engine {0} with depth {1} started")]
    internal void EngineStarted(string engine, int queueDepth) => WriteEvent(2, engine, queueDepth);
}
