using System.Runtime.Versioning;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>Which files are created, which are refused, and what a new one allows; as with FileStream.</summary>
[SupportedOSPlatform("linux")]
public sealed class CreationTests : IDisposable
{
    private const int Exists = 17;

    private static readonly Dictionary<string, Func<string, SequentialFileOptions, IDisposable>> s_ways = new()
    {
        ["SequentialFile.CreateNew"] = (path, how) => SequentialFile.CreateNew(path, how),
        ["BlockWriter.CreateNew"] = (path, how) => BlockWriter.CreateNew(path, how),
        ["DirectFile.CreateNew"] = (path, how) => DirectFile.CreateNew(path, Direct(how)),
        ["SequentialFile.Create"] = (path, how) => SequentialFile.Create(path, how),
        ["SequentialFile.OpenWrite"] = (path, how) => SequentialFile.OpenWrite(path, how),
        ["SequentialFile.Append"] = (path, how) => SequentialFile.Append(path, how),
        ["BlockWriter.Create"] = (path, how) => BlockWriter.Create(path, how),
        ["BlockWriter.OpenWrite"] = (path, how) => BlockWriter.OpenWrite(path, how),
        ["BlockWriter.Append"] = (path, how) => BlockWriter.Append(path, how),
        ["DirectFile.Create"] = (path, how) => DirectFile.Create(path, Direct(how)),
        ["DirectFile.OpenOrCreate"] = (path, how) => DirectFile.OpenOrCreate(path, Direct(how)),
    };

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> All => [.. s_ways.Keys];

    public static TheoryData<string> New =>
        [.. s_ways.Keys.Where(way => way.EndsWith("New", StringComparison.Ordinal))];

    public static TheoryData<string> Old =>
        [.. s_ways.Keys.Where(way => !way.EndsWith("New", StringComparison.Ordinal))];

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(New))]
    public void A_new_file_is_refused_as_FileStream_refuses_it_where_there_is_one(string way)
    {
        string file = _scratch.CreateFile("file", 10_000);
        File.CreateSymbolicLink(_scratch.File("link"), file);
        File.CreateSymbolicLink(_scratch.File("dangling"), _scratch.File("missing"));
        Directory.CreateDirectory(_scratch.File("directory"));
        Command.Shell($"mkfifo '{_scratch.File("fifo")}'");

        foreach (string name in (string[])["file", "link", "dangling", "directory", "fifo"])
        {
            string path = _scratch.File(name);
            IOException theirs = Assert.ThrowsAny<IOException>(() => new FileStream(path, FileMode.CreateNew));
            IOException ours = Assert.ThrowsAny<IOException>(() => s_ways[way](path, new()));
            Assert.Equal((Exists, theirs.HResult), (ours.HResult, ours.HResult));
            Assert.Contains(path, ours.Message, StringComparison.Ordinal);
        }

        Assert.Equal(10_000, new FileInfo(file).Length);
        Assert.False(File.Exists(_scratch.File("missing")));
    }

    [Theory]
    [MemberData(nameof(New))]
    public async Task Of_many_who_create_one_file_at_once_one_gets_it(string way)
    {
        for (int round = 0; round < 20; round++)
        {
            string path = _scratch.File($"{round}");
            using var start = new Barrier(4);
            IDisposable?[] made = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
            {
                start.SignalAndWait();
                try
                {
                    return s_ways[way](path, new());
                }
                catch (NativeIOException refused) when (refused.HResult == Exists)
                {
                    return null;
                }
            })));

            Assert.Single(made, one => one is not null)!.Dispose();
        }
    }

    [Theory]
    [MemberData(nameof(New))]
    public void Where_the_required_mode_is_refused_nothing_is_created(string way)
    {
        using var volume = new TestVolume("tmpfs", "1M");
        SequentialFileOptions how = new() { Mode = IoMode.Direct, RequireMode = true };

        NativeIOException refused = Assert.Throws<NativeIOException>(() => s_ways[way](volume.File("file"), how));

        Assert.Contains("tmpfs", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void A_new_file_allows_what_was_asked_for_less_the_umask(string way)
    {
        // rwxrwxrwx, rw-------, ---r-----, nothing.
        foreach (int? bits in (int?[])[null, 0x1FF, 0x180, 0x20, 0])
        {
            var mode = (UnixFileMode?)bits;
            string ours = _scratch.File($"ours{bits}");
            string theirs = _scratch.File($"theirs{bits}");
            s_ways[way](ours, new() { UnixCreateMode = mode }).Dispose();
            new FileStream(theirs, new FileStreamOptions
            {
                Mode = FileMode.CreateNew, Access = FileAccess.Write, UnixCreateMode = mode,
            }).Dispose();

            Assert.Equal(File.GetUnixFileMode(theirs), File.GetUnixFileMode(ours));
        }
    }

    [Theory]
    [MemberData(nameof(Old))]
    public void A_file_that_exists_keeps_what_it_allows(string way)
    {
        string path = _scratch.CreateFile("file", 10);
        File.SetUnixFileMode(path, (UnixFileMode)0x1B0);

        s_ways[way](path, new() { UnixCreateMode = (UnixFileMode)0x180 }).Dispose();

        Assert.Equal((UnixFileMode)0x1B0, File.GetUnixFileMode(path));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void What_no_file_can_allow_is_refused_and_nothing_is_created(string way)
    {
        string path = _scratch.File("file");

        Assert.Throws<ArgumentOutOfRangeException>(
            () => s_ways[way](path, new() { UnixCreateMode = (UnixFileMode)0x1000 }));

        Assert.False(File.Exists(path));
    }

    [Fact]
    public void A_file_that_is_opened_or_created_keeps_its_bytes()
    {
        string path = _scratch.File("file");
        using (DirectFile file = DirectFile.OpenOrCreate(path))
        {
            Assert.Equal(0, file.Length);
            file.Write([1, 2, 3], 5_000);
        }

        using (DirectFile file = DirectFile.OpenOrCreate(FilePath.FromText(path)))
        {
            byte[] bytes = new byte[3];
            Assert.Equal(3, file.Read(bytes, 5_000));
            Assert.Equal([1, 2, 3], bytes);
        }

        Assert.Equal(5_003, new FileInfo(path).Length);
    }

    [Fact]
    public void A_block_writer_writes_a_file_over_and_keeps_the_rest_of_it()
    {
        string path = _scratch.CreateFile("file", 100_000);
        byte[] expected = File.ReadAllBytes(path);
        "start"u8.CopyTo(expected);

        using (BlockWriter writer = BlockWriter.OpenWrite(path))
        {
            Assert.Equal((0, 100_000), (writer.Position, writer.Length));
            writer.Write("start"u8);
        }

        Assert.Equal(expected, File.ReadAllBytes(path));
    }

    [Fact]
    public void What_a_new_file_was_given_is_in_it()
    {
        string path = _scratch.File("file");
        using (Stream stream = SequentialFile.CreateNew(path, new() { UnixCreateMode = UnixFileMode.UserRead }))
        {
            stream.Write("secret"u8);
        }

        Assert.Equal("secret", File.ReadAllText(path));
    }

    private static DirectFileOptions Direct(SequentialFileOptions how) => new()
    {
        Mode = how.Mode, RequireMode = how.RequireMode, UnixCreateMode = how.UnixCreateMode,
    };
}
