using System.Runtime.InteropServices;
using Landspeed.Platform;

namespace Landspeed.Engine;

/// <summary>
/// One outstanding request of a <see cref="ThreadEngine"/>, in native memory. A slot belongs to the owner, then to the
/// worker that claimed it, then to the owner again; it is one cache line, so that no two workers share one.
/// </summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct ThreadSlot
{
    /// <summary>What to do; written by the owner.</summary>
    internal IoRequest Request;

    /// <summary>What came of it; written by the worker.</summary>
    internal NativeResult Result;

    /// <summary>When it ended, ticks of the stopwatch; written by the worker.</summary>
    internal long CompletedAt;

    /// <summary>Another slot of the same list, or <see cref="CompletionList.End"/>.</summary>
    internal int Next;
}
