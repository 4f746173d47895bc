using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Faults;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying.Content;

public class SourceRetryTests
{
    private const int Length = (2 << 20) + 100;
    private static readonly FaultRule s_read = new(FaultOperations.Read, FaultAction.Deny(Errno.EIO));

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    public void A_failure_of_any_one_read_of_the_source_is_repeated_and_listed_and_no_failure_of_the_target_is()
    {
        int healed = 0;
        for (int request = 0; ; request++)
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            var faults = new SimulationOptions
            {
                Faults = [new SimulatedFault(request, NativeErrorKind.DeviceFailure, FaultExtent.Once)],
            };
            var options = new CopyOptions
            {
                RequestSize = 256 * 1024,
                QueueDepth = 4,
                Strategy = CopyStrategy.Direct,
                Verify = true,
                MaxRetries = 1,
            };
            try
            {
                CopyResult result = ground.Copy(
                    options,
                    depth => new SimulatedEngine(faults with { QueueDepth = depth }),
                    checkpointInterval: 512 << 10);
                ground.AssertEqual();
                Assert.Empty(ground.Leftovers);
                if (result.Problems.Count == 0)
                {
                    Assert.Equal(9, healed); // each piece of the source
                    return;
                }

                CopyProblem retried = Assert.Single(result.Problems);
                Assert.Equal((CopyProblemKind.Retried, ground.Source), (retried.Kind, retried.Path.Text));
                Assert.NotNull(retried.Range);
                healed++;
            }
            catch (CopyException failure)
            {
                Assert.Equal(CopyOutcome.Failed, failure.Outcome);
                Assert.False(File.Exists(ground.Target));
            }
        }
    }

    [Theory]
    [InlineData(Errno.EIO, true)]
    [InlineData(Errno.EIO, false)]
    [InlineData(Errno.ETIMEDOUT, true)]
    [InlineData(Errno.ETIMEDOUT, false)]
    [InlineData(Errno.ESTALE, true)]
    [InlineData(Errno.ESTALE, false)]
    public void A_file_of_a_tree_whose_reads_fail_twice_is_copied(Errno error, bool isLarge)
    {
        using FaultStage stage = Stage(out string source, out string target);
        int opened = Opened(stage, () =>
        {
            stage.Faults.Arm(new FaultRule(FaultOperations.Read, FaultAction.Deny(error)));
            stage.Faults.Arm(new FaultRule(FaultOperations.Read, FaultAction.Deny(error), Nth: 2));
            CopyResult result = TreeCopies.Copy(source, target, new TreeCopyOptions
            {
                MaxRetries = 3,
                SmallFileLimit = isLarge ? 0 : 1 << 20,
                Strategy = CopyStrategy.Direct,
                QueueDepth = 1,
            });

            Assert.Equal(CopyOutcome.Done, result.Outcome);
            Assert.Equal(1, result.FilesCopied);
            Assert.NotEmpty(result.Problems);
            Assert.All(result.Problems, problem => Assert.Equal(CopyProblemKind.Retried, problem.Kind));
            Assert.All(result.Problems, problem => Assert.Equal(Path.Combine(source, "file"), problem.Path.Text));
            Assert.Contains(error.ToString(), result.Problems[0].Message, StringComparison.Ordinal);
        });

        TreeCopies.AssertEqual(source, target);
        if (error == Errno.ESTALE)
        {
            Assert.True(opened > 1);
        }
    }

    [Theory]
    [InlineData(FaultOperations.Open, "file")]
    [InlineData(FaultOperations.Opendir, "directory")]
    [InlineData(FaultOperations.Readlink, "link")]
    public void Opening_what_is_copied_is_repeated_too(FaultOperations operation, string name)
    {
        using FaultStage stage = Stage(out string source, out string target);
        Command.Shell($"cd '{stage.Medium}/source' && mkdir directory && echo 1 > directory/in && ln -s file link");
        stage.Faults.Arm(new FaultRule(operation, FaultAction.Deny(Errno.EIO)) { Filter = $"={name}" });

        CopyResult result = TreeCopies.Copy(source, target, new TreeCopyOptions { MaxRetries = 1 });

        Assert.Equal(CopyOutcome.Done, result.Outcome);
        CopyProblem retried = Assert.Single(result.Problems);
        Assert.Equal((CopyProblemKind.Retried, Path.Combine(source, name)), (retried.Kind, retried.Path.Text));
        TreeCopies.AssertEqual(source, target);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_source_that_never_heals_fails_after_the_last_retry_and_each_one_is_listed(bool isTree)
    {
        using FaultStage stage = Stage(out string source, out string target);
        stage.Faults.Arm(s_read with { Always = true });

        IReadOnlyList<CopyProblem> problems;
        if (isTree)
        {
            problems = TreeCopies.Copy(source, target, new TreeCopyOptions { MaxRetries = 2 }).Problems;
        }
        else
        {
            var failed = Assert.Throws<CopyException>(() => FileCopier.Copy(
                Path.Combine(source, "file"),
                Path.Combine(target, "file"),
                new() { MaxRetries = 2, QueueDepth = 1, Strategy = CopyStrategy.Direct },
                null,
                Stop));
            problems = [failed.Problem];
            Assert.EndsWith("It was tried 3 times", failed.Problem.Message, StringComparison.Ordinal);
        }

        Assert.Equal(CopyProblemKind.Failed, problems[^1].Kind);
        Assert.Equal(isTree ? 3 : 1, problems.Count);
        Assert.All(problems.SkipLast(1), problem => Assert.Equal(CopyProblemKind.Retried, problem.Kind));
        Assert.Contains("EIO", problems[^1].Message, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(target, "file")));
        Assert.Empty(TreeCopies.Leftovers(stage.Medium));
    }

    [Fact]
    public async Task A_stop_ends_the_pause_before_a_retry()
    {
        using FaultStage stage = Stage(out string source, out string target);
        stage.Faults.Arm(s_read with { Always = true });
        using var stop = new CancellationTokenSource();
        using var timer = new Timer(_ => stop.Cancel(), null, 300, Timeout.Infinite);
        var copy = Task.Run(
            () => TreeCopies.CopyUntil(stop.Token, source, target, new TreeCopyOptions { MaxRetries = 100 }), Stop);

        // All the pauses last a quarter of an hour.
        Assert.Equal(CopyOutcome.Stopped, (await copy.WaitAsync(TimeSpan.FromMinutes(1), Stop)).Outcome);
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(101)]
    public void A_number_of_retries_out_of_range_is_refused(int retries) =>
        Assert.Throws<ArgumentOutOfRangeException>(
            () => FileCopier.Copy("a", "b", new() { MaxRetries = retries }, null, Stop));

    private static FaultStage Stage(out string source, out string target)
    {
        var stage = FaultStage.OnMount(FaultCache.Direct);
        Command.Shell($"head -c 700000 /dev/urandom > '{stage.Medium}/source/file'");
        (source, target) = (Path.Combine(stage.Root, "source"), Path.Combine(stage.Root, "target"));
        return stage;
    }

    // How often the source was opened.
    private static int Opened(FaultStage stage, Action copy)
    {
        var mount = (FaultMount)stage.Faults;
        long before = mount.LogLength;
        copy();
        return mount.OperationsSince(before).Count(
            one => one.Word == "open" && one.Path.EndsWith("source/file", StringComparison.Ordinal));
    }
}
