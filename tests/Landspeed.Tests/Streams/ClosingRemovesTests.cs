using System.Runtime.CompilerServices;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>The full name of what is open, and files whose name goes when they are closed, as with
/// FileOptions.DeleteOnClose. Changes the working directory.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class ClosingRemovesTests : IDisposable
{
    private static readonly Dictionary<string, Func<string, bool, (IDisposable File, string Name)>> s_ways = new()
    {
        ["SequentialFile.OpenRead"] = (path, removes) =>
            SequentialFile.OpenRead(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["SequentialFile.OpenWrite"] = (path, removes) =>
            SequentialFile.OpenWrite(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["SequentialFile.Create"] = (path, removes) =>
            SequentialFile.Create(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["SequentialFile.Append"] = (path, removes) =>
            SequentialFile.Append(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["BlockReader.Open"] = (path, removes) =>
            BlockReader.Open(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["BlockWriter.Create"] = (path, removes) =>
            BlockWriter.Create(path, Options(removes)) is var file ? (file, file.Name) : default,
        ["DirectFile.Open"] = (path, removes) =>
            DirectFile.Open(path, new() { DeleteOnClose = removes }) is var file ? (file, file.Name) : default,
        ["DirectFile.Create"] = (path, removes) =>
            DirectFile.Create(path, new() { Mode = IoMode.Direct, DeleteOnClose = removes }) is var file
                ? (file, file.Name) : default,
    };

    private readonly ScratchDirectory _scratch = new();
    private readonly string _workingDirectory = Environment.CurrentDirectory;

    public static TheoryData<string> Ways => [.. s_ways.Keys];

    public void Dispose()
    {
        Environment.CurrentDirectory = _workingDirectory;
        _scratch.Dispose();
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void The_name_goes_with_the_file_and_stays_without_the_option(string way)
    {
        string path = _scratch.CreateFile("file", 1_000_000);

        s_ways[way](path, false).File.Dispose();
        Assert.True(File.Exists(path));

        IDisposable file = s_ways[way](path, true).File;
        Assert.True(File.Exists(path));
        file.Dispose();
        Assert.False(File.Exists(path));
        file.Dispose(); // nothing more happens
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_relative_name_is_the_one_it_was_when_the_file_was_opened(string way)
    {
        _scratch.CreateFile("file", 1_000_000);
        Directory.CreateDirectory(_scratch.File("below"));
        string other = Path.Combine("below", "file");
        Environment.CurrentDirectory = _scratch.Path;
        File.Copy("file", other);
        using var theirs = new FileStream("./file", FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        string expected = theirs.Name;
        theirs.Dispose();

        (IDisposable file, string name) = s_ways[way]("./file", true);
        Environment.CurrentDirectory = _scratch.File("below");
        file.Dispose();

        Assert.Equal((_scratch.File("file"), expected), (name, name));
        Assert.False(File.Exists(_scratch.File("file")));
        Assert.True(File.Exists(_scratch.File(other)));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Another_file_that_has_the_name_by_then_stays(string way)
    {
        string path = _scratch.CreateFile("file", 1_000_000);

        IDisposable file = s_ways[way](path, true).File;
        File.Move(path, _scratch.File("moved"));
        File.WriteAllText(path, "another");
        file.Dispose();

        Assert.Equal("another", File.ReadAllText(path));
        Assert.True(File.Exists(_scratch.File("moved")));
    }

    [Fact]
    public void Of_a_symbolic_link_the_link_goes_as_with_FileStream()
    {
        string target = _scratch.CreateFile("target", 1_000);
        string link = _scratch.File("link");

        File.CreateSymbolicLink(link, target);
        new FileStream(link, FileMode.Open, FileAccess.Read, FileShare.Read, 1, FileOptions.DeleteOnClose).Dispose();
        Assert.Equal((false, true), (Path.Exists(link), File.Exists(target)));

        File.CreateSymbolicLink(link, target);
        SequentialFile.OpenRead(link, Options(true)).Dispose();
        Assert.Equal((false, true), (Path.Exists(link), File.Exists(target)));
    }

    [Fact]
    public void A_file_that_another_one_has_locked_is_not_removed_by_the_opening_that_was_refused()
    {
        string path = _scratch.CreateFile("file", 1_000);
        using FileStream holder = new(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        Assert.Throws<NativeIOException>(() => SequentialFile.OpenWrite(path, Options(true)));

        Assert.True(File.Exists(path));
    }

    [Fact]
    public void A_forgotten_one_is_removed_too()
    {
        string path = _scratch.File("file");
        Forget(path);

        Assert.True(SpinWait.SpinUntil(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                return !File.Exists(path);
            },
            TimeSpan.FromSeconds(30)));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget(string path)
    {
        SequentialFile.Create(path, Options(true)).WriteByte(1);
        Assert.True(File.Exists(path));
    }

    private static SequentialFileOptions Options(bool removes) => new() { DeleteOnClose = removes };
}
