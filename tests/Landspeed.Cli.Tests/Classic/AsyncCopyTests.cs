using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Classic;

public sealed class AsyncCopyTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void The_file_is_made_copied_with_four_requests_in_flight_compared_and_removed()
    {
        long length = 0;
        var command = new CommandUnderTest
        {
            Copier = new FakeCopier
            {
                Copies = (task, progress) =>
                {
                    length = new FileInfo(task.Source!.Text).Length;
                    return FakeCopier.Plain(task, progress);
                },
            },
        };

        Command done = command.Run("asynccopy", _scratch.Path, "--size", "3000017");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Equal(3000017, length);
        Assert.Equal(4, command.Copier.Task!.Options.QueueDepth);
        Assert.Equal(ReflinkRule.Never, command.Copier.Task.Options.Reflink);
        string[] lines = done.Output.TrimEnd('\n').Split('\n');
        Assert.StartsWith("created   2.9 MiB in ", lines[0], StringComparison.Ordinal);
        Assert.StartsWith("copied    2.9 MiB in 0.000 s, ", lines[1], StringComparison.Ordinal);
        Assert.EndsWith(", equal", lines[^2], StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_copy_that_differs_ends_with_4()
    {
        Command done = Run((task, progress) =>
        {
            CopyResult result = FakeCopier.Plain(task, progress);
            using FileStream stream = File.Open(task.Target!.Text, FileMode.Open);
            stream.Position = 8191;
            int value = stream.ReadByte();
            stream.Position = 8191;
            stream.WriteByte((byte)(value ^ 1));
            return result;
        });

        Assert.Equal((4, "landspeed: the copy differs from its source at offset 8191\n"), (done.ExitCode, done.Error));
        Assert.DoesNotContain("equal", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_copy_that_is_too_short_ends_with_4()
    {
        Command done = Run((task, progress) =>
        {
            CopyResult result = FakeCopier.Plain(task, progress);
            using FileStream stream = File.Open(task.Target!.Text, FileMode.Open);
            stream.SetLength(stream.Length - 1);
            return result;
        });

        Assert.Equal(4, done.ExitCode);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_copy_that_fails_leaves_nothing()
    {
        Command done = Run((task, _) =>
        {
            File.WriteAllText(task.Target!.Text + ".landspeed-part", "unfinished");
            throw new CopyException(
                CopyOutcome.OutOfSpace, new CopyProblem(CopyProblemKind.OutOfSpace, task.Target, "no space left for target"));
        });

        Assert.Equal((6, "landspeed: no space left for target\n"), (done.ExitCode, done.Error));
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void Something_unforeseen_leaves_nothing_either()
    {
        Command done = Run((_, _) => throw new IOException("broken"));
        Assert.Equal(new Command(1, string.Empty, "landspeed: broken\n"), done);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_second_signal_removes_the_files_while_the_copy_still_runs()
    {
        CommandUnderTest command = null!;
        string[] during = [];
        command = new CommandUnderTest
        {
            Copier = new FakeCopier
            {
                Copies = (_, _) =>
                {
                    command.Signals.Send(2);
                    command.Signals.Send(2);
                    during = Directory.GetFileSystemEntries(_scratch.Path);
                    throw new IOException("gone");
                },
            },
        };

        Command done = command.Run("asynccopy", _scratch.Path, "--size=64K");

        Assert.Equal(130, done.ExitCode);
        Assert.Empty(during);
    }

    [Fact]
    public void A_file_larger_than_the_volume_is_refused_before_it_is_begun()
    {
        var command = new CommandUnderTest();
        Command done = command.Run("asynccopy", _scratch.Path, "--size", "1000T");
        Assert.Equal((6, string.Empty), (done.ExitCode, done.Output));
        Assert.Null(command.Copier.Task);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData("unknown option '-q'", "-q")]
    [InlineData("more than one directory named, the second 'b'", "a", "b")]
    [InlineData("invalid --size ''", "--size")]
    [InlineData("invalid --size '4095'", "--size=4095")]
    [InlineData("names no file", "")]
    public void What_cannot_be_is_named_and_ends_with_2(string message, params string[] words)
    {
        Command done = new CommandUnderTest { ProgramName = "asynccopy" }.Run(words);
        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    private Command Run(Func<CopyTask, IProgress<CopyProgress>?, CopyResult> copies) =>
        new CommandUnderTest { Copier = new FakeCopier { Copies = copies } }.Run("asynccopy", _scratch.Path, "--size", "64K");
}
