using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Experiments.Extents;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Extents;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Extents;

/// <summary>Real files on real file systems, beside filefrag and xfs_io.</summary>
public partial class ExtentsRunTests
{
    [Theory]
    [InlineData("ext4", "")]
    [InlineData("xfs", "-m reflink=1")]
    [InlineData("btrfs", "")]
    public void Shuffled_sparse_shared_and_reserved_files_are_what_filefrag_says(string type, string makeOptions)
    {
        Capability.RequireProgram("filefrag");
        using var volume = new TestVolume(type, "512M", makeOptions: makeOptions);
        Shuffle(volume.File("shuffled"), 2000, 4096);
        Command.Shell($"cd '{volume.Path}' && head -c 9999999 /dev/urandom > plain && fallocate -n -o 20M -l 1M plain"
            + " && truncate -s 1G sparse && for at in 900 3 500 17; do head -c 1M /dev/urandom | dd of=sparse bs=1M seek=$at conv=notrunc status=none; done"
            + " && fallocate -l 64M reserved && dd if=/dev/urandom of=reserved bs=64K seek=100 count=3 conv=notrunc status=none"
            + " && echo tiny > tiny && : > empty"
            + (type == "ext4" ? string.Empty : " && cp --reflink=always plain shared && head -c 64K /dev/urandom | dd of=shared bs=64K seek=3 conv=notrunc status=none")
            + " && sync");

        string[] names = Directory.GetFiles(volume.Path);
        foreach (string name in names)
        {
            AssertAsFilefrag(name, isExact: true);
        }

        ExtentsSection tree = Section(volume.Path);
        Assert.Equal(names.Length, tree.Counts.Files);
        Assert.Equal(names.Sum(name => Section(name).Totals.Runs.Count), tree.Totals.Runs.Count);
        Assert.Equal("shuffled", Path.GetFileName(tree.ListedFiles[0].Path));
    }

    [Fact]
    public void Compressed_files_are_what_filefrag_says()
    {
        Capability.RequireProgram("filefrag");
        using var volume = new TestVolume("btrfs", "512M", "rw,compress-force=zlib");
        Command.Shell($"cd '{volume.Path}' && yes some words | head -c 5M > words && head -c 3M /dev/urandom > noise && echo tiny > tiny && sync");

        AssertAsFilefrag(volume.File("words"), isExact: false);
        AssertAsFilefrag(volume.File("tiny"), isExact: false);
        ExtentsTotalsRecord words = Section(volume.File("words")).Totals;
        Assert.Equal(new ExtentAmountRecord(40, 5 << 20), words.Encoded);
        Assert.Equal(words.Encoded, words.Data);
        Assert.Equal(new ExtentAmountRecord(1, 5), Section(volume.File("tiny")).Totals.Inline);
    }

    [Fact]
    public void Holes_and_extents_on_XFS_are_what_xfs_io_says()
    {
        Capability.RequireProgram("xfs_io");
        using var volume = new TestVolume("xfs");
        string name = volume.File("a");
        Command.Shell($"truncate -s 8M '{name}' && for at in 5 1 3; do head -c 64K /dev/urandom | dd of='{name}' bs=1M seek=$at conv=notrunc status=none; done"
            + $" && fallocate -o 6M -l 512K '{name}' && sync '{name}'");
        string told = Command.Shell($"PATH=$PATH:/usr/sbin xfs_io -r -c 'fiemap -v' '{name}'");

        // Its last line is no hole but the end; what it counts are sectors of 512 bytes.
        (long, long, long?, bool)[] theirs =
        [
            .. XfsLine().Matches(told).Select(match => (
                Number(match.Groups[1].Value) * 512,
                (Number(match.Groups[2].Value) - Number(match.Groups[1].Value) + 1) * 512,
                match.Groups[3].Success ? Number(match.Groups[3].Value) * 512 : (long?)null,
                match.Groups[4].Success && (Convert.ToInt64(match.Groups[4].Value, 16) & 0x800) != 0)),
        ];
        IEnumerable<(long, long, long?, bool)> ours = List(name).Select(extent =>
            (extent.OffsetBytes, extent.LengthBytes, extent.PhysicalBytes, extent.Kind == "unwritten"));

        Assert.Equal(theirs, ours.Take(theirs.Length));
        Assert.All(List(name).Skip(theirs.Length), extent => Assert.Equal("hole", extent.Kind));
    }

    [Theory]
    [InlineData(false, 0, 1 << 20)]
    [InlineData(true, 1 << 20, 0)]
    public void Data_without_an_address_gets_one_only_on_request(bool sync, long data, long delayed)
    {
        using var volume = new TestVolume("ext4");
        Command.Shell($"head -c 1M /dev/urandom > '{volume.File("a")}'");

        ExtentsSection found = Section(volume.File("a"), task => task with { Query = sync ? ExtentQuery.WriteBackFirst : ExtentQuery.AsIs });

        Assert.Equal((sync, data, delayed), (found.WrittenBack, found.Totals.Data.Bytes, found.Totals.Delayed.Bytes));
        Assert.Equal(sync ? 1 : 0, found.Totals.Runs.Count);
    }

    [Fact]
    public void A_tree_is_read_once_by_each_file_and_what_is_no_file_is_counted()
    {
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"cd '{volume.Path}' && rmdir lost+found && mkdir -p d/e/f other && echo 1 > d/one && ln d/one d/again && ln -s one d/link && ln -s / d/all"
            + " && mkfifo d/pipe && : > d/e/empty && echo 22 > \"$(printf 'd/e/new\\nline')\" && mount -t tmpfs none other && echo 3 > other/file && sync");
        try
        {
            ExtentsSection stays = Section(volume.Path);
            ExtentsSection crosses = Section(volume.Path, task => task with { CrossMounts = true });

            Assert.Equal((3, 1, 1), (stays.Counts.Files, stays.Counts.EmptyFiles, stays.Counts.HardLinks));
            Assert.Equal((4, 2, 1, 1), (stays.Counts.Directories, stays.Counts.SymbolicLinks, stays.Counts.SpecialFiles, stays.Counts.OtherFileSystems));
            Assert.Equal((0, 0, 5), (stays.Counts.Problems, stays.Counts.NotReported, stays.Totals.LengthBytes));
            Assert.Equal((3, 5, 0, 1), (crosses.Counts.Files, crosses.Counts.Directories, crosses.Counts.OtherFileSystems, crosses.Counts.NotReported));
            ExtentsProblemRecord problem = Assert.Single(crosses.Problems);
            Assert.Equal("not_reported", problem.Kind);
            Assert.Contains("other/file is on tmpfs, which does not report", problem.Message, StringComparison.Ordinal);
        }
        finally
        {
            Command.Shell($"umount '{volume.File("other")}'");
        }
    }

    [Fact]
    public void The_files_with_the_most_runs_are_listed_and_no_more_than_were_asked_for()
    {
        using var volume = new TestVolume("ext4", "128M");
        foreach (int pieces in new[] { 30, 10, 40, 20, 1 })
        {
            Shuffle(volume.File(FormattableString.Invariant($"f{pieces}")), pieces, 65536);
        }

        IEnumerable<string> Names(int most, string path) => Section(path, task => task with { MostFiles = most }).ListedFiles.Select(file => Path.GetFileName(file.Path));

        Assert.Equal(["f40", "f30"], Names(2, volume.Path));
        Assert.Equal(["f40", "f30", "f20", "f10"], Names(20, volume.Path)); // one run is nothing to be told of
        Assert.Empty(Names(0, volume.Path));
        Assert.Equal(["f1"], Names(1, volume.File("f1"))); // unless the file is what was asked about
    }

    [Fact]
    public void A_file_of_an_overlay_lies_where_the_file_below_lies()
    {
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"cd '{volume.Path}' && mkdir lower upper work merged && head -c 1M /dev/urandom > lower/a && sync"
            + " && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged");
        try
        {
            Assert.Equal(List(volume.File("lower/a")), List(volume.File("merged/a")));
        }
        finally
        {
            Command.Shell($"umount '{volume.File("merged")}'");
        }
    }

    [Fact]
    public void What_changes_or_vanishes_meanwhile_is_told()
    {
        using var scratch = new ScratchDirectory();
        string[] names = [.. Enumerable.Range(0, 3).Select(index => scratch.CreateFile(FormattableString.Invariant($"f{index}"), 1000))];
        var task = new ExtentsTask { Paths = [FilePath.FromText(scratch.Path)] };

        ResultDocument document = new ExtentsRun(task, new Meddler(names), null, CancellationToken.None).Execute(TimeProvider.System);

        ExtentsSection found = document.Cells[0].Runs[0].Extents!;
        Assert.Equal((1, 1, 2, 0), (found.Counts.Files, found.Counts.ChangedFiles, found.Counts.Vanished, found.Counts.Unreadable));
        Assert.Equal(["changed", "vanished", "vanished"], found.Problems.Select(problem => problem.Kind));
    }

    [Fact]
    public void What_is_named_twice_is_read_once()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 1000);
        FilePath[] paths = [scratch.FilePath("a"), FilePath.FromText(scratch.Path), scratch.FilePath("a")];

        ExtentsCountsRecord counts = Section(scratch.Path, task => task with { Paths = paths }).Counts;

        Assert.Equal((1, 2), (counts.Files, counts.HardLinks));
    }

    [Fact]
    public void A_stop_leaves_what_was_read_until_then()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 100_000);
        scratch.CreateFile("b", 100_000);
        using var stop = new CancellationTokenSource();
        var task = new ExtentsTask { Paths = [FilePath.FromText(scratch.Path)] };

        ResultDocument document = new ExtentsRun(task, new StopAtSecond(stop), null, stop.Token).Execute(TimeProvider.System);

        Assert.True(document.Partial);
        Assert.Equal(2, document.Cells[0].Runs[0].Extents!.Counts.Files);
        Assert.Equal(1, document.Cells[0].Runs[0].Extents!.Totals.Runs.Count);
    }

    private static void AssertAsFilefrag(string name, bool isExact)
    {
        string told = Command.Shell($"PATH=$PATH:/usr/sbin filefrag -v -b1 '{name}'");
        (long, long, long?, string)[] theirs = [.. FilefragLine().Matches(told).Select(match => Extent(match, new FileInfo(name).Length))];
        (long, long, long?, string)[] ours = [.. Joined(List(name)).Select(Extent)];

        Assert.Equal(theirs, ours);
        ExtentsTotalsRecord totals = Section(name).Totals;
        Assert.Equal(theirs.Length, totals.Extents);

        // They count what lies beyond the end and inside metadata, too, and each compressed piece as a run.
        if (isExact && totals is { Inline.Extents: 0 } && !ours.Any(extent => extent.Item1 >= totals.LengthBytes))
        {
            Assert.Equal(Number(FilefragCount().Match(told).Groups[1].Value), totals.Runs.Count);
        }
    }

    // Of the flags those that we tell; where there is no address, theirs is none. Beyond the end nothing can be written.
    private static (long, long, long?, string) Extent(Match match, long length)
    {
        string[] flags = match.Groups[4].Value.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries);
        bool isBeyond = Number(match.Groups[1].Value) >= length;
        string[] known = [.. new[] { isBeyond ? string.Empty : "unwritten", "shared", "encoded", "inline" }.Where(flags.Contains)];
        return (Number(match.Groups[1].Value), Number(match.Groups[3].Value), known.Contains("inline") ? null : Number(match.Groups[2].Value), string.Join(',', known));
    }

    private static (long, long, long?, string) Extent(ExtentRecord extent)
    {
        string[] flags = [extent.Kind is "data" or "beyond_end" ? string.Empty : extent.Kind, extent.Shared ? "shared" : string.Empty, extent.Encoded ? "encoded" : string.Empty];
        return (extent.OffsetBytes, extent.LengthBytes, extent.PhysicalBytes, string.Join(',', flags.Where(flag => flag.Length > 0).Order(Comparer<string>.Create(InTheirOrder))));
    }

    private static int InTheirOrder(string one, string other) =>
        Array.IndexOf(["unwritten", "shared", "encoded", "inline"], one) - Array.IndexOf(["unwritten", "shared", "encoded", "inline"], other);

    // They do not cut at the end of the file, and a hole is no extent.
    private static List<ExtentRecord> Joined(IReadOnlyList<ExtentRecord> list)
    {
        var joined = new List<ExtentRecord>();
        foreach (ExtentRecord extent in list.Where(extent => extent.Kind != "hole"))
        {
            if (extent.Kind == "beyond_end" && joined.Count > 0 && joined[^1].OffsetBytes + joined[^1].LengthBytes == extent.OffsetBytes
                && (extent.PhysicalBytes is null || joined[^1].PhysicalBytes + joined[^1].LengthBytes == extent.PhysicalBytes))
            {
                joined[^1] = joined[^1] with { LengthBytes = joined[^1].LengthBytes + extent.LengthBytes };
            }
            else
            {
                joined.Add(extent);
            }
        }

        return joined;
    }

    private static void Shuffle(string name, int pieces, long size)
    {
        File.WriteAllBytes(name, []);
        int[] order = [.. Enumerable.Range(0, pieces)];
        new Random(7).Shuffle(order);
        Command.Shell($"truncate -s {pieces * size} '{name}'");
        using Microsoft.Win32.SafeHandles.SafeFileHandle handle = File.OpenHandle(name, FileMode.Open, FileAccess.ReadWrite);
        foreach (int piece in order)
        {
            Assert.True(NativePlatform.Files.Reserve(handle, piece * size, size, SpaceReservation.KeepLength).Succeeded);
        }

        Assert.True(NativePlatform.Files.FlushAll(handle).Succeeded);
    }

    private static IReadOnlyList<ExtentRecord> List(string path) =>
        Assert.Single(Section(path, task => task with { KeepsList = true }).ListedFiles).List!;

    private static ExtentsSection Section(string path, Func<ExtentsTask, ExtentsTask>? with = null)
    {
        var task = new ExtentsTask { Paths = [FilePath.FromText(path)] };
        ResultDocument document = new ExtentsRun(with?.Invoke(task) ?? task, null, null, CancellationToken.None).Execute(TimeProvider.System);
        return document.Cells[0].Runs[0].Extents!;
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+):(?:[ ]*\d+:)?[ ]*(.*)$", RegexOptions.Multiline)]
    private static partial Regex FilefragLine();

    [GeneratedRegex(@"(\d+) extents? found")]
    private static partial Regex FilefragCount();

    [GeneratedRegex(@"^\s*\d+: \[(\d+)\.\.(\d+)\]:\s+(?:hole|(\d+)\.\.\d+)\s+\d+(?:\s+(0x[0-9a-f]+))?\s*$", RegexOptions.Multiline)]
    private static partial Regex XfsLine();

    /// <summary>Lengthens the first file that is read, and removes the others.</summary>
    private sealed class Meddler(string[] names) : IExtentListener
    {
        public void Begin(FilePath path, long length)
        {
            File.AppendAllText(path.Text, "more");
            foreach (string other in names.Where(name => name != path.Text))
            {
                File.Delete(other);
            }
        }

        public void Found(in ExtentRecord extent)
        {
        }
    }

    /// <summary>Stops at the first extent of the second file.</summary>
    private sealed class StopAtSecond(CancellationTokenSource stop) : IExtentListener
    {
        private int _files;

        public void Begin(FilePath path, long length)
        {
            if (++_files == 2)
            {
                stop.Cancel();
            }
        }

        public void Found(in ExtentRecord extent)
        {
        }
    }
}
