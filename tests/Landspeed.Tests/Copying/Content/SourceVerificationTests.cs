using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Testing;
using Landspeed.Testing.Faults;
using Landspeed.Tests.Copying.Ranks;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Content;

public class SourceVerificationTests(Files.TestVolumes volumes)
{
    private const int Length = 700_000;

    private static readonly RankSettings s_ranges = new() { SegmentSize = 256 << 10, JournalThreshold = 256 << 10 };

    // A read by which a mode is tried; its bytes go nowhere.
    private const int Probe = 4096;

    /// <summary>The ways of copying a file.</summary>
    public enum Form
    {
        Single,
        Large,
        Small,
        Ranks,
    }

    public static TheoryData<Form, CopyStrategy> Forms => [.. Enum.GetValues<Form>().SelectMany(
        form => Enum.GetValues<CopyStrategy>().Select(strategy => (form, strategy)))];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Forms))]
    public void A_bit_that_is_wrong_in_any_one_read_of_the_source_is_found_and_nothing_is_put_in_place(
        Form form, CopyStrategy strategy)
    {
        int found = 0;
        for (int read = 1; ; read++)
        {
            using FaultStage stage = Stage(out string source, out string target);
            ArmedRule wrong = stage.Faults.Arm(new FaultRule(
                FaultOperations.Read, FaultAction.Flip(read * 7919), Nth: read)
            { Filter = "~source/file" });

            CopyResult result = Copy(form, source, target, Options(strategy));

            bool isStruck = wrong.Count >= read;
            stage.Faults.Clear();
            if (!isStruck || wrong.Wait() is { Length: Probe } or { Offset: >= Length })
            {
                Assert.Equal(CopyOutcome.Done, result.Outcome);
                Assert.Equal(Length, result.SourceBytesVerified);
                Command.Shell($"cmp '{source}/file' '{target}/file'");
                if (!isStruck)
                {
                    Assert.True(found >= 2); // a first and a second read
                    return;
                }

                continue;
            }

            found++;
            Assert.Equal(CopyOutcome.Mismatch, result.Outcome);
            CopyProblem problem = Assert.Single(result.Problems);
            Assert.Equal(Path.Combine(source, "file"), problem.Path.Text);
            Assert.Contains("was read twice", problem.Message, StringComparison.Ordinal);
            Assert.False(File.Exists(Path.Combine(target, "file")));
            Assert.Empty(TreeCopies.Leftovers(stage.Medium));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_stream_that_is_to_be_read_twice_is_refused(bool receives)
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("file", 10, 1);
        using SafeFileHandle handle = File.OpenHandle(scratch.File("file"));
        var options = new CopyOptions { VerifySource = true };

        Assert.Throws<ArgumentException>(() => receives
            ? StreamCopier.Receive(handle, scratch.FilePath("copy"), options, null, Stop)
            : StreamCopier.Send(scratch.FilePath("file"), handle, options, null, Stop));
    }

    [Fact]
    public void Without_the_second_read_a_wrong_bit_is_copied_and_verified_against_itself()
    {
        using FaultStage stage = Stage(out string source, out string target);
        stage.Faults.Arm(new FaultRule(FaultOperations.Read, FaultAction.Flip(1), Nth: 2) { Filter = "~source/file" });

        CopyResult result = Copy(
            Form.Single, source, target, Options(CopyStrategy.Direct) with { Verify = true, VerifySource = false });

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Assert.Equal(1, Command.Run("cmp", [Path.Combine(source, "file"), Path.Combine(target, "file")]).ExitCode);
    }

    [Theory]
    [InlineData(Form.Single)]
    [InlineData(Form.Large)]
    [InlineData(Form.Small)]
    public async Task A_source_that_is_written_to_between_the_two_reads_has_changed_and_was_not_misread(Form form)
    {
        using FaultStage stage = Stage(out string source, out string target);
        ArmedRule first = stage.Faults.Arm(FaultRule.Counting(FaultOperations.Read) with { Filter = "~source/file" });
        Copy(form, source, target, Options(CopyStrategy.Direct) with { VerifySource = false });
        int reads = (int)first.Count;
        File.Delete(Path.Combine(stage.Medium, "target/file"));
        stage.Faults.Clear();
        ArmedRule second = stage.Faults.Arm(new FaultRule(FaultOperations.Read, FaultAction.Hold, Nth: reads + 1)
        {
            Filter = "~source/file",
        });
        var changing = Task.Run(
            () =>
            {
                second.Wait();
                Command.Shell($"printf x | dd of='{stage.Medium}/source/file' conv=notrunc status=none");
                second.Allow();
            },
            Stop);

        CopyResult result = Copy(form, source, target, Options(CopyStrategy.Direct));

        await changing; // it may end after the copy
        Assert.Equal(CopyOutcome.SourceChanged, result.Outcome);
        Assert.False(File.Exists(Path.Combine(target, "file")));
    }

    [Theory]
    [InlineData("ext4", Form.Single)]
    [InlineData("ext4", Form.Small)]
    [InlineData("xfs", Form.Large)]
    [InlineData("btrfs", Form.Small)]
    [InlineData("btrfs", Form.Large)]
    public void Every_byte_of_data_is_read_again_whatever_the_cache_has_and_holes_are_not(string volume, Form form)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        (string source, string target) = (scratch.File("source"), scratch.File("target"));
        Command.Shell(
            $"mkdir '{source}' '{target}' && cd '{source}' && truncate -s 3M file && "
            + "head -c 300000 /dev/urandom | dd of=file bs=1M seek=1 conv=notrunc,fsync status=none && "
            + "cat file > /dev/null");

        CopyResult result = Copy(form, source, target, Options(CopyStrategy.Automatic) with { Verify = true });

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        Command.Shell($"cmp '{source}/file' '{target}/file'");
        Assert.InRange(result.SourceBytesVerified, 300_000, form == Form.Small ? 3 << 20 : 400_000);
        if (volume != "btrfs" || form == Form.Large)
        {
            // Btrfs does not say how a direct read is aligned.
            Assert.Equal(0, result.SourceBytesVerifiedThroughCache);
        }
    }

    [Fact]
    public void A_copy_that_is_resumed_is_read_again_from_its_beginning()
    {
        using var ground = new CopyGround();
        const int Long = 40 << 20;
        ground.MakeSource(Long);
        CopyOptions options = Options(CopyStrategy.Direct) with { RequestSize = 256 << 10 };
        ground.StopAt(20 << 20, options);

        CopyResult result = ground.Copy(options);

        Assert.InRange(result.BytesResumed, 1, Long);
        Assert.Equal(Long, result.SourceBytesVerified);
        ground.AssertEqual();
    }

    private static CopyOptions Options(CopyStrategy strategy) => new()
    {
        VerifySource = true,
        Strategy = strategy,
        RequestSize = 256 << 10,
    };

    private static CopyResult Copy(Form form, string source, string target, CopyOptions options)
    {
        if (form != Form.Single)
        {
            var tree = new TreeCopyOptions
            {
                VerifySource = options.VerifySource,
                Verify = options.Verify,
                Strategy = options.Strategy,
                RequestSize = options.RequestSize,
                SmallFileLimit = form == Form.Small ? 4 << 20 : 0,
            };
            return form == Form.Ranks
                ? ThreadRanks.Copy(2, source, target, tree, s_ranges) : TreeCopies.Copy(source, target, tree);
        }

        try
        {
            return FileCopier.Copy(
                Path.Combine(source, "file"), Path.Combine(target, "file"), options, null, Stop);
        }
        catch (CopyException failure)
        {
            return new CopyResult { Outcome = failure.Outcome, Problems = [failure.Problem] };
        }
    }

    private static FaultStage Stage(out string source, out string target)
    {
        var stage = FaultStage.OnMount(FaultCache.Direct);

        // A small file that changed within 20 ms before the copy is read once more, and what was read first goes
        // nowhere.
        Command.Shell($"head -c {Length} /dev/urandom > '{stage.Medium}/source/file'; sleep 0.03");
        (source, target) = (Path.Combine(stage.Root, "source"), Path.Combine(stage.Root, "target"));
        return stage;
    }
}
