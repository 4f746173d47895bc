using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What all cells of a sweep have in common.</summary>
internal sealed record SweepSetup
{
    /// <summary><c>quick</c> or <c>full</c>: the source of the axes that were not given.</summary>
    internal required string Grid { get; init; }

    /// <summary>Seed of the pseudo-random order of the cases and of the data.</summary>
    internal required ulong Seed { get; init; }

    /// <summary>Runs of each cell; a round has one of each, in random order.</summary>
    internal required int Rounds { get; init; }

    /// <summary>Maximum measured time of one run.</summary>
    internal required double TimeS { get; init; }

    /// <summary>Maximum number of bytes that one run moves.</summary>
    internal required long LimitBytes { get; init; }

    /// <summary>Length of the file.</summary>
    internal required long FileBytes { get; init; }

    /// <summary>
    /// Whether the file was created for the sweep, and is removed after it unless removal was disabled.
    /// </summary>
    internal required bool MadeFile { get; init; }

    /// <summary>Alignment of offset and length for direct I/O, or null if direct I/O is not available.</summary>
    internal int? DirectAlignmentBytes { get; init; }

    /// <summary>Reads the setup of a sweep that was started.</summary>
    /// <param name="record">The setup from its journal, which may have been changed.</param>
    /// <returns>The setup, or null if something is missing or is not a number.</returns>
    internal static SweepSetup? Of(SetupRecord record)
    {
        CultureInfo invariant = CultureInfo.InvariantCulture;
        string Option(string name) => record.Options.GetValueOrDefault(name, string.Empty);
        string Effective(string name) => record.Effective.GetValueOrDefault(name, string.Empty);
        return double.TryParse(Option(SweepLabels.TimeOption), invariant, out double time)
            && long.TryParse(Option(SweepLabels.LimitOption), NumberStyles.None, invariant, out long limit)
            && long.TryParse(Option(SweepLabels.FileBytesOption), NumberStyles.None, invariant, out long length)
            ? new SweepSetup
            {
                Grid = Option(SweepLabels.GridOption),
                Seed = record.Seed,
                Rounds = record.Rounds,
                TimeS = time,
                LimitBytes = limit,
                FileBytes = length,
                MadeFile = Effective(SweepLabels.MadeFileOption) == "true",
                DirectAlignmentBytes =
                    int.TryParse(Effective(SweepLabels.DirectAlignmentOption), NumberStyles.None, invariant, out int alignment)
                        ? alignment : null,
            }
            : null;
    }

    /// <summary>Converts it to the form used in the result.</summary>
    internal SetupRecord ToRecord()
    {
        var effective = new Dictionary<string, string> { [SweepLabels.MadeFileOption] = MadeFile ? "true" : "false" };
        if (DirectAlignmentBytes is { } alignment)
        {
            effective[SweepLabels.DirectAlignmentOption] = alignment.ToString(CultureInfo.InvariantCulture);
        }

        return new SetupRecord
        {
            Seed = Seed,
            Rounds = Rounds,
            Axes =
            [
                SweepLabels.ApiAxis, SweepLabels.ModeAxis, SweepLabels.OperationAxis, SweepLabels.QueueDepthAxis,
                SweepLabels.RequestSizeAxis,
            ],
            Options = new Dictionary<string, string>
            {
                [SweepLabels.GridOption] = Grid,
                [SweepLabels.TimeOption] = TimeS.ToString(CultureInfo.InvariantCulture),
                [SweepLabels.LimitOption] = LimitBytes.ToString(CultureInfo.InvariantCulture),
                [SweepLabels.FileBytesOption] = FileBytes.ToString(CultureInfo.InvariantCulture),
            },
            Effective = effective,
        };
    }
}
