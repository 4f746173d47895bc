using System.Globalization;
using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Experiments.Tests.Sweeping;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Tests.Paper;

/// <summary>Made-up results to judge the findings of 2004 by.</summary>
internal static class MadeUp
{
    /// <summary>Sizes of the curves: 4, 16, 64, 256 KiB and 1 MiB.</summary>
    public static readonly double[] Flat = [1, 1, 1, 1, 1];

    /// <summary>A sweep in which reading and writing are alike.</summary>
    /// <param name="defaults">MB/s of FileStream at its best.</param>
    /// <param name="direct">MB/s of direct requests at their best, one at a time and eight in flight.</param>
    /// <param name="shape">Share of the best rate of direct requests for each size.</param>
    /// <param name="noisePct">Half the interval of each median, in percent of it; null: single runs.</param>
    public static ResultDocument Sweep(double defaults, double direct, double[]? shape = null, double? noisePct = 1) => Document(ResultKinds.Sweep, null,
    [
        .. from operation in PaperEvidence.Operations
           from cell in SampleCells.Curve($"{operation}-filestream", [defaults / 2, defaults, defaults, defaults, defaults], noisePct)
               .Concat(SampleCells.Curve($"{operation}-direct-q1", [.. (shape ?? [0.1, 0.3, 1, 1, 1]).Select(share => share * direct)], noisePct))
               .Concat(SampleCells.Curve($"{operation}-direct-q8", [.. Flat.Select(share => share * direct)], noisePct))
           select cell,
    ]);

    /// <summary>Files created on a volume of a state.</summary>
    /// <param name="state">Of the volume.</param>
    /// <param name="none">MB/s without preallocation, of each round.</param>
    /// <param name="length">MB/s with the length set first, of each round.</param>
    /// <param name="reserved">MB/s with the blocks reserved first, of each round; null: as without.</param>
    public static ResultDocument Creation(string state, double[] none, double[] length, double[]? reserved = null) => Document(ResultKinds.Patterns, ResultKinds.Creation,
    [
        .. from size in new long[] { 4096, 64 << 10, 1 << 20 }
           from one in new[]
           {
               (Name: CreationLabels.None, Rates: none), (Name: CreationLabels.Length, Rates: length),
               (Name: CreationLabels.Reserved, Rates: reserved ?? none),
           }
           select Created(state, one.Name, size, [.. one.Rates.Select(rate => rate * 1e6)]),
    ]);

    /// <summary>Evidence on one device.</summary>
    public static PaperEvidence Evidence(ResultDocument? sweep = null, ResultDocument? creation = null, string array = PaperLabels.OneDevice) => new(sweep, creation, array);

    /// <summary>All cells with another verdict.</summary>
    public static ResultDocument With(this ResultDocument document, Verdict verdict) =>
        document with { Cells = [.. document.Cells.Select(cell => cell.Of(verdict))] };

    /// <summary>What the rule of a finding says.</summary>
    public static PaperJudgement Judge(int number, PaperEvidence evidence) => PaperFindings.All.Single(one => one.Number == number).Judge(evidence);

    public static ResultDocument Document(string kind, string? variant, IReadOnlyList<CellRecord> cells) => new()
    {
        Kind = kind,
        Variant = variant,
        Tool = new ToolRecord("landspeed", "0.1.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        Hosts = [],
        Places = [new PlaceRecord { Role = PlaceRoles.Directory, Path = "/data", Device = "vda", FileSystem = "ext4" }],
        Setup = new SetupRecord { Seed = 7, Rounds = 5 },
        Cells = cells,
    };

    private static CellRecord Created(string state, string preallocation, long size, double[] rates)
    {
        string bytes = size.ToString(CultureInfo.InvariantCulture);
        CellRecord cell = SampleCell.Done(
            $"{state}-{preallocation}-{bytes}",
            (CreationLabels.StateAxis, state), (CreationLabels.PreallocationAxis, preallocation), (CreationLabels.RequestSizeAxis, bytes)).With(Metrics.Throughput, rates);
        return cell with
        {
            Runs = [.. rates.Select((rate, round) => new RunRecord { Cell = cell.Name, Round = round, Metrics = Metrics.Of((Metrics.Throughput, rate)) })],
        };
    }
}
