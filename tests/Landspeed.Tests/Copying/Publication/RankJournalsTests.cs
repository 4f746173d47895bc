using Landspeed.Copying;
using Landspeed.Copying.Journal;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Tests.Copying.Publication;

public class RankJournalsTests
{
    private const int Length = 20 << 20;
    private const int Piece = 256 << 10;
    private const string Part = ".target.dat.landspeed-part";
    private const string Journal = ".target.dat.landspeed-journal";
    private static readonly CopyOptions s_plain = new() { RequestSize = Piece };
    private static readonly ByteRange s_ofRank = ByteRange.FromBounds(15 << 20, 18 << 20);

    [Theory]
    [InlineData(false, ResumeRule.Continue)]
    [InlineData(true, ResumeRule.Continue)]
    [InlineData(false, ResumeRule.Paranoid)]
    public void What_ranks_left_is_taken_over_together_by_one_process(bool verify, ResumeRule rule)
    {
        using var ground = new CopyGround();
        CopyOptions options = s_plain with { Verify = verify, Resume = rule };
        StopHalfway(ground, options);
        long alone = Journaled(ground);
        LeaveRankJournal(ground, rank: 2, s_ofRank);

        CopyResult result = ground.Copy(options, engine: null);

        Assert.Equal(alone + s_ofRank.Length, result.BytesResumed);
        Assert.Equal(Length, result.BytesResumed + result.BytesCopied);
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void What_ranks_left_of_another_part_is_not_believed()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        long alone = Journaled(ground);
        LeaveRankJournal(ground, rank: 1, s_ofRank, isOfAnother: true);

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.Equal(alone, result.BytesResumed);
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void A_copy_that_is_stopped_again_still_knows_what_the_ranks_had_done()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        LeaveRankJournal(ground, rank: 2, s_ofRank);
        long known = Journaled(ground) + s_ofRank.Length;
        ground.StopAt(1, s_plain);
        Assert.Equal([Journal, Part], ground.Leftovers);

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.InRange(result.BytesResumed, known, Length - 1);
        ground.AssertEqual();
    }

    [Fact]
    public void A_rank_that_still_works_refuses_the_next_run()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        using CopyJournal held = LeaveRankJournal(ground, rank: 2, s_ofRank, isHeld: true)!;

        CopyException refused = Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Contains("another copy is writing", refused.Message, StringComparison.Ordinal);
        Assert.Equal([Journal, Part, ".target.dat.r2.landspeed-journal"], ground.Leftovers);
    }

    [Theory]
    [InlineData("journal")]
    [InlineData("part")]
    [InlineData("torn")]
    public void Journals_of_ranks_go_also_where_nothing_can_be_continued(string lost)
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        LeaveRankJournal(ground, rank: 2, s_ofRank);
        string journal = Path.Combine(ground.Directory, Journal);
        switch (lost)
        {
            case "journal":
                File.Delete(journal);
                break;
            case "part":
                File.Delete(Path.Combine(ground.Directory, Part));
                break;
            default:
                File.WriteAllBytes(journal, new byte[100]);
                break;
        }

        CopyResult result = ground.Copy(s_plain, engine: null);

        Assert.Equal(0, result.BytesResumed);
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Journals_of_ranks_go_with_the_next_run_when_their_file_has_its_name()
    {
        using var ground = new CopyGround();
        StopHalfway(ground, s_plain);
        LeaveRankJournal(ground, rank: 2, s_ofRank);
        File.Move(Path.Combine(ground.Directory, Part), ground.Target);

        Assert.Throws<CopyException>(() => ground.Copy(s_plain, engine: null)); // it exists, and is not the source

        Assert.Empty(ground.Leftovers);
    }

    private static long Journaled(CopyGround ground)
    {
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(ground.Directory));
        using CopyJournal? journal = CopyJournal.TakeOver(new DirectoryEntry(directory, ground.TargetPath.Name), out JournalState state);
        return state.Durable.Ranges.Sum(range => range.Length);
    }

    // As another rank that copied a range into the part and noted it.
    private static CopyJournal? LeaveRankJournal(CopyGround ground, int rank, ByteRange range, bool isOfAnother = false, bool isHeld = false)
    {
        byte[] bytes = File.ReadAllBytes(ground.Source)[(int)range.Offset..(int)range.End];
        using OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(ground.Directory));
        var target = new DirectoryEntry(directory, ground.TargetPath.Name);
        FileStatus source = Entries.Status(new DirectoryEntry(directory, ground.SourcePath.Name));
        FileStatus part = Entries.Status(new DirectoryEntry(directory, FilePath.FromText(Part)));
        if (!isOfAnother)
        {
            using FileStream file = File.OpenWrite(Path.Combine(ground.Directory, Part));
            file.Position = range.Offset;
            file.Write(bytes);
            file.Flush(flushToDisk: true);
        }

        using (CopyJournal own = CopyJournal.TakeOver(target, out _)!)
        {
            own.NoteRanks(4);
        }

        CopyJournal journal = CopyJournal.CreateNamed(target, TemporaryNames.RankJournal(target.Name, rank), source);
        journal.NotePart(FileIdentity.Of(isOfAnother ? source : part));
        journal.NoteDurable(range, [.. Enumerable.Range(0, (int)range.Length / Piece).Select(index => new CopiedChunk(
            range.Offset + (index * Piece), Piece, Xxh3.Hash128(bytes.AsSpan(index * Piece, Piece))))]);
        if (isHeld)
        {
            return journal;
        }

        journal.Dispose();
        return null;
    }

    private static void StopHalfway(CopyGround ground, CopyOptions options)
    {
        ground.MakeSource(Length);
        ground.StopAt(Length / 2, options);
    }
}
