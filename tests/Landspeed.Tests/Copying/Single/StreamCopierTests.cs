using System.IO.Pipes;
using Landspeed.Copying;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Single;

public class StreamCopierTests
{
    private static readonly FilePath s_name = FilePath.FromText("standard input");

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(4097)]
    [InlineData((3 << 20) + 17)]
    public async Task What_comes_out_of_a_pipe_becomes_a_file(int length)
    {
        using var ground = new CopyGround();
        ground.MakeSource(length);
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        using SafeFileHandle end = new(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        Task writer = Task.Run(
            () =>
            {
                byte[] content = File.ReadAllBytes(ground.Source);
                for (int done = 0, piece = 1; done < length; done += piece, piece = (piece * 3 % 65_000) + 1)
                {
                    piece = Math.Min(piece, length - done);
                    pipe.Write(content, done, piece);
                }

                pipe.Dispose();
            },
            TestContext.Current.CancellationToken);

        CopyResult result = StreamCopier.Receive(
            end, s_name, ground.TargetPath, new() { Verify = true, Digests = [DigestAlgorithm.Md5] },
            cancellationToken: TestContext.Current.CancellationToken);

        await writer;
        ground.AssertEqual();
        Assert.Equal((1L, (long)length, (long)length), (result.FilesCopied, result.BytesCopied, result.BytesVerified));
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void What_a_killed_run_left_goes_and_files_of_others_with_such_names_stay()
    {
        using var ground = new CopyGround();
        using (OpenDirectory directory = OpenDirectory.Root(FilePath.FromText(ground.Directory)))
        {
            var target = new DirectoryEntry(directory, ground.TargetPath.Name);
            UnpublishedFile.Create(target, TemporaryNames.OfRun(target.Name, "0123456789abcdef"), PartMarks.Copy).Release();
            UnpublishedFile.Create(target, TemporaryNames.OfRun(target.Name, "1123456789abcdef"), PartMarks.Result).Release();
        }

        File.WriteAllText(Path.Combine(ground.Directory, ".target.dat.2123456789abcdef.landspeed-part"), "mine");
        using SafeFileHandle empty = File.OpenHandle("/dev/null");

        StreamCopier.Receive(empty, s_name, ground.TargetPath, null, null, ground.Stop);

        Assert.Equal(
            [".target.dat.1123456789abcdef.landspeed-part", ".target.dat.2123456789abcdef.landspeed-part"], ground.Leftovers);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData((3 << 20) + 17)]
    public async Task A_file_goes_into_a_pipe_in_order(int length)
    {
        using var ground = new CopyGround();
        ground.MakeSource(length);
        using var pipe = new AnonymousPipeServerStream(PipeDirection.In);
        var end = new SafeFileHandle(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        using var received = new MemoryStream();
        Task reader = Task.Run(() => pipe.CopyTo(received), TestContext.Current.CancellationToken);

        CopyResult result = StreamCopier.Send(
            ground.SourcePath,
            end,
            s_name,
            new() { RequestSize = 64 * 1024 },
            cancellationToken: TestContext.Current.CancellationToken);

        pipe.DisposeLocalCopyOfClientHandle();
        await reader;
        Assert.Equal(File.ReadAllBytes(ground.Source), received.ToArray());
        Assert.Equal(length, result.BytesCopied);
    }

    [Theory]
    [InlineData(CopyStrategy.Direct)]
    [InlineData(CopyStrategy.Uncached)]
    [InlineData(CopyStrategy.Buffered)]
    public void The_strategy_that_is_reported_is_the_one_that_moved_the_bytes(CopyStrategy strategy)
    {
        using var ground = new CopyGround();
        ground.MakeSource(100_000);
        var options = new CopyOptions { Strategy = strategy };
        using SafeFileHandle source = File.OpenHandle(ground.Source);
        using SafeFileHandle sink = File.OpenHandle("/dev/null", FileMode.Open, FileAccess.Write);

        CopyResult received = StreamCopier.Receive(
            source, s_name, ground.TargetPath, options, cancellationToken: TestContext.Current.CancellationToken);
        CopyResult sent = StreamCopier.Send(
            ground.SourcePath, sink, s_name, options, cancellationToken: TestContext.Current.CancellationToken);

        CopyDecision receiving = Assert.Single(received.Strategies).Decision;
        CopyDecision sending = Assert.Single(sent.Strategies).Decision;
        Assert.Equal($"{receiving.TargetMode}", $"{receiving.Strategy}");
        Assert.Equal($"{sending.SourceMode}", $"{sending.Strategy}");
    }

    [Fact]
    public void A_target_that_exists_stays_and_nothing_is_read()
    {
        using var ground = new CopyGround();
        File.WriteAllText(ground.Target, "old");
        using SafeFileHandle empty = File.OpenHandle("/dev/null");

        CopyException refused = Assert.Throws<CopyException>(
            () => StreamCopier.Receive(empty, s_name, ground.TargetPath, null, null, ground.Stop));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Equal("old", File.ReadAllText(ground.Target));
    }

    [Fact]
    public void A_full_volume_leaves_nothing()
    {
        using var volume = new TestVolume("ext4", "32M");
        using SafeFileHandle endless = File.OpenHandle("/dev/zero");

        CopyException full = Assert.Throws<CopyException>(
            () => StreamCopier.Receive(
                endless,
                s_name,
                FilePath.FromText(volume.File("target")),
                cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.OutOfSpace, full.Outcome);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public async Task A_silent_pipe_does_not_keep_a_stop_waiting()
    {
        using var ground = new CopyGround();
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        using SafeFileHandle end = new(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        using var stop = new CancellationTokenSource();
        var copy = Task.Run(
            () => StreamCopier.Receive(end, s_name, ground.TargetPath, cancellationToken: stop.Token), TestContext.Current.CancellationToken);

        // More than a pipe holds, so that the copy is reading when this returns; and then nothing.
        await pipe.WriteAsync(new byte[100_000], TestContext.Current.CancellationToken);
        await stop.CancelAsync();

        await Assert.ThrowsAsync<OperationCanceledException>(
            () => copy.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
        Assert.False(File.Exists(ground.Target));
        Assert.Empty(ground.Leftovers);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_reader_that_waits_does_not_keep_a_stop_waiting(bool named)
    {
        using var ground = new CopyGround();
        ground.MakeSource(3 << 20);
        using var pipe = new TestPipe(ground.Directory, named);
        using var stop = new CancellationTokenSource();
        var copy = Task.Run(
            () => StreamCopier.Send(ground.SourcePath, pipe.Input, s_name, cancellationToken: stop.Token),
            TestContext.Current.CancellationToken);

        pipe.Output.ReadExactly(new byte[100_000]);
        await stop.CancelAsync();

        await Assert.ThrowsAsync<OperationCanceledException>(
            () => copy.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_file_goes_into_a_named_pipe_in_order()
    {
        using var ground = new CopyGround();
        ground.MakeSource((3 << 20) + 17);
        using var pipe = new TestPipe(ground.Directory, named: true);
        byte[] received = new byte[(3 << 20) + 17];
        var reader = Task.Run(() => pipe.Output.ReadExactly(received), TestContext.Current.CancellationToken);

        StreamCopier.Send(ground.SourcePath, pipe.Input, s_name, cancellationToken: TestContext.Current.CancellationToken);

        await reader;
        Assert.Equal(await File.ReadAllBytesAsync(ground.Source, TestContext.Current.CancellationToken), received);
    }

    [Fact]
    public void A_reader_that_went_away_is_reported()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        using var pipe = new TestPipe(ground.Directory, named: false);
        pipe.Output.Dispose();

        CopyException failed = Assert.Throws<CopyException>(
            () => StreamCopier.Send(
                ground.SourcePath, pipe.Input, s_name, cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.Failed, failed.Outcome);
        Assert.Contains("EPIPE", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_with_an_untrue_length_is_refused_instead_of_sent_empty()
    {
        using SafeFileHandle nowhere = File.OpenHandle("/dev/null", access: FileAccess.Write);

        CopyException failed = Assert.Throws<CopyException>(() => StreamCopier.Send(
            FilePath.FromText("/proc/cpuinfo"), nowhere, s_name, cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.Failed, failed.Outcome);
        Assert.Contains("length is 0", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_sent_is_not_called_durable()
    {
        using var ground = new CopyGround();
        ground.MakeSource(1000);
        using SafeFileHandle target = File.OpenHandle(ground.Target, FileMode.CreateNew, FileAccess.Write);

        CopyResult result = StreamCopier.Send(
            ground.SourcePath, target, FilePath.FromText("standard output"), null, null, ground.Stop);

        Assert.False(result.IsDurable);
        Assert.Equal(TimeSpan.Zero, result.ElapsedToDurable);
    }

    [Fact]
    public void A_file_is_not_sent_to_its_own_end()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        using FileStream end = new(ground.Source, FileMode.Append);

        CopyException refused = Assert.Throws<CopyException>(() => StreamCopier.Send(
            ground.SourcePath, end.SafeFileHandle, s_name, cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Equal(5000, new FileInfo(ground.Source).Length);
    }
}
