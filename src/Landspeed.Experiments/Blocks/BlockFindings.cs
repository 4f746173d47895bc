using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Blocks;
using static System.FormattableString;

namespace Landspeed.Experiments.Blocks;

/// <summary>Finds that blocks are wrong.</summary>
internal static class BlockFindings
{
    /// <summary>Reports the blocks of a run that are wrong.</summary>
    internal static FindingRecord? Of(RunRecord run) => run.Blocks is not { WrongBlocks: > 0 } blocks ? null
        : FindingCodes.BlocksWrong.Says(
            Invariant($"{blocks.WrongBlocks:#,0} of {blocks.Checked:#,0} blocks do not hold what was acknowledged: ")
            + string.Join(", ", blocks.Wrong.Select(Words))
            + (IsOfAnother(blocks)
                ? "; none is of the file of this journal, which may be that of another one" : string.Empty));

    // Not one block is of this file, whatever the storage did.
    private static bool IsOfAnother(BlocksRecord blocks) =>
        blocks.Checked > 1 && blocks.Wrong is [{ Kind: "foreign" } all] && all.Blocks == blocks.Checked;

    private static string Words(BlockFaultCount kind) => Invariant($"{kind.Blocks:#,0} {kind.Kind}");
}
