using Landspeed.Copying;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.Single;

/// <summary>The target's directory loses its name when the copy has its own already.</summary>
public sealed class DisplacedTargetTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string, string> Moves => new()
    {
        { "mv DIR aside && mkdir DIR", "aside" },
        { "mv DIR aside", "aside" },
        { "mount -t tmpfs none DIR", "inode" },
    };

    public DisplacedTargetTests() => Command.Shell($"cd '{_scratch.Path}' && mkdir DIR && echo content > source");

    public void Dispose()
    {
        Command.Run("umount", ["-l", _scratch.File("DIR")]);
        _scratch.Dispose();
    }

    [Theory]
    [MemberData(nameof(Moves))]
    public void A_copy_that_is_not_under_the_name_is_reported_with_where_it_is_and_its_source_stays(string command, string where)
    {
        CopyOptions options = new() { RemoveSource = true, Events = WhenCopied(command) };

        CopyResult result = FileCopier.Copy(
            _scratch.FilePath("source"), _scratch.FilePath("DIR/copy"), options, null, TestContext.Current.CancellationToken);

        AssertReported(result, where);
        Assert.True(File.Exists(_scratch.File("source")));
    }

    [Theory]
    [MemberData(nameof(Moves))]
    public void A_received_file_that_is_not_under_the_name_is_reported_with_where_it_is(string command, string where)
    {
        using SafeFileHandle source = File.OpenHandle(_scratch.File("source"));
        CopyOptions options = new() { Events = WhenCopied(command) };

        CopyResult result = StreamCopier.Receive(
            source, FilePath.FromText("standard input"), _scratch.FilePath("DIR/copy"), options, null, TestContext.Current.CancellationToken);

        AssertReported(result, where);
    }

    private Listener<CopyEvent> WhenCopied(string command) =>
        new(_ => Command.Shell($"cd '{_scratch.Path}' && {command}"));

    private void AssertReported(CopyResult result, string where)
    {
        Assert.Equal(CopyOutcome.Failed, result.Outcome);
        CopyProblem problem = Assert.Single(result.Problems);
        Assert.Equal(CopyProblemKind.Failed, problem.Kind);
        Assert.Contains("DIR/copy", problem.Message, StringComparison.Ordinal);
        Assert.Contains(where, problem.Message, StringComparison.Ordinal);
        Command.Run("umount", [_scratch.File("DIR")]);
        Assert.Equal("content\n", Command.Shell($"cd '{_scratch.Path}' && cat DIR/copy aside/copy 2>/dev/null; true"));
    }
}
