using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Records;

/// <summary>What is to be made, where and how.</summary>
public sealed record RecordGeneration
{
    /// <summary>Most threads that make records: 64.</summary>
    public const int MostThreads = 64;

    /// <summary>Which records.</summary>
    public required RecordSet Records { get; init; }

    /// <summary>The file; null: <see cref="Output"/>.</summary>
    public FilePath? Target { get; init; }

    /// <summary>Receives the records where there is no file; stays open and owned by the caller.</summary>
    public SafeFileHandle? Output { get; init; }

    /// <summary>How a file is written. Default direct.</summary>
    public IoMode Mode { get; init; } = IoMode.Direct;

    /// <summary>What happens where that is refused. Default: the page cache is used.</summary>
    public Necessity Necessity { get; init; } = Necessity.Preferred;

    /// <summary>Threads that make records, 1 to 64, each with 7 MB of requests. Default: a processor each, at most 8.</summary>
    public int Threads { get; init; } = Math.Min(8, Environment.ProcessorCount);

    /// <summary>Whether the checksum is computed. Default no.</summary>
    public bool ComputesChecksum { get; init; }

    /// <summary>Whether a file of that name is replaced. Default no.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether an interrupted file stays, so that a later run can carry on. Default no.</summary>
    public bool KeepsPart { get; init; }

    /// <summary>Whether what an interrupted run left is carried on. Default no.</summary>
    public bool Resumes { get; init; }
}
