using Landspeed.Reporting.Words;
using Landspeed.Results.Blocks;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>What became of blocks that prove themselves.</summary>
internal static class BlockWords
{
    private const int MostRows = 20;

    /// <summary>For example <c>blocks of 4 KiB: 262,144 checked, none wrong</c>.</summary>
    internal static IReadOnlyList<MarkedText> Of(BlocksRecord blocks)
    {
        string size = Format.ExactSize(blocks.BlockBytes);
        var parts = new List<MarkedText>();
        if (blocks.Generation is { } generation)
        {
            parts.Add(
                $"blocks of {size}: {Format.Count(blocks.Written)} written in generation {Format.Count(generation)}");
        }

        if (blocks.Checked > 0 || blocks.NeverWritten > 0 || blocks.Generation is null)
        {
            string before = parts.Count == 0 ? $"blocks of {size}: " : string.Empty;
            string seen = $"{before}{Format.Count(blocks.Checked)} checked";
            parts.Add(blocks.WrongBlocks > 0
                ? new MarkedText($"{seen}, {Format.Count(blocks.WrongBlocks)} wrong", Mark.Warning)
                : new MarkedText($"{seen}, none wrong", Mark.Good));
        }

        if (blocks.Waited > 0)
        {
            parts.Add($"{Format.Count(blocks.Waited)} requests waited for their place");
        }

        if (blocks.Unacknowledged > 0)
        {
            parts.Add($"{Format.Count(blocks.Unacknowledged)} hold a later, unacknowledged write");
        }

        if (blocks.NeverWritten > 0)
        {
            parts.Add($"{Format.Count(blocks.NeverWritten)} never written");
        }

        return parts;
    }

    /// <summary>The ranges that are wrong, or null if none is.</summary>
    /// <param name="blocks">What was found.</param>
    /// <param name="which">Which run, for the title.</param>
    internal static ReportTable? Wrong(BlocksRecord blocks, string which) => blocks.WrongBlocks == 0 ? null : new()
    {
        Title = $"Wrong blocks{which}",
        Note = "2:77 is the 77th write of a thread in the second run that wrote to the file."
            + (blocks.Faults.Count > MostRows
                ? $" The first {Format.Count(MostRows)} of {Format.Count(blocks.Faults.Count)} ranges in the result."
                : string.Empty),
        Columns = ["kind", "offset", "bytes", "must hold", "holds"],
        Rows =
        [
            .. blocks.Faults.Take(MostRows).Select(fault => (IReadOnlyList<ReportCell>)
            [
                new ReportCell(fault.Kind, Mark.Warning), Format.Count(fault.Offset), Format.Count(fault.Length),
                Write(fault.Expected), Write(fault.Found),
            ]),
        ],
    };

    private static string Write(BlockWriteRecord? write) => write is null ? "-"
        : $"{Format.Count(write.Generation)}:{Format.Count(write.Sequence)}"
            + (write.Offset is { } offset ? $" of offset {Format.Count(offset)}" : string.Empty);
}
