using Landspeed.Results;

namespace Landspeed.Cli.Tests;

/// <summary>Small results to print.</summary>
internal static class Documents
{
    /// <summary>A measurement of one run.</summary>
    public static ResultDocument WithVerdict(Verdict verdict) => Of(
        ResultKinds.Measure,
        new SetupRecord { Seed = 1 },
        new CellRecord { Name = "case", State = CellState.Done, Runs = [Run("case", verdict)] });

    /// <summary>A result of any kind.</summary>
    public static ResultDocument Of(string kind, SetupRecord setup, params CellRecord[] cells) => new()
    {
        Kind = kind,
        Tool = new ToolRecord("landspeed", "0.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        Hosts = [new HostRecord { Architecture = "x64", ProcessorCount = 1, Runtime = "10.0" }],
        Places =
        [
            new PlaceRecord
            {
                Role = PlaceRoles.File, Path = "a", FileSystem = "ext4", MountPoint = "/", Device = "vda", AvailableBytes = 3L << 29,
            },
        ],
        Setup = setup,
        Cells = cells,
    };

    /// <summary>A run that read a byte.</summary>
    public static RunRecord Run(string cell, Verdict verdict, int round = 0) => new()
    {
        Cell = cell,
        Round = round,
        StartedAtMs = 0,
        Case = new CaseSection { Requested = Case(), Effective = Case() },
        Metrics = Metrics.Of((Metrics.BytesRead, 1), (Metrics.Requests, 1), (Metrics.Elapsed, 1), (Metrics.Throughput, 1e9)),
        Reads = new TruthRecord { Verdict = verdict, Reason = "because", AppBytes = 1, Sources = [] },
    };

    private static CaseRecord Case() => new()
    {
        Operation = "read",
        Mode = "direct",
        RequestSizeBytes = 1,
        QueueDepth = 1,
        Threads = 1,
        DistancePct = 0,
        Engine = "uring",
        TimeS = 1,
        Touch = false,
        Cold = false,
        Flush = "none",
        Seed = 1,
    };
}
