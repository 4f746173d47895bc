using Landspeed.Copying;
using Landspeed.Copying.Runs;
using Landspeed.Copying.TreeContent;
using Landspeed.Copying.Trees;
using Landspeed.Copying.Walking;
using Landspeed.Engine;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying.TreeContent;

/// <summary>Small files are opened and read several at a time.</summary>
public class FirstReadTests(Files.TestVolumes volumes)
{
    private static readonly FileTime s_longAgo = new(0, 0);
    private static readonly FileTime s_muchLater = new(long.MaxValue, 0);

    [Theory]
    [InlineData("scratch", 1, false, null)]
    [InlineData("scratch", 64, true, null)]
    [InlineData("scratch", 3, true, EngineKind.Synchronous)]
    [InlineData("xfs", 3, true, null)]
    [InlineData("btrfs", 3, true, null)]
    [InlineData("tmpfs", 3, false, null)]
    public void Files_of_all_lengths_in_one_directory_are_copied(string volume, int threads, bool verify, EngineKind? engine)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = scratch.File("source");
        Directory.CreateDirectory(source);
        int[] lengths = [0, 1, 4095, 4096, 10_000, 65_535, 65_536, 65_537, 131_072, 300_000, 400_000, 400_001];
        var random = new Random(2004);
        for (int number = 0; number < 100; number++)
        {
            byte[] bytes = new byte[lengths[number % lengths.Length]];
            random.NextBytes(bytes);
            File.WriteAllBytes(Path.Combine(source, $"{number}"), bytes);
        }

        CopyResult result = TreeCopies.Copy(source, scratch.File("target"), new TreeCopyOptions
        {
            SmallFileThreads = threads,
            SmallFileLimit = 400_000,
            Verify = verify,
            Engine = engine,
            Reflink = ReflinkRule.Never,
        });

        TreeCopies.AssertDone(result);
        Assert.Equal(100, result.FilesCopied);
        Command.Shell($"diff -r '{source}' '{scratch.File("target")}'");
        TreeCopies.AssertEqual(source, scratch.File("target"));
    }

    [Fact]
    public void What_was_read_first_is_used_where_the_file_did_not_change_since()
    {
        using var given = new GivenFile("0123456789"u8);
        FirstRead first = given.ReadFirst("abcdefghij"u8);

        given.Content.Read(given.Source, given.Place, s_muchLater, first: null, first);

        Assert.Equal("abcdefghij"u8, given.Content.Bytes);
    }

    [Fact]
    public void What_was_read_first_is_read_again_where_the_file_may_have_changed_since()
    {
        using var given = new GivenFile("0123456789"u8);
        FirstRead first = given.ReadFirst("abcdefghij"u8);

        given.Content.Read(given.Source, given.Place, s_longAgo, first: null, first);

        Assert.Equal("0123456789"u8, given.Content.Bytes);
    }

    [Fact]
    public void Where_the_first_read_ended_early_reading_goes_on_from_there()
    {
        using var given = new GivenFile("0123456789"u8);
        FirstRead first = given.ReadFirst("abcd"u8);

        given.Content.Read(given.Source, given.Place, s_muchLater, first: null, first);

        Assert.Equal("abcd456789"u8, given.Content.Bytes);
    }

    [Fact]
    public void Where_the_first_read_failed_the_file_is_read()
    {
        using var given = new GivenFile("0123456789"u8);
        FirstRead first = given.ReadFirst("abcdefghij"u8);
        first.Length = null;

        given.Content.Read(given.Source, given.Place, s_muchLater, first: null, first);

        Assert.Equal("0123456789"u8, given.Content.Bytes);
    }

    [Fact]
    public void A_file_that_became_shorter_than_what_was_read_first_has_changed()
    {
        using var given = new GivenFile("0123"u8);
        FirstRead first = given.ReadFirst("abcdefghij"u8);

        CopyException failure = Assert.Throws<CopyException>(
            () => given.Content.Read(given.Source, given.Place, s_muchLater, first: null, first));

        Assert.Equal(CopyOutcome.SourceChanged, failure.Outcome);
    }

    [Fact]
    public void A_large_file_that_became_small_since_it_was_read_first_is_read_again()
    {
        using var given = new GivenFile("0123"u8, smallFileLimit: 10);
        FirstRead first = given.ReadFirst(new byte[64 * 1024]);

        given.Content.Read(given.Source, given.Place, s_longAgo, first: null, first);

        Assert.Equal("0123"u8, given.Content.Bytes);
    }

    [Fact]
    public void Nothing_is_taken_out_of_a_pipe_that_has_the_place_of_a_file()
    {
        Capability.Require("io_uring", UringEngine.Probe().Available);
        using var scratch = new ScratchDirectory();
        string source = scratch.File("source");
        Directory.CreateDirectory(source);
        using var pipe = new TestPipe(source, named: true);
        using var input = new FileStream(pipe.Input, FileAccess.Write, bufferSize: 0);
        input.Write("held"u8);
        using TreeRoots roots = TreeRoots.Open(scratch.FilePath("source"), scratch.FilePath("target"), dryRun: false);
        using var run = new TreeRun(
            new TreeCopyOptions { Strategy = CopyStrategy.Buffered },
            new CopyReporter(null, null),
            TimeProvider.System,
            TestContext.Current.CancellationToken)
        {
            Source = roots.Source,
            Target = roots.Target!,
            Names = new RunNames(roots.Target!),
            SourceStatus = roots.SourceStatus,
            TargetStatus = roots.TargetStatus,
        };
        using FirstReads reads = FirstReads.TryCreate(run)!;

        reads.Read(roots.Source, [(FilePath.FromText("pipe"), FileKind.Regular)]);

        Assert.Null(reads.Take(0)?.Length);
    }

    private sealed unsafe class GivenFile : IDisposable
    {
        private readonly ScratchDirectory _scratch = new();
        private readonly AlignedBufferPool _memory = new(1, 64 * 1024);
        private readonly OpenDirectory _directory;

        internal GivenFile(ReadOnlySpan<byte> bytes, int smallFileLimit = 1024 * 1024)
        {
            File.WriteAllBytes(_scratch.File("file"), bytes);
            _directory = OpenDirectory.Root(_scratch.FilePath("."));
            Place = new DirectoryEntry(_directory, FilePath.FromText("file"));
            Source = Entries.OpenSource(Place, out _);
            Content = new FileContent(new TreeCopyOptions { SmallFileLimit = smallFileLimit }, new TransferAbilities());
        }

        internal FileContent Content { get; }

        internal SafeFileHandle Source { get; }

        internal DirectoryEntry Place { get; }

        internal FirstRead ReadFirst(ReadOnlySpan<byte> bytes)
        {
            bytes.CopyTo(new Span<byte>((void*)_memory.Address, bytes.Length));
            return new FirstRead(Source, before: null, _memory.Address) { Length = bytes.Length };
        }

        public void Dispose()
        {
            Content.Dispose();
            Source.Dispose();
            _directory.Dispose();
            _memory.Dispose();
            _scratch.Dispose();
        }
    }
}
