using System.IO.Pipes;
using Landspeed.Copying;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests;

/// <summary>What all entry points have in common: text as paths, no ambiguous null, cancellation that throws.</summary>
public sealed class EntryPointTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly CancellationTokenSource _cancelled = new();

    public EntryPointTests() => _cancelled.Cancel();

    public static TheoryData<string, Action> CallsWithNull => new()
    {
        { "SequentialFile.OpenRead", () => SequentialFile.OpenRead(null!) },
        { "SequentialFile.Create", () => SequentialFile.Create(null!) },
        { "SequentialFile.CreateNew", () => SequentialFile.CreateNew(null!) },
        { "SequentialFile.OpenWrite", () => SequentialFile.OpenWrite(null!) },
        { "SequentialFile.Append", () => SequentialFile.Append(null!) },
        { "SequentialFile.ReadBlocks", () => SequentialFile.ReadBlocks(null!) },
        { "SequentialFile.ReadBlocksAsync", () => SequentialFile.ReadBlocksAsync(null!) },
        { "BlockReader.Open", () => BlockReader.Open(null!) },
        { "BlockWriter.Create", () => BlockWriter.Create(null!) },
        { "BlockWriter.CreateNew", () => BlockWriter.CreateNew(null!) },
        { "BlockWriter.OpenWrite", () => BlockWriter.OpenWrite(null!) },
        { "BlockWriter.Append", () => BlockWriter.Append(null!) },
        { "DirectFile.OpenRead", () => DirectFile.OpenRead(null!) },
        { "DirectFile.Open", () => DirectFile.Open(null!) },
        { "DirectFile.OpenOrCreate", () => DirectFile.OpenOrCreate(null!) },
        { "DirectFile.CreateNew", () => DirectFile.CreateNew(null!) },
        { "DirectFile.Create", () => DirectFile.Create(null!) },
        { "Lines.Count", () => Lines.Count(null!) },
        { "Lines.Enumerate", () => Lines.Enumerate(null!) },
        { "Lines.EnumerateStrings", () => Lines.EnumerateStrings(null!) },
        { "FileCopier.Copy", () => FileCopier.Copy(null!, null!) },
        { "TreeCopier.Copy", () => TreeCopier.Copy(null!, null!) },
        { "CopyLeftovers.Find", () => CopyLeftovers.Find(null!) },
        { "CopyLeftovers.Remove", () => CopyLeftovers.Remove(null!) },
        { "AtomicFile.Replace", () => AtomicFile.Replace(null!, _ => { }) },
        { "AtomicFile.ReplaceAsync", () => AtomicFile.ReplaceAsync(null!, (_, _) => Task.CompletedTask) },
        { "Durability.FlushDirectory", () => Durability.FlushDirectory(null!) },
    };

    public void Dispose()
    {
        _cancelled.Dispose();
        _scratch.Dispose();
    }

    [Theory]
    [MemberData(nameof(CallsWithNull), DisableDiscoveryEnumeration = true)]
    public void A_path_that_is_null_is_an_argument_that_is_null(string name, Action call)
    {
        Assert.NotEmpty(name);
        Assert.Throws<ArgumentNullException>("path", call);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a\0b")]
    public void A_path_that_cannot_be_one_is_a_wrong_argument(string text)
    {
        Assert.Throws<ArgumentException>("path", () => SequentialFile.OpenRead(text));
        Assert.Throws<ArgumentException>("path", () => File.OpenRead(text));
    }

    [Fact]
    public void A_copy_of_a_tree_that_is_cancelled_throws()
    {
        string source = _scratch.File("source");
        Directory.CreateDirectory(source);
        File.WriteAllText(Path.Combine(source, "a"), "a");

        var failure = Assert.Throws<OperationCanceledException>(
            () => TreeCopier.Copy(source, _scratch.File("target"), cancellationToken: _cancelled.Token));
        Assert.Equal(_cancelled.Token, failure.CancellationToken);
    }

    [Fact]
    public async Task An_asynchronous_copy_that_is_cancelled_throws()
    {
        string source = _scratch.CreateFile("source", 1000);
        string target = _scratch.File("target");
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => FileCopier.CopyAsync(source, target, cancellationToken: _cancelled.Token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => TreeCopier.CopyAsync(source, target, cancellationToken: _cancelled.Token));
        Assert.False(File.Exists(target));
    }

    [Fact]
    public async Task A_file_goes_through_a_pipe_to_another_file()
    {
        string source = _scratch.CreateFile("source", 3_000_000);
        string target = _scratch.File("target");
        using var pipe = new AnonymousPipeServerStream(PipeDirection.Out);
        var readEnd = new SafeFileHandle(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false);
        var writeEnd = new SafeFileHandle(pipe.SafePipeHandle.DangerousGetHandle(), ownsHandle: false);

        CancellationToken token = TestContext.Current.CancellationToken;
        Task<CopyResult> receiving = StreamCopier.ReceiveAsync(readEnd, target, cancellationToken: token);
        CopyResult sent = await StreamCopier.SendAsync(source, writeEnd, cancellationToken: token);
        pipe.Dispose();
        CopyResult received = await receiving;

        Assert.Equal((3_000_000, 3_000_000), (sent.BytesCopied, received.BytesCopied));
        Assert.Equal(File.ReadAllBytes(source), File.ReadAllBytes(target));
    }

    [Fact]
    public void A_failed_request_of_a_batch_throws_when_asked()
    {
        string path = _scratch.CreateFile("a", 5000);
        using DirectFile file = DirectFile.OpenRead(path);
        var results = new DirectResult[1];
        file.ReadBatch([new(new byte[5000], 0)], results);
        results[0].ThrowIfFailed();
        Assert.Equal(5000, results[0].Count);
    }
}
