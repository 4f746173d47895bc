using Landspeed.Copying;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>Where a verification stands, gathered from its threads.</summary>
internal sealed class VerificationProgress
{
    private readonly Lock _turn = new();
    private readonly IProgress<CopyProgress>? _listener;
    private CopyProgress _now;

    /// <summary>Starts at nothing.</summary>
    /// <param name="listener">Told, one thread at a time; or null.</param>
    /// <param name="bytes">Bytes that will be read.</param>
    /// <param name="files">Files that will be read.</param>
    internal VerificationProgress(IProgress<CopyProgress>? listener, long bytes, long files)
    {
        _listener = listener;
        _now = new CopyProgress(CopyPhase.Verifying, 0, bytes, 0, files, IsComplete: true, Current: null);
    }

    /// <summary>A file is begun.</summary>
    internal void Begin(FilePath file) => Tell(now => now with { Current = file });

    /// <summary>Bytes were read.</summary>
    internal void Moved(long bytes) => Tell(now => now with { Bytes = now.Bytes + bytes });

    /// <summary>A file is done with.</summary>
    internal void End() => Tell(now => now with { Files = now.Files + 1 });

    private void Tell(Func<CopyProgress, CopyProgress> change)
    {
        lock (_turn)
        {
            _now = change(_now);
            _listener?.Report(_now);
        }
    }
}
