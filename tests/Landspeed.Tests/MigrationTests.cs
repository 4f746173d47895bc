using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests;

/// <summary>
/// What the page about FileStream, RandomAccess and File.Copy says of both sides: errors that differ, and those that
/// are the same.
/// </summary>
public sealed class MigrationTests : IDisposable
{
    private const int NoSuchFile = 2;
    private const int Again = 11;
    private const int Exists = 17;
    private const int Invalid = 22;
    private const int TooLarge = 27;
    private const int ReadOnly = 30;
    private const int NameTooLong = 36;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_locked_file_is_the_same_error()
    {
        string path = _scratch.CreateFile("a", 1000);
        using FileStream locked = File.Open(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        Assert.Equal(Again, Assert.Throws<IOException>(() => File.OpenRead(path)).HResult);
        Assert.Equal(Again, Assert.Throws<NativeIOException>(() => SequentialFile.OpenRead(path)).HResult);
        Assert.Equal(Again, Assert.Throws<NativeIOException>(() => DirectFile.OpenRead(path)).HResult);
    }

    [Fact]
    public void A_read_only_file_system_is_the_same_error()
    {
        using var volume = new TestVolume("ext4", "16M");
        string path = volume.File("a");
        Command.Shell($"mount -o remount,ro '{volume.Path}'");

        Assert.Equal(ReadOnly, Assert.Throws<IOException>(() => File.Create(path)).HResult);
        Assert.Equal(ReadOnly, Assert.Throws<NativeIOException>(() => SequentialFile.Create(path)).HResult);
        Assert.Equal(ReadOnly, Assert.Throws<NativeIOException>(() => DirectFile.Create(path)).HResult);
    }

    [Fact]
    public void A_name_that_is_too_long_is_the_same_error()
    {
        string path = _scratch.File(new string('x', 300));

        Assert.Throws<PathTooLongException>(() => File.OpenRead(path));
        var failure = Assert.Throws<PathTooLongException>(() => SequentialFile.OpenRead(path));
        Assert.Equal(NameTooLong, Assert.IsType<NativeIOException>(failure.InnerException).HResult);
    }

    [Fact]
    public void A_seek_to_before_the_start_is_the_same_error()
    {
        string path = _scratch.CreateFile("a", 1000);
        using FileStream theirs = File.OpenRead(path);
        using SequentialReadStream ours = SequentialFile.OpenRead(path);

        Assert.Equal(Invalid, Assert.Throws<IOException>(() => theirs.Seek(-1, SeekOrigin.Begin)).HResult);
        Assert.Equal(Invalid, Assert.Throws<IOException>(() => ours.Seek(-1, SeekOrigin.Begin)).HResult);
    }

    [Fact]
    public void A_length_beyond_the_largest_has_another_type()
    {
        using FileStream theirs = File.Create(_scratch.File("a"));
        using SequentialWriteStream ours = SequentialFile.Create(_scratch.File("b"));

        Assert.Throws<ArgumentOutOfRangeException>(() => theirs.SetLength(long.MaxValue));
        Assert.Equal(TooLarge, Assert.Throws<NativeIOException>(() => ours.SetLength(long.MaxValue)).HResult);
    }

    [Fact]
    public void A_read_at_the_last_position_finds_the_end()
    {
        string path = _scratch.CreateFile("a", 1000);
        using FileStream theirs = File.OpenRead(path);
        using SequentialReadStream ours = SequentialFile.OpenRead(path);
        theirs.Position = long.MaxValue;
        ours.Position = long.MaxValue;

        Assert.Equal(Invalid, Assert.Throws<IOException>(() => theirs.ReadByte()).HResult);
        Assert.Equal(-1, ours.ReadByte());
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("a\0b")]
    public void A_path_that_cannot_be_one_is_the_same_error(string? path)
    {
        var theirs = Assert.ThrowsAny<ArgumentException>(() => File.OpenRead(path!));
        var ours = Assert.ThrowsAny<ArgumentException>(() => SequentialFile.OpenRead(path!));

        Assert.Equal((theirs.GetType(), theirs.ParamName), (ours.GetType(), ours.ParamName));
    }

    [Fact]
    public void A_new_file_that_exists_is_the_same_error()
    {
        string path = _scratch.CreateFile("a", 1000);

        Assert.Equal(Exists, Assert.Throws<IOException>(() => new FileStream(path, FileMode.CreateNew)).HResult);
        Assert.Equal(Exists, Assert.Throws<NativeIOException>(() => SequentialFile.CreateNew(path)).HResult);
    }

    [Fact]
    public void A_copy_to_a_name_that_exists_is_refused_by_a_rule()
    {
        string source = _scratch.CreateFile("a", 1000);
        string target = _scratch.CreateFile("b", 10);

        Assert.Equal(Exists, Assert.Throws<IOException>(() => File.Copy(source, target)).HResult);
        var failure = Assert.Throws<CopyException>(() => FileCopier.Copy(source, target, cancellationToken: Token));
        Assert.Equal(CopyOutcome.Refused, failure.Outcome);
        Assert.True(failure.HResult < 0);
    }

    [Fact]
    public void A_copy_of_a_missing_file_has_another_type()
    {
        string source = _scratch.File("missing");
        string target = _scratch.File("b");

        Assert.Throws<FileNotFoundException>(() => File.Copy(source, target));
        var failure = Assert.Throws<CopyException>(() => FileCopier.Copy(source, target, cancellationToken: Token));
        Assert.Equal((CopyOutcome.Failed, NoSuchFile), (failure.Outcome, failure.HResult));
    }

    [Fact]
    public void A_locked_file_is_copied()
    {
        string source = _scratch.CreateFile("a", 1000);
        using FileStream locked = File.Open(source, FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        Assert.Equal(Again, Assert.Throws<IOException>(() => File.Copy(source, _scratch.File("b"))).HResult);
        Assert.Equal(1, FileCopier.Copy(source, _scratch.File("b"), cancellationToken: Token).FilesCopied);
    }
}
