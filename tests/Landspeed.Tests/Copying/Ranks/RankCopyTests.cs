using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Files.Unpublished;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Ranks;

public sealed class RankCopyTests : IDisposable
{
    private static readonly RankSettings s_fine = new() { SegmentSize = 1 << 20, BatchSize = 50, JournalThreshold = 1 << 20 };
    private static readonly TreeCopyOptions s_plain = new() { RequestSize = 256 * 1024, SmallFileLimit = 256 * 1024 };
    private readonly ScratchDirectory _scratch = new();
    private readonly List<CopyEvent> _events = [];

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    public static TheoryData<int, bool> Ranks => new() { { 2, false }, { 4, true }, { 7, false }, { 7, true } };

    [Theory]
    [MemberData(nameof(Ranks))]
    public void A_tree_arrives_as_one_process_would_have_copied_it(int size, bool verify)
    {
        MakeTree();
        TreeCopyOptions options = s_plain with { Verify = verify, VerifySource = verify };

        CopyResult result = ThreadRanks.Copy(size, Source, Target, options, s_fine);

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(Source, Target);
        Assert.Equal(string.Empty, TreeCopies.Leftovers(Target));
        CopyResult alone = TreeCopies.Copy(Source, _scratch.File("alone"), options);
        Assert.Equal(Counts(alone), Counts(result));
        Assert.Equal(alone.BytesVerified, result.BytesVerified);
        Assert.Equal(alone.SourceBytesVerified, result.SourceBytesVerified);
        Assert.Equal(verify, result.SourceBytesVerified > 0);
    }

    [Fact]
    public void A_mirror_loses_what_the_source_lacks_and_keeps_what_is_equal()
    {
        MakeTree();
        TreeCopies.AssertDone(ThreadRanks.Copy(3, Source, Target, s_plain, s_fine));
        Command.Shell(
            $"cd '{Source}'; rm -r wide/d7 many/f7 deep/a/b/c/d; echo new > many/f8; echo more > wide/d8/more; touch '{Target}/surplus' '{Target}/wide/d9/surplus'");

        CopyResult result = ThreadRanks.Copy(3, Source, Target, s_plain with { DeleteExtraneous = true, Overwrite = OverwriteRule.Always }, s_fine);

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(Source, Target);
        Assert.Equal((2L, 5L), (result.FilesCopied, result.Removed));
        Assert.Equal(string.Empty, TreeCopies.Leftovers(Target));
    }

    [Theory]
    [InlineData(256 << 10, false)]
    [InlineData(256 << 10, true)]
    [InlineData(4 << 20, false)]
    public void What_waits_on_one_rank_goes_to_those_that_have_nothing(int smallFileLimit, bool verify)
    {
        Command.Shell(
            $"mkdir -p '{Source}'; cd '{Source}'; for n in $(seq 1 60); do head -c 2M /dev/urandom > f$n; ln -s f$n l$n; done; ln f1 g1; ln f60 g60; touch -d 2001-02-03 .");
        TreeCopyOptions options = s_plain with { SmallFileLimit = smallFileLimit, Verify = verify, BytesPerSecond = 90_000_000 };

        // One directory, which one rank lists.
        CopyResult[] results = ThreadRanks.CopyEach(3, Source, Target, options, new RankSettings());

        TreeCopies.AssertDone(results[0]);
        TreeCopies.AssertEqual(Source, Target);
        Assert.Equal((60L, 60L, 2L), (results[0].FilesCopied, results[0].SymbolicLinks, results[0].HardLinks));
        Assert.All(results[1..], result => Assert.NotEqual(0, result.FilesCopied));
        Assert.Equal(string.Empty, TreeCopies.Leftovers(Target));
    }

    [Fact]
    public void Ranks_that_may_have_few_directories_busy_never_wait_for_each_other()
    {
        // So slow that entries which have waited are given away while the next directory is listed.
        Command.Shell(
            $"""
            for d in $(seq 40); do
              mkdir -p '{Source}'/$d
              for n in $(seq 20); do head -c 20000 /dev/zero > '{Source}'/$d/$n; done
            done
            """);
        TreeCopyOptions options = s_plain with { BusyPairs = 2, BytesPerSecond = 6_000_000 };
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        stop.CancelAfter(TimeSpan.FromMinutes(1));

        CopyResult result = ThreadRanks.Copy(2, Source, Target, options, new RankSettings(), stop: stop);

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(Source, Target);
    }

    [Fact]
    public void Problems_name_the_rank_and_all_are_counted()
    {
        Command.Shell($"mkdir -p '{Source}'; cd '{Source}'; mkdir $(printf 'd%s ' $(seq 40)); mkfifo $(printf 'd%s/pipe ' $(seq 40)); for n in $(seq 40); do echo $n > d$n/f; done");
        var events = new Listener<CopyEvent>(_events.Add);

        CopyResult result = ThreadRanks.Copy(4, Source, Target, s_plain with { Events = events }, s_fine);

        Assert.Equal((CopyOutcome.Done, 40L, 40L, 41L), (result.Outcome, result.FilesCopied, result.EntriesSkipped, result.Directories));
        Assert.Equal(40, result.Problems.Select(problem => problem.Path).Distinct().Count());
        Assert.All(result.Problems, problem => Assert.Matches("^(rank [123] \\(host\\): )?/.*pipe is a FIFO", problem.Message));
        Assert.Equal(121, _events.Count);
    }

    [Theory]
    [InlineData(2, true)]
    [InlineData(5, false)]
    public void A_large_file_arrives_in_ranges(int size, bool verify)
    {
        const int Length = (9 << 20) + 4321;
        _scratch.CreateFile("source", Length, seed: 3);

        CopyResult result = ThreadRanks.CopyFile(size, Source, Target, s_plain with { Verify = verify }, s_fine);

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal((1L, (long)Length, verify ? Length : 0L), (result.FilesCopied, result.BytesCopied, result.BytesVerified));
        Command.Shell($"cmp '{Source}' '{Target}'");
        Assert.Equal(string.Empty, TreeCopies.Leftovers(_scratch.Path));
    }

    [Fact]
    public void A_range_that_a_rank_cannot_begin_goes_to_one_that_has_nothing()
    {
        const int Length = 3 << 20; // two ranges that rank 0 begins, and one more
        const int Helper = 1;

        // So late that rank 0 has begun all it can before another rank may have something.
        var answersAfter = TimeSpan.FromMilliseconds(200);
        _scratch.CreateFile("source", Length, seed: 5);
        string journal = TemporaryNames.RankJournal(FilePath.FromText("target"), Helper).Display;
        bool hasHelped = false;
        var watch = new Listener<CopyProgress>(_ => hasHelped |= File.Exists(_scratch.File(journal)));

        TreeCopyOptions slow = s_plain with { BytesPerSecond = 2 << 20 };
        ThreadRanks.CopyFile(2, Source, Target, slow, s_fine, watch, answersAfter: answersAfter);

        Assert.True(hasHelped, "rank 1 had nothing to do");
        Command.Shell($"cmp '{Source}' '{Target}'");
    }

    [Theory]
    [InlineData(3, 1)]
    [InlineData(4, 2)]
    [InlineData(1, 3)]
    public void A_large_file_that_was_stopped_goes_on_with_another_number_of_ranks(int before, int after)
    {
        const int Length = 24 << 20;
        _scratch.CreateFile("source", Length, seed: 4);
        using var stop = new CancellationTokenSource();
        TreeCopyOptions slow = s_plain with { BytesPerSecond = 60 << 20 };
        var halfway = new OnBytes(Length / 2, stop.Cancel);
        Assert.ThrowsAny<OperationCanceledException>(() => ThreadRanks.CopyFile(before, Source, Target, slow, s_fine, halfway, stop));
        Assert.NotEqual(string.Empty, TreeCopies.Leftovers(_scratch.Path));

        CopyResult result = ThreadRanks.CopyFile(after, Source, Target, s_plain, s_fine);

        Assert.Equal(Length, result.BytesCopied + result.BytesResumed);
        Assert.InRange(result.BytesResumed, Length / 4, Length - 1);
        Command.Shell($"cmp '{Source}' '{Target}'");
        Assert.Equal(string.Empty, TreeCopies.Leftovers(_scratch.Path));
    }

    public void Dispose() => _scratch.Dispose();

    private static (long, long, long, long, long, long, long) Counts(CopyResult result) => (
        result.FilesCopied, result.Directories, result.SymbolicLinks, result.HardLinks, result.BytesCopied, result.HoleBytes, result.EntriesFailed);

    private void MakeTree() => Command.Shell(
        $"""
        mkdir -p '{Source}' && cd '{Source}'
        mkdir -p many deep/a/b/c/d/e/f empty links/x links/y
        seq 1 700 | while read n; do echo "small $n" > many/f$n; done
        seq 1 60 | while read n; do mkdir -p wide/d$n/below; echo $n > wide/d$n/one; echo $n > wide/d$n/below/two; done
        head -c 9500000 /dev/urandom > large; head -c 3000000 /dev/urandom > deep/a/b/c/big; head -c 700000 /dev/urandom > deep/a/middle
        truncate -s 20M sparse; printf x | dd of=sparse bs=1 seek=7000000 conv=notrunc status=none
        ln many/f1 links/x/again; ln many/f1 links/y/third; ln large links/y/large; ln -s ../many/f2 links/soft; ln -s nowhere deep/a/b/c/d/e/f/dangling
        ln links/soft links/softer 2>/dev/null
        : > nothing; chmod 640 many/f3; chmod 2755 wide; touch -d '2001-02-03 04:05:06.789' many/f4 many wide/d5 deep/a/b; setfattr -n user.colour -v blue many/f5
        chmod 500 wide/d9; touch -d '1999-01-01' links/x links
        """);
}
