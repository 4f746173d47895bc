using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>The outcome of comparing one entry.</summary>
/// <param name="Path">The name below the roots.</param>
internal sealed record PairFinding(FilePath Path)
{
    /// <summary>How the two differ.</summary>
    internal IReadOnlyList<PairDifferenceRecord> Differences { get; init; } = [];

    /// <summary>The state, unless it follows from the differences.</summary>
    internal PairState? Failure { get; init; }

    /// <summary>Why it cannot be read, or what changed.</summary>
    internal string? Message { get; init; }

    /// <summary>Whether the comparison was stopped before it was known; then only what was read counts.</summary>
    internal bool IsStopped { get; init; }

    /// <summary>What was read of it.</summary>
    internal PairReading Reading { get; init; } = PairReading.None;

    /// <summary>The two files, if either has several names.</summary>
    internal (LinkedFile A, LinkedFile B)? Linked { get; init; }

    /// <summary>The state.</summary>
    internal PairState State => Failure ?? (Differences.Count > 0 ? PairState.Different : PairState.Same);

    /// <summary>Creates the finding of an entry that was not compared.</summary>
    internal static PairFinding Of(FilePath path, PairState state, string? message = null) =>
        new(path) { Failure = state, Message = message };

    /// <summary>Converts it to its record.</summary>
    internal PairEntryRecord ToRecord() => new()
    {
        State = State,
        Path = Path.Display,
        PathBase64 = CopyRecords.Base64(Path),
        Differences = State == PairState.Different ? Differences : [],
        Message = Message,
    };
}

/// <summary>A file that may have several names.</summary>
/// <param name="Device">Its device, as this process sees it.</param>
/// <param name="Inode">Its inode.</param>
/// <param name="Names">Number of its names.</param>
internal readonly record struct LinkedFile(DeviceNumber Device, ulong Inode, uint Names)
{
    internal static LinkedFile Of(in FileStatus status) => new(status.Device, status.Inode, status.LinkCount);
}

/// <summary>What was read of two files.</summary>
internal sealed class PairReading
{
    /// <summary>Nothing was read.</summary>
    internal static PairReading None { get; } = new();

    /// <summary>Bytes read from A.</summary>
    internal long BytesA { get; set; }

    /// <summary>Bytes read from B.</summary>
    internal long BytesB { get; set; }

    /// <summary>Bytes of A that were read past the page cache.</summary>
    internal long DirectA { get; set; }

    /// <summary>Bytes of B that were read past the page cache.</summary>
    internal long DirectB { get; set; }

    /// <summary>Bytes that a device must have delivered for B.</summary>
    internal long OnDeviceB { get; set; }

    /// <summary>True if both names are one file, which was not read.</summary>
    internal bool IsOneFile { get; init; }
}
