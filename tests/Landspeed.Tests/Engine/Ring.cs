using Landspeed.Engine;
using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

/// <summary>Makes rings for tests; skips by name where the machine's limit holds none.</summary>
internal static class Ring
{
    /// <summary>An engine on a ring, of the real kernel unless other calls are given.</summary>
    internal static UringEngine Make(int queueDepth, IUringCalls? calls = null)
    {
        try
        {
            return calls is null ? new UringEngine(queueDepth) : new UringEngine(queueDepth, calls);
        }
        catch (NativeIOException refused) when (refused.Error.Kind == NativeErrorKind.OutOfMemory)
        {
            // Rings that were closed give their memory back a moment later: a low limit may not hold two.
            Capability.Require($"locked memory for a ring of depth {queueDepth} ({refused.Message})", present: false);
            throw;
        }
    }
}
