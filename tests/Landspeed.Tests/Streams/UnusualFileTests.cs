using System.Net.Sockets;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Tests.Streams.Blocks;

namespace Landspeed.Tests.Streams;

/// <summary>Files that are not there, not files, not what their length says, or held by somebody else.</summary>
public sealed class UnusualFileTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<IoMode?> Modes => [IoMode.Direct, IoMode.Uncached, IoMode.Buffered, (IoMode?)null];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/proc/self/limits")]
    [InlineData("/proc/filesystems")]
    [InlineData("/sys/kernel/mm/transparent_hugepage/enabled")]
    public async Task A_file_whose_length_lies_is_read_until_it_gives_nothing(string path)
    {
        Capability.Require(path, File.Exists(path));
        string expected = await File.ReadAllTextAsync(path, Token);
        foreach (IoMode? mode in (IoMode?[])[IoMode.Direct, IoMode.Uncached, IoMode.Buffered, null])
        {
            foreach (int request in (int[])[512, 4096, 1 << 20])
            {
                var options = new SequentialFileOptions { Mode = mode, RequestSize = request, Share = FileShare.ReadWrite };
                using var reader = new StreamReader(SequentialFile.OpenRead(path, options));
                Assert.Equal(expected, await reader.ReadToEndAsync(Token));
                using BlockReader blocks = BlockReader.Open(path, options);
                Assert.Equal(expected, System.Text.Encoding.UTF8.GetString(BlockReaderTests.ReadAll(blocks)));
                var read = new MemoryStream();
                await foreach (ReadOnlyMemory<byte> block in SequentialFile.ReadBlocksAsync(path, options, Token))
                {
                    read.Write(block.Span);
                }

                Assert.Equal(expected, System.Text.Encoding.UTF8.GetString(read.ToArray()));
            }
        }
    }

    [Fact]
    public void A_name_is_made_durable_where_it_is_and_not_where_a_link_to_it_was()
    {
        string links = Directory.CreateDirectory(_scratch.File("links")).FullName;
        string names = Directory.CreateDirectory(_scratch.File("names")).FullName;
        string link = Path.Combine(links, "link");
        File.CreateSymbolicLink(link, Path.Combine(names, "name"));
        using (SequentialWriteStream stream = SequentialFile.Create(link))
        {
            stream.Write("bytes"u8);
            Directory.Delete(links, recursive: true);
            stream.FlushToDisk();
        }

        Assert.Equal("bytes", File.ReadAllText(Path.Combine(names, "name")));
    }

    [Fact]
    public void A_file_that_may_only_be_written_is_written_from_any_place()
    {
        string path = _scratch.CreateFile("write-only", 700);
        byte[] expected = [.. File.ReadAllBytes(path), .. "appended"u8];
        "within"u8.CopyTo(expected.AsSpan(333));
        var storage = new StorageFileOptions { Access = FileAccessKind.Write, Mode = IoMode.Buffered };
        StorageFile file = StorageFile.Open(FilePath.FromText(path), storage);
        using (var stream = new SequentialWriteStream(file, new SequentialFileOptions(), 700, 0))
        {
            stream.Write("appended"u8);
            stream.Position = 333;
            stream.Write("within"u8);
        }

        Assert.Equal(expected, File.ReadAllBytes(path));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void What_is_missing_is_told_as_File_does(IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode };
        string missing = _scratch.File("missing");
        string nowhere = _scratch.File("no/where");
        string below = Path.Combine(_scratch.CreateFile("file", 10), "below");

        AssertReaders(missing, options, typeof(FileNotFoundException));
        AssertReaders(nowhere, options, typeof(DirectoryNotFoundException));
        AssertReaders(below, options, typeof(DirectoryNotFoundException));
        AssertWriters(nowhere, options, typeof(DirectoryNotFoundException));
        AssertWriters(below, options, typeof(DirectoryNotFoundException));
        Assert.False(File.Exists(missing));
        Assert.Equal(missing, Assert.Throws<FileNotFoundException>(() => SequentialFile.OpenRead(missing, options)).FileName);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void What_is_no_file_is_refused(IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode };
        string fifo = _scratch.File("fifo");
        Command.Shell($"mkfifo '{fifo}'");
        string path = _scratch.File("socket");
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(path));

        foreach (string other in (string[])[fifo, path, "/dev/null", "/dev/zero"])
        {
            AssertReaders(other, options, typeof(NotRegularFileException));
            AssertWriters(other, options, typeof(NotRegularFileException));
        }

        AssertReaders(_scratch.Path, options, typeof(UnauthorizedAccessException));
        AssertWriters(_scratch.Path, options, typeof(UnauthorizedAccessException));
    }

    [Fact]
    public void Writing_to_a_read_only_volume_is_an_error_of_the_volume()
    {
        using var volume = new TestVolume("tmpfs", "16M");
        string path = volume.File("a");
        File.WriteAllBytes(path, [1, 2, 3]);
        Command.Shell($"mount -o remount,ro '{volume.Path}'");

        AssertWriters(path, new SequentialFileOptions(), typeof(NativeIOException));
        AssertWriters(volume.File("new"), new SequentialFileOptions(), typeof(NativeIOException));
        using Stream stream = SequentialFile.OpenRead(path);
        Assert.Equal(1, stream.ReadByte());
    }

    [Fact]
    public void An_immutable_file_is_told_as_File_does()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("chattr");
        using var volume = new TestVolume("ext4", "64M");
        string path = volume.File("a");
        File.WriteAllBytes(path, [1, 2, 3]);
        Command.Shell($"chattr +i '{path}'");
        try
        {
            AssertWriters(path, new SequentialFileOptions(), typeof(UnauthorizedAccessException));
            Assert.Equal([1, 2, 3], File.ReadAllBytes(path));
        }
        finally
        {
            Command.Shell($"chattr -i '{path}'");
        }
    }

    [Theory]
    [InlineData(FileAccess.Read, FileShare.None)]
    [InlineData(FileAccess.Read, FileShare.Read)]
    [InlineData(FileAccess.Read, FileShare.ReadWrite)]
    [InlineData(FileAccess.Write, FileShare.None)]
    [InlineData(FileAccess.Write, FileShare.Read)]
    [InlineData(FileAccess.Write, FileShare.ReadWrite)]
    public void Sharing_is_as_between_two_FileStreams(FileAccess access, FileShare share)
    {
        string path = _scratch.CreateFile("a", 1_000);
        foreach (FileAccess ours in (FileAccess[])[FileAccess.Read, FileAccess.Write])
        {
            foreach (FileShare ourShare in (FileShare[])[FileShare.None, FileShare.Read, FileShare.ReadWrite])
            {
                bool theirsFirst = Meet(() => Theirs(path, access, share), () => Theirs(path, ours, ourShare));
                string what = $"{access} {share} with our {ours} {ourShare}";
                Assert.True(theirsFirst == Meet(() => Theirs(path, access, share), () => Ours(path, ours, ourShare)), what);
                bool oursFirst = Meet(() => Theirs(path, ours, ourShare), () => Theirs(path, access, share));
                Assert.True(oursFirst == Meet(() => Ours(path, ours, ourShare), () => Theirs(path, access, share)), what);
            }
        }
    }

    [Fact]
    public void A_refused_writer_leaves_the_file_as_it_is()
    {
        string path = _scratch.CreateFile("a", 1_000);
        byte[] content = File.ReadAllBytes(path);
        using (new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read))
        {
            Assert.ThrowsAny<IOException>(() => SequentialFile.Create(path));
            Assert.ThrowsAny<IOException>(() => BlockWriter.Create(path));
        }

        Assert.Equal(content, File.ReadAllBytes(path));
        Assert.Throws<ArgumentOutOfRangeException>(() => SequentialFile.Create(path, new() { QueueDepth = 0 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => SequentialFile.Create(path, new() { PreallocationSize = -1 }));
        Assert.Throws<ArgumentNullException>(() => SequentialFile.Create((string)null!));
        Assert.Throws<ArgumentNullException>(() => SequentialFile.OpenRead((FilePath)null!));
        Assert.Equal(content, File.ReadAllBytes(path));
    }

    public void Dispose() => _scratch.Dispose();

    private static void AssertReaders(string path, SequentialFileOptions options, Type expected)
    {
        Assert.IsType(expected, Record.Exception(() => SequentialFile.OpenRead(path, options)));
        Assert.IsType(expected, Record.Exception(() => SequentialFile.OpenRead(FilePath.FromText(path), options)));
        Assert.IsType(expected, Record.Exception(() => BlockReader.Open(path, options)));
        Assert.IsType(expected, Record.Exception(() =>
        {
            foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(path, options))
            {
                Assert.Fail($"{block.Length} bytes");
            }
        }));
    }

    private static void AssertWriters(string path, SequentialFileOptions options, Type expected)
    {
        Assert.IsType(expected, Record.Exception(() => SequentialFile.Create(path, options)));
        Assert.IsType(expected, Record.Exception(() => SequentialFile.OpenWrite(path, options)));
        Assert.IsType(expected, Record.Exception(() => SequentialFile.Append(path, options)));
        Assert.IsType(expected, Record.Exception(() => BlockWriter.Create(path, options)));
        Assert.IsType(expected, Record.Exception(() => BlockWriter.Append(path, options)));
    }

    private static bool Meet(Func<Stream> first, Func<Stream> second)
    {
        using Stream one = first();
        try
        {
            second().Dispose();
            return true;
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static FileStream Theirs(string path, FileAccess access, FileShare share) =>
        new(path, FileMode.Open, access, share);

    private static Stream Ours(string path, FileAccess access, FileShare share) => access == FileAccess.Read
        ? SequentialFile.OpenRead(path, new() { Share = share })
        : SequentialFile.OpenWrite(path, new() { Share = share });
}
