using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Streams;

/// <summary>A file opened anew by a handle of it.</summary>
public sealed class OpeningByHandleTests : IDisposable
{
    private static readonly Dictionary<string, Func<SafeFileHandle, IDisposable>> s_ways = new()
    {
        ["SequentialFile.OpenRead"] = handle => SequentialFile.OpenRead(handle),
        ["SequentialFile.OpenWrite"] = handle => SequentialFile.OpenWrite(handle),
        ["DirectFile.OpenRead"] = handle => DirectFile.OpenRead(handle),
        ["DirectFile.Open"] = handle => DirectFile.Open(handle),
    };

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> Ways => [.. s_ways.Keys];

    public static TheoryData<IoMode?, int> Modes => new()
    {
        { null, 100 }, { null, 20_000_001 }, { IoMode.Direct, 1_000_001 }, { IoMode.Buffered, 1_000_001 },
    };

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Modes))]
    public void All_bytes_are_read_also_of_a_file_that_has_no_name_any_more(IoMode? mode, int length)
    {
        string path = _scratch.CreateFile("file", length);
        byte[] bytes = File.ReadAllBytes(path);
        using SafeFileHandle handle = File.OpenHandle(path);
        File.Delete(path);

        using SequentialReadStream stream = SequentialFile.OpenRead(handle, new() { Mode = mode });
        using DirectFile file = DirectFile.OpenRead(handle, new() { Mode = mode });

        byte[] read = new byte[length + 1];
        Assert.Equal(length, stream.ReadAtLeast(read, length + 1, throwOnEndOfStream: false));
        Assert.Equal(bytes, read[..length]);
        Assert.Equal(length - 1, file.Read(read, 1));
        Assert.Equal(bytes[1..], read[..(length - 1)]);
        Assert.StartsWith(path, stream.Name, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void All_bytes_are_written(IoMode? mode, int length)
    {
        string path = _scratch.CreateFile("file", 10);
        byte[] bytes = new byte[length];
        new Random(7).NextBytes(bytes);
        using SafeFileHandle handle = File.OpenHandle(path, access: FileAccess.ReadWrite);

        using (SequentialWriteStream stream = SequentialFile.OpenWrite(handle, new() { Mode = mode }))
        {
            Assert.Equal(path, stream.Name);
            stream.Write(bytes);
        }

        Assert.Equal(bytes, File.ReadAllBytes(path));
        using (DirectFile file = DirectFile.Open(handle, new() { Mode = mode }))
        {
            file.Write(bytes, length);
        }

        Assert.Equal([.. bytes, .. bytes], File.ReadAllBytes(path));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void The_handle_stays_as_it_is(string way)
    {
        string path = _scratch.CreateFile("file", 1000);
        byte[] bytes = File.ReadAllBytes(path);
        using var stream = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, 0);
        stream.Position = 10;

        // Ours may share, since the handle's stream does.
        using (IDisposable ours = way switch
        {
            "SequentialFile.OpenWrite" => SequentialFile.OpenWrite(
                stream.SafeFileHandle, new() { Share = FileShare.ReadWrite, Mode = IoMode.Direct }),
            "DirectFile.Open" => DirectFile.Open(
                stream.SafeFileHandle, new() { Share = FileShare.ReadWrite, Mode = IoMode.Direct }),
            _ => s_ways[way](stream.SafeFileHandle),
        })
        {
            Assert.Equal(bytes[10], stream.ReadByte()); // from memory of any address: it has not become direct
        }

        Assert.Equal(bytes[11], stream.ReadByte());
        stream.WriteByte(5);
        Assert.Equal(1000, stream.Length);
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void What_is_no_file_or_closed_or_locked_is_refused(string way)
    {
        Func<SafeFileHandle, IDisposable> open = s_ways[way];
        string path = _scratch.CreateFile("file", 10);

        SafeFileHandle closed = File.OpenHandle(path);
        closed.Dispose();
        Assert.Throws<ObjectDisposedException>(() => open(closed));
        Assert.Equal("handle", Assert.Throws<ArgumentNullException>(() => open(null!)).ParamName);

        using (SafeFileHandle locked = File.OpenHandle(path, access: FileAccess.ReadWrite, share: FileShare.None))
        {
            NativeIOException refused = Assert.Throws<NativeIOException>(() => open(locked));
            Assert.Contains(path, refused.Message, StringComparison.Ordinal);
        }

        using SafeFileHandle device = File.OpenHandle("/dev/null");
        Assert.Equal(FileKind.CharacterDevice, Assert.Throws<NotRegularFileException>(() => open(device)).Kind);

        var here = FilePath.FromText(_scratch.Path);
        NativePlatform.Files.Open(here, FileAccessKind.Read, FileCreation.MustExist, out SafeFileHandle? directory);
        using (directory)
        {
            Assert.Throws<UnauthorizedAccessException>(() => open(directory!));
        }
    }
}
