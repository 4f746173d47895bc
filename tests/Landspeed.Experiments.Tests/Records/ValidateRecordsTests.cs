using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Records;

public class ValidateRecordsTests
{
    private const int Piece = RecordSource.PieceLength / RecordSet.RecordLength;

    [Theory]
    [InlineData(0, 1)]
    [InlineData(1, 2)]
    [InlineData(Piece - 1, 2)]
    [InlineData(Piece, 2)]
    [InlineData(Piece + 1, 2)]
    [InlineData((12 * Piece) + 1, 5)]
    public void A_file_and_a_stream_give_what_a_naive_validator_finds(int count, int threads)
    {
        using var scratch = new ScratchDirectory();
        byte[] records = RecordTestData.Make(count, RecordLayout.Ascii);
        File.WriteAllBytes(scratch.File("records"), records);
        NaiveValidation naive = NaiveValidation.Of(records, ignoresCase: false);

        foreach (IoMode? mode in new IoMode?[] { null, IoMode.Direct, IoMode.Buffered })
        {
            Same(naive, Validate(new RecordCheck { Source = scratch.FilePath("records"), Threads = threads, Mode = mode }));
        }

        using SafeFileHandle input = File.OpenHandle(scratch.File("records"));
        Same(naive, Validate(new RecordCheck { Input = input, Threads = threads }));
    }

    [Fact]
    public void Sorted_records_are_in_order_and_duplicates_over_the_borders_of_pieces_count()
    {
        using var scratch = new ScratchDirectory();
        byte[][] some = [.. RecordTestData.Make(3 * Piece).Chunk(100)];
        byte[][] sorted = [.. some.Concat([some[0], some[Piece], some[Piece]]).OrderBy(record => record, new ByKey())];
        File.WriteAllBytes(scratch.File("records"), [.. sorted.SelectMany(record => record)]);

        RecordValidation result = Validate(new RecordCheck { Source = scratch.FilePath("records"), Threads = 3 });

        Assert.Equal((0L, (long?)null, 3L), (result.Unordered, result.FirstUnordered, result.Duplicates));
    }

    [Theory]
    [InlineData(1, "1 byte is left over")]
    [InlineData(2, "2 bytes are left over")]
    [InlineData(99, "99 bytes are left over")]
    [InlineData(101, "1 byte is left over")]
    public void What_is_not_a_multiple_of_a_record_is_refused_with_the_surplus(int length, string surplus)
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllBytes(scratch.File("records"), new byte[length]);
        var fromFile = Assert.Throws<ExperimentException>(() => Validate(new RecordCheck { Source = scratch.FilePath("records") }));
        using SafeFileHandle input = File.OpenHandle(scratch.File("records"));
        var fromStream = Assert.Throws<ExperimentException>(() => Validate(new RecordCheck { Input = input }));

        Assert.All([fromFile, fromStream], refused =>
        {
            Assert.Equal(Outcome.Refused, refused.Outcome);
            Assert.Contains($": {surplus}", refused.Message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_file_that_changes_after_the_look_at_it_is_reported()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllBytes(scratch.File("records"), RecordTestData.Make(20));
        ITrial trial = new ValidateRecords(new RecordCheck { Source = scratch.FilePath("records") })
            .PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        File.WriteAllBytes(scratch.File("records"), RecordTestData.Make(10));

        var changed = Assert.Throws<ExperimentException>(() => trial.Run(ProgressMonitor.None));

        Assert.Equal(Outcome.SourceChanged, changed.Outcome);
    }

    [Fact]
    public void Pieces_of_any_length_are_cut_into_the_same_records()
    {
        int seed = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), out int given) ? given : Environment.TickCount;
        var random = new Random(seed);
        byte[] records = [.. RecordTestData.Make(500), .. new byte[37]];
        var judge = new RecordJudge(ignoresCase: false);
        var cutter = new RecordCutter(judge);
        RecordSummary whole = default;
        for (int start = 0; start < records.Length;)
        {
            int length = Math.Min(random.Next(1, 350), records.Length - start);
            ReadOnlyMemory<byte> cut = cutter.Cut(records.AsMemory(start, length), out RecordSummary lead);
            whole = whole.Join(lead).Join(judge.Summarize(cut.Span));
            start += length;
        }

        Assert.True(RecordTestData.Judge(records.AsSpan(0, 50_000)) == whole, $"LANDSPEED_SEED={seed} shows it");
        Assert.Equal(37, cutter.Surplus);
    }

    [Fact]
    public void A_stop_ends_it()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllBytes(scratch.File("records"), RecordTestData.Make(10));
        ITrial trial = new ValidateRecords(new RecordCheck { Source = scratch.FilePath("records") }).PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        using var stop = new CancellationTokenSource();
        stop.Cancel();

        Assert.ThrowsAny<OperationCanceledException>(() => trial.Run(new ProgressMonitor(null, stop.Token)));
    }

    private static RecordValidation Validate(RecordCheck task)
    {
        var experiment = new ValidateRecords(task);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        ITrial trial = experiment.PrepareTrials(ProgressMonitor.None).Single();
        trial.Prepare(ProgressMonitor.None);
        trial.Finish(trial.Run(ProgressMonitor.None));
        return experiment.Result!;
    }

    private static void Same(NaiveValidation naive, RecordValidation found)
    {
        Assert.Equal(
            (naive.Count, naive.Unordered, naive.FirstUnordered, naive.Duplicates, RecordTestData.Hex(naive.Checksum)),
            (found.Count, found.Unordered, found.FirstUnordered, found.Duplicates, found.Checksum));
    }

    private sealed class ByKey : IComparer<byte[]>
    {
        public int Compare(byte[]? x, byte[]? y) => x.AsSpan(0, 10).SequenceCompareTo(y.AsSpan(0, 10));
    }
}
