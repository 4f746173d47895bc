using System.Diagnostics;
using Landspeed.Copying;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Single;

public class FileCopierTests
{
    public static TheoryData<long> Lengths =>
        [0, 1, 511, 512, 513, 4095, 4096, 4097, 65535, 65536, 65537, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, (5 << 20) + 12345];

    public static TheoryData<string, string> FileSystems
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (string type in new[] { "ext4", "xfs", "btrfs", "tmpfs" })
            {
                foreach (string strategy in Enum.GetNames<CopyStrategy>())
                {
                    data.Add(type, strategy);
                }
            }

            return data;
        }
    }

    [Theory]
    [InlineData("link/")]
    [InlineData("directory/")]
    [InlineData("missing/")]
    [InlineData("directory")]
    public void A_name_of_a_directory_is_none_for_a_file(string name)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"cd '{scratch.Path}' && echo x > file && mkdir directory && ln -s directory link");

        CopyException refused = Assert.Throws<CopyException>(() => FileCopier.Copy(
            scratch.FilePath("file"),
            scratch.FilePath(name),
            new() { Overwrite = OverwriteRule.Always },
            progress: null,
            TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.EndsWith("name the file in it", refused.Message, StringComparison.Ordinal);
        Assert.Equal(
            "directory/\nfile\nlink@\n", Command.Shell($"cd '{scratch.Path}' && ls -F && ls -A directory"));
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Every_length_arrives_whole(long length)
    {
        using var ground = new CopyGround();
        ground.MakeSource(length);

        CopyResult result = ground.Copy(new() { Verify = true, RequestSize = 64 * 1024 });

        ground.AssertEqual();
        Assert.Equal((CopyOutcome.Done, 1L, length, length), (result.Outcome, result.FilesCopied, result.BytesCopied, result.BytesVerified));
        Assert.Equal(length, new FileInfo(ground.Target).Length);
        Assert.Empty(ground.Leftovers);
        Assert.InRange(result.ElapsedToWritten, TimeSpan.FromTicks(1), result.ElapsedToDurable);
        Assert.InRange(result.ElapsedToDurable, result.ElapsedToWritten, result.ElapsedToVerified);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(12)]
    [InlineData(96)]
    public void A_half_cached_source_is_no_more_cached_afterwards(int cachedMiB)
    {
        const int Attempts = 3; // the system takes pages back when it likes, some kernels also unasked: not each time
        const int MiB = 1 << 20;
        (long Before, long After) cached = default;
        for (int attempt = 0; attempt < Attempts; attempt++)
        {
            cached = CachedAroundCopy(96 * MiB, cachedMiB);
            if (cached.Before >= (long)cachedMiB * MiB && cached.After >= cached.Before)
            {
                break;
            }
        }

        Assert.InRange(cached.Before, (long)cachedMiB * MiB, 96 * MiB);
        Assert.InRange(cached.After, cached.Before, cached.Before + (2 * MiB));
    }

    [Theory]
    [MemberData(nameof(FileSystems))]
    public void Every_strategy_works_on_every_file_system(string type, string strategy)
    {
        using var volume = new TestVolume(type, sectorSize: type == "ext4" ? 4096 : 512);
        using var ground = new CopyGround(volume.Path);
        ground.MakeSource((3 << 20) + 777);

        CopyResult result = ground.Copy(new() { Strategy = Enum.Parse<CopyStrategy>(strategy), Verify = true, Reflink = ReflinkRule.Never });

        ground.AssertEqual();
        Assert.Equal((3 << 20) + 777, result.BytesVerified);
        Assert.Empty(ground.Leftovers);
    }

    [Theory]
    [InlineData(EngineKind.Uring)]
    [InlineData(EngineKind.Threads)]
    [InlineData(EngineKind.Synchronous)]
    public void Every_engine_copies_verifies_and_keeps_a_journal(EngineKind kind)
    {
        using var ground = new CopyGround();
        ground.MakeSource((9 << 20) + 1);

        ground.Copy(
            new() { Verify = true, Digests = [DigestAlgorithm.Md5] },
            depth => IoEngines.Create(kind, kind == EngineKind.Synchronous ? 1 : depth));

        ground.AssertEqual();
        Assert.Equal(ground.DigestOf(DigestAlgorithm.Md5), Assert.Single(Assert.Single(ground.Events).Digests));
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Digests_are_those_of_the_programs_also_over_holes()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5_000_000);
        using (FileStream stream = File.OpenWrite(ground.Source))
        {
            stream.SetLength(30_000_000);
            stream.Position = 20_000_000;
            stream.Write([1, 2, 3]);
        }

        ground.Copy(new() { Digests = [DigestAlgorithm.Md5, DigestAlgorithm.Sha256, DigestAlgorithm.Xxh128] });

        Assert.Equal(
            [ground.DigestOf(DigestAlgorithm.Md5), ground.DigestOf(DigestAlgorithm.Sha256), ground.DigestOf(DigestAlgorithm.Xxh128)],
            Assert.Single(ground.Events).Digests);
        ground.AssertEqual();
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void Holes_stay_holes_and_unwritten_blocks_become_holes(string type)
    {
        using var volume = new TestVolume(type);
        using var ground = new CopyGround(volume.Path);
        Command.Shell($"truncate -s 3T '{ground.Source}' 2>/dev/null || truncate -s 3G '{ground.Source}'");
        Command.Shell($"printf data | dd of='{ground.Source}' bs=1 seek=1234567890 conv=notrunc status=none");
        Command.Shell($"fallocate -o 10M -l 10M '{ground.Source}' && printf end >> '{ground.Source}'");

        CopyResult result = ground.Copy(new() { Reflink = ReflinkRule.Never, Verify = true });

        Assert.Equal(new FileInfo(ground.Source).Length, new FileInfo(ground.Target).Length);
        Assert.Equal(new FileInfo(ground.Source).Length, result.HoleBytes + result.BytesCopied);
        Assert.InRange(long.Parse(Command.Shell($"stat -c %b '{ground.Target}'")) * 512, 1, 8 << 20);
        Assert.Equal("data", Command.Shell($"dd if='{ground.Target}' bs=1 skip=1234567890 count=4 status=none"));
        Assert.Equal("end", Command.Shell($"tail -c 3 '{ground.Target}'"));
    }

    [Fact]
    public void Filled_holes_take_blocks()
    {
        using var ground = new CopyGround();
        Command.Shell($"truncate -s 5000000 '{ground.Source}'");

        CopyResult result = ground.Copy(new() { FillHoles = true, Reflink = ReflinkRule.Never });

        Assert.Equal((5_000_000L, 0L), (result.BytesCopied, result.HoleBytes));
        Assert.InRange(long.Parse(Command.Shell($"stat -c %b '{ground.Target}'")) * 512, 5_000_000, long.MaxValue);
        ground.AssertEqual();
    }

    [Theory]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Blocks_are_shared_where_nothing_forbids_it(string type)
    {
        using var volume = new TestVolume(type);
        using var ground = new CopyGround(volume.Path);
        ground.MakeSource(3_000_000);

        CopyResult result = ground.Copy();

        Assert.Equal((1L, 0L, 0L), (result.FilesReflinked, result.FilesCopied, result.BytesCopied));
        Assert.Contains("shared", Command.Shell($"sync; PATH=$PATH:/usr/sbin filefrag -v '{ground.Target}'"));
        ground.AssertEqual();
    }

    [Fact]
    public void Sharing_that_must_be_and_cannot_is_an_error()
    {
        using var volume = new TestVolume("ext4");
        using var ground = new CopyGround(volume.Path);
        ground.MakeSource(10);

        CopyException refused = ground.Fails(new() { Reflink = ReflinkRule.Always });

        Assert.Contains("share the blocks", refused.Message);
        Assert.False(File.Exists(ground.Target));
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void The_page_cache_keeps_what_it_had_and_takes_nothing_up()
    {
        using var ground = new CopyGround();
        ground.MakeSource(8 << 20);
        using StorageFile source = StorageFile.Open(ground.SourcePath, new());
        PageCache.Drop(source, ground.Stop);

        ground.Copy(new() { Verify = true });

        using StorageFile target = StorageFile.Open(ground.TargetPath, new());
        Assert.Equal(0, PageResidency.Measure(source, 0, long.MaxValue).ResidentBytes);
        Assert.Equal(0, PageResidency.Measure(target, 0, long.MaxValue).ResidentBytes);
    }

    [Fact]
    public void A_source_in_the_page_cache_is_read_from_there_also_where_it_is_dirty()
    {
        using var ground = new CopyGround();
        byte[] content = new byte[3 << 20];
        new Random(7).NextBytes(content);
        File.WriteAllBytes(ground.Source, content);

        CopyResult result = ground.Copy(new() { Verify = true });

        Assert.Equal(content, File.ReadAllBytes(ground.Target));
        Assert.Contains("page cache", Assert.Single(result.Strategies).Decision.Reason);
    }

    [Fact]
    public void Permissions_times_and_attributes_are_kept()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        Command.Shell($"chmod 2751 '{ground.Source}'; setfattr -n user.kind -v test '{ground.Source}'; "
            + $"touch -a -d '2001-02-03 04:05:06.123456789' '{ground.Source}'; touch -m -d '1969-12-31 23:59:59.5 UTC' '{ground.Source}'");
        string before = Command.Shell($"stat -c '%a %u %g %x %y' '{ground.Source}'");

        ground.Copy();

        Assert.Equal(before, Command.Shell($"stat -c '%a %u %g %x %y' '{ground.Target}'"));
        Assert.Equal("test", Command.Shell($"getfattr --only-values -n user.kind '{ground.Target}' 2>/dev/null"));
    }

    [Fact]
    public void A_target_that_exists_stays_unless_that_is_allowed()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        File.WriteAllText(ground.Target, "old");

        CopyException refused = ground.Fails();

        Assert.Equal(CopyOutcome.Refused, refused.Outcome);
        Assert.Contains("target.dat exists", refused.Message);
        Assert.Equal("old", File.ReadAllText(ground.Target));
        ground.Copy(new() { Overwrite = OverwriteRule.Always });
        ground.AssertEqual();
        Assert.Empty(ground.Leftovers);
    }

    [Fact]
    public void Only_an_older_target_is_replaced_when_that_is_the_rule()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        File.WriteAllText(ground.Target, "newer");
        File.SetLastWriteTimeUtc(ground.Source, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        var rule = new CopyOptions { Overwrite = OverwriteRule.Older };

        Assert.Equal(1, ground.Copy(rule).EntriesSkipped);
        Assert.Equal("newer", File.ReadAllText(ground.Target));
        File.SetLastWriteTimeUtc(ground.Target, new DateTime(2019, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        Assert.Equal(1, ground.Copy(rule).FilesCopied);
        ground.AssertEqual();
        Assert.Equal(1, ground.Copy(rule).FilesUpToDate);
    }

    [Fact]
    public void A_target_that_is_a_link_is_replaced_and_never_followed()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        File.WriteAllText(ground.Directory + "/precious", "precious");
        File.CreateSymbolicLink(ground.Target, "precious");

        Assert.Equal(CopyOutcome.Refused, ground.Fails().Outcome);
        ground.Copy(new() { Overwrite = OverwriteRule.Always });

        Assert.Null(new FileInfo(ground.Target).LinkTarget);
        Assert.Equal("precious", File.ReadAllText(ground.Directory + "/precious"));
        ground.AssertEqual();
    }

    [Theory]
    [InlineData("ln source.dat target.dat")]
    [InlineData("ln -s source.dat target.dat; cd . && mv source.dat x && ln -s x source.dat && rm target.dat && ln x target.dat")]
    [InlineData("ln -s source.dat target.dat")]
    [InlineData("mkdir target.dat")]
    [InlineData("mkfifo target.dat")]
    public void A_target_that_is_the_source_or_no_file_is_refused_even_when_overwriting(string command)
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        Command.Shell($"cd '{ground.Directory}' && {command}");
        string before = Command.Shell($"cd '{ground.Directory}' && ls -lid --time-style=full-iso source.dat target.dat");

        Assert.Equal(CopyOutcome.Refused, ground.Fails(new() { Overwrite = OverwriteRule.Always }).Outcome);

        Assert.Equal(before, Command.Shell($"cd '{ground.Directory}' && ls -lid --time-style=full-iso source.dat target.dat"));
    }

    [Theory]
    [InlineData("mkdir source.dat", CopyOutcome.Refused, "directory")]
    [InlineData("mkfifo source.dat", CopyOutcome.Refused, "FIFO")]
    [InlineData("true", CopyOutcome.Failed, "no such file")]
    [InlineData("ln -s source.dat source.dat", CopyOutcome.Failed, "symbolic links")]
    public void A_source_that_is_no_file_is_refused_without_waiting(string command, CopyOutcome outcome, string text)
    {
        using var ground = new CopyGround();
        Command.Shell($"cd '{ground.Directory}' && {command}");

        CopyException refused = ground.Fails();

        Assert.Equal(outcome, refused.Outcome);
        Assert.Contains(text, refused.Message);
        Assert.False(File.Exists(ground.Target));
    }

    [Theory]
    [InlineData("/proc/cpuinfo")]
    [InlineData("/sys/kernel/mm/transparent_hugepage/enabled")]
    public void Files_with_untrue_lengths_are_refused_instead_of_copied_empty(string path)
    {
        using var ground = new CopyGround();

        CopyException refused = Assert.Throws<CopyException>(
            () => FileCopier.Copy(
                FilePath.FromText(path), ground.TargetPath, cancellationToken: TestContext.Current.CancellationToken));

        Assert.NotEqual(CopyOutcome.Done, refused.Outcome);
        Assert.Contains(path, refused.Message);
        Assert.Empty(ground.Leftovers);
        Assert.False(File.Exists(ground.Target));
    }

    [Fact]
    public void A_volume_without_room_is_found_out_before_the_first_byte()
    {
        using var volume = new TestVolume("ext4", "64M");
        using var ground = new CopyGround();
        ground.MakeSource(100 << 20);

        CopyException full = Assert.Throws<CopyException>(
            () => FileCopier.Copy(
                ground.SourcePath, FilePath.FromText(volume.File("target.dat")), cancellationToken: TestContext.Current.CancellationToken));

        Assert.Equal(CopyOutcome.OutOfSpace, full.Outcome);
        Assert.Contains("bytes are available", full.Message);
        Assert.Equal(["lost+found"], Directory.GetFileSystemEntries(volume.Path).Select(Path.GetFileName));
    }

    [Fact]
    public void The_source_is_removed_only_after_its_copy_is_there()
    {
        using var ground = new CopyGround();
        ground.MakeSource(5000);
        byte[] content = File.ReadAllBytes(ground.Source);

        ground.Copy(new() { RemoveSource = true });

        Assert.False(File.Exists(ground.Source));
        Assert.Equal(content, File.ReadAllBytes(ground.Target));
    }

    [Fact]
    public void Names_of_255_bytes_and_names_that_are_not_text_work()
    {
        using var ground = new CopyGround();
        ground.MakeSource((1 << 20) + 5);
        FilePath directory = FilePath.FromText(ground.Directory);
        FilePath longest = directory.Join(FilePath.FromBytes([.. Enumerable.Repeat((byte)'n', 254), 0xFF]));

        FileCopier.Copy(ground.SourcePath, longest, new() { Verify = true }, null, ground.Stop);
        FileCopier.Copy(longest, ground.TargetPath, new() { Verify = true }, null, ground.Stop);

        ground.AssertEqual();
        Command.Shell($"rm -r '{ground.Directory}'/nnn*");
    }

    [Fact]
    public void A_limit_is_kept()
    {
        using var ground = new CopyGround();
        ground.MakeSource(600_000);
        long start = Stopwatch.GetTimestamp();

        ground.Copy(new() { BytesPerSecond = 1_000_000 });

        // The last piece may be begun early; what came before it may not.
        Assert.InRange(Stopwatch.GetElapsedTime(start).TotalSeconds, 0.4, 60);
        ground.AssertEqual();
    }

    [Fact]
    public void Options_out_of_range_are_refused()
    {
        using var ground = new CopyGround();
        ground.MakeSource(1);

        Assert.Throws<ArgumentOutOfRangeException>(() => ground.Copy(new() { RequestSize = 4095 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => ground.Copy(new() { RequestSize = 6000 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => ground.Copy(new() { QueueDepth = 0 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => ground.Copy(new() { QueueDepth = 257 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => ground.Copy(new() { BytesPerSecond = 0 }));
    }

    [Fact]
    public async Task Copying_on_another_thread_gives_the_same()
    {
        using var ground = new CopyGround();
        ground.MakeSource(100_000);

        CopyResult result = await FileCopier.CopyAsync(
            ground.Source, ground.Target, cancellationToken: TestContext.Current.CancellationToken);

        Assert.Equal(1, result.FilesCopied);
        ground.AssertEqual();
    }

    // How much of a source is cached before and after a copy, when some of it was read beforehand.
    private static (long Before, long After) CachedAroundCopy(int length, int cachedMiB)
    {
        using var ground = new CopyGround();
        ground.MakeSource(length);
        using StorageFile source = Files.Opened.ReadWrite(ground.SourcePath);
        Command.Shell($"sync '{ground.Source}'");
        PageCache.Drop(source, TestContext.Current.CancellationToken);
        Command.Shell($"dd if='{ground.Source}' of=/dev/null bs=1M count={cachedMiB} status=none");
        long before = PageResidency.Measure(source, 0, length).ResidentBytes!.Value;

        ground.Copy(new() { Reflink = ReflinkRule.Never });

        long after = PageResidency.Measure(source, 0, length).ResidentBytes!.Value;
        ground.AssertEqual(); // which reads both, and so caches them
        return (before, after);
    }
}
