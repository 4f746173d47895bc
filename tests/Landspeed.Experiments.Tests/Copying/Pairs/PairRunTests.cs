using System.Text.Json;
using Landspeed.Copying;
using Landspeed.Experiments.Copying.Pairs;
using Landspeed.Results;
using Landspeed.Results.Pairs;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Experiments.Tests.Copying.Pairs;

public sealed class PairRunTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public PairRunTests()
    {
        Directory.CreateDirectory(_scratch.File("a/sub"));
        File.WriteAllText(_scratch.File("a/one"), "first");
        File.WriteAllText(_scratch.File("a/sub/two"), "second");
        _scratch.CreateFile("a/big", (4 << 20) + 17);
        Command.Shell($"cd '{_scratch.Path}' && cp -a a b");
    }

    public void Dispose()
    {
        Command.Run("umount", ["-l", _scratch.File("b")]);
        _scratch.Dispose();
    }

    [Fact]
    public void Random_changes_of_random_trees_are_found_and_nothing_else_by_one_process_and_by_ranks()
    {
        int helped = 0;
        foreach (int seed in Seeds(20))
        {
            using var tree = new RandomTree(seed);
            tree.Change();
            List<string> alone = [];
            List<string> together = [];

            // Where each read takes its time, rank 0 is not done before the others have begun.
            using var slow = new FaultMount(tree.Root, FaultCache.Direct);
            var delay = FaultAction.Delay(TimeSpan.FromMilliseconds(2));
            slow.Arm(new FaultRule(FaultOperations.Read, delay) { Always = true });
            (string a, string b) = (Path.Combine(slow.Path, "a"), Path.Combine(slow.Path, "b"));

            PairSection found = Compare(
                a, b, task => task with { ListsSame = true }, entry => alone.Add(Line(entry)));
            PairSection all = CompareByRanks(
                3, Task(a, b) with { ListsSame = true }, entry => together.Add(Line(entry)), ref helped);

            string expected = string.Join('\n', tree.Expected.Select(one => $"{Shown(one.Key)}: {one.Value}"));
            string actual = string.Join('\n', found.Entries.Select(Line));
            Assert.True(
                Sorted(expected) == Sorted(actual), $"LANDSPEED_SEED={seed}: expected\n{expected}\nfound\n{actual}");
            Assert.True(alone.SequenceEqual(together), $"LANDSPEED_SEED={seed}:\n{string.Join('\n', together)}");
            Assert.Equal(Numbers(found), Numbers(all));
        }

        Assert.True(helped > 0, "no other rank compared anything");
    }

    [Fact]
    public void Ranks_share_many_files_and_list_them_in_order()
    {
        int helped = 0;
        List<string> names = [.. Enumerable.Range(0, 2000).Select(index => $"n{index:D4}")];
        List<string> found = [];

        // On a device that takes its time rank 0 cannot be done before the others have begun, however busy the machine
        // is.
        using var slow = new SlowVolume(volume =>
        {
            Directory.CreateDirectory(volume.File("a"));
            Directory.CreateDirectory(volume.File("b"));
            names.ForEach(name =>
            {
                File.WriteAllText(volume.File($"a/{name}"), name);
                File.WriteAllText(volume.File($"b/{name}"), name.Replace("n17", "N17", StringComparison.Ordinal));
            });
        });
        slow.Delay(FaultOperations.Read, TimeSpan.FromMilliseconds(1));

        PairSection section = CompareByRanks(
            4,
            Task(slow.File("a"), slow.File("b")) with { Metadata = PairMetadataKinds.None },
            entry => found.Add(entry.Path),
            ref helped);

        Assert.Equal(names.Where(name => name.StartsWith("n17", StringComparison.Ordinal)), found);
        Assert.Equal(1901, section.EntriesSame);
        Assert.Equal(section.BytesA, section.BytesB);
        Assert.True(helped > 100, FormattableString.Invariant($"the other ranks compared {helped} of 2,000"));
    }

    [Fact]
    public void A_rank_that_is_stopped_stops_all()
    {
        _scratch.CreateFile("a/n", 1 << 20);
        _scratch.CreateFile("b/n", 1 << 20);
        using var stopped = new CancellationTokenSource();
        stopped.Cancel();
        ResultDocument? document = null;

        ThreadRanks.Run(3, ranks =>
        {
            PairTask task = Task(_scratch.File("a"), _scratch.File("b"));
            if (ranks.Rank > 0)
            {
                PairHelp.Run(ranks, task, ranks.Rank == 2 ? stopped.Token : CancellationToken.None);
                return;
            }

            using var run = new PairRun(task, null, null, CancellationToken.None) { Ranks = ranks };
            document = run.Execute(TimeProvider.System);
        });

        Assert.True(document!.Partial);
    }

    [Fact]
    public void The_same_is_found_as_by_diff()
    {
        foreach (int seed in Seeds(10))
        {
            using var tree = new RandomTree(seed, isPlain: true);
            tree.Change();
            Command diff = Command.Run(
                "/bin/sh", ["-c", "cd \"$0/..\" && LC_ALL=C diff -rq --no-dereference a b", tree.A]);

            PairSection found = Compare(tree.A, tree.B, task => task with { Metadata = PairMetadataKinds.None });

            Assert.True(
                Sorted(diff.Output) == Sorted(string.Join('\n', found.Entries.Select(entry => AsDiff(tree, entry)))),
                $"LANDSPEED_SEED={seed}: diff says\n{diff.Output}");
        }
    }

    [Fact]
    public void Entries_are_reported_in_the_order_of_their_names_whatever_the_threads_do()
    {
        List<string> expected = [];
        for (int index = 0; index < 500; index++)
        {
            string name = FormattableString.Invariant($"n{index:D3}");
            File.WriteAllText(_scratch.File($"b/{name}"), name);
            if (index % 3 > 0)
            {
                File.WriteAllText(_scratch.File($"a/{name}"), index % 3 == 1 ? name : "x");
            }

            expected.Add(name);
        }

        List<string> found = [];
        Compare(
            _scratch.File("a"),
            _scratch.File("b"),
            task => task with { Threads = 16, ListsSame = true, Metadata = PairMetadataKinds.None },
            entry => found.Add(entry.Path));

        Assert.Equal(["big", .. expected, "one", "sub/two", "sub", "."], found);
    }

    [Fact]
    public void A_file_that_is_written_to_while_it_is_read_has_changed()
    {
        bool isWritten = false;
        PairSection found = Compare(_scratch.File("a"), _scratch.File("b"), progress: now =>
        {
            if (!isWritten && now.Bytes > 0 && now.Current!.Text == "big")
            {
                isWritten = true;
                File.AppendAllText(_scratch.File("b/big"), "more");
            }
        });

        PairEntryRecord entry = Assert.Single(found.Entries);
        Assert.Equal((PairState.Changed, "big"), (entry.State, entry.Path));
        Assert.Equal($"{_scratch.File("b")}/big was written to", entry.Message);
        Assert.Empty(entry.Differences);
    }

    [Theory]
    [InlineData("rm b/one")]
    [InlineData("rm b/one && ln -s x b/one")]
    [InlineData("rm b/one && mkfifo b/one")]
    public void A_file_that_was_removed_or_replaced_since_it_was_listed_has_changed(string command)
    {
        bool isDone = false;
        PairSection found = Compare(_scratch.File("a"), _scratch.File("b"), progress: now =>
        {
            if (!isDone && now.Current?.Text == "one")
            {
                isDone = true;
                Command.Shell($"cd '{_scratch.Path}' && {command}");
            }
        });

        Assert.Contains(found.Entries, entry => entry is { State: PairState.Changed, Path: "one" });
        Assert.Equal(0, found.EntriesDifferent);
    }

    [Theory]
    [InlineData("mv b aside && cp -a aside b")]
    [InlineData("mv b aside && cp -a aside c && ln -s c b")]
    [InlineData("mount --bind a b")]
    public void A_directory_that_is_not_the_same_at_the_end_is_reported(string command)
    {
        if (command.StartsWith("mount", StringComparison.Ordinal))
        {
            Capability.RequireRoot();
        }

        bool isDone = false;
        PairSection found = Compare(_scratch.File("a"), _scratch.File("b"), progress: now =>
        {
            if (!isDone && now.Current?.Text == "sub/two")
            {
                isDone = true;
                Command.Shell($"cd '{_scratch.Path}' && {command}");
            }
        });

        Assert.Contains(found.Entries, entry => entry.State == PairState.Changed && entry.Path == _scratch.File("b"));
    }

    [Fact]
    public void A_comparison_that_is_stopped_says_so()
    {
        using var stop = new CancellationTokenSource();
        var task = new PairTask { A = _scratch.FilePath("a"), B = _scratch.FilePath("b"), IsTree = true };
        var run = new PairRun(task, null, new Listener(now => stop.Cancel()), stop.Token);

        ResultDocument document = run.Execute(TimeProvider.System);

        Assert.True(document.Partial);
        Assert.Empty(document.Cells[0].Runs[0].Pair!.Entries);
    }

    [Fact]
    public void What_was_read_of_the_file_that_was_stopped_counts()
    {
        const long Length = 200 << 20;
        Array.ForEach(["long-a", "long-b"], name => Command.Shell(
            $"truncate -s {Length} '{_scratch.File(name)}'"));
        using var stop = new CancellationTokenSource();
        long moved = 0;
        var listener = new Listener(now =>
        {
            moved = now.Bytes;
            if (now.Bytes > 0)
            {
                stop.Cancel();
            }
        });
        var task = new PairTask { A = _scratch.FilePath("long-a"), B = _scratch.FilePath("long-b") };
        using var run = new PairRun(task, null, listener, stop.Token);

        RunRecord found = run.Execute(TimeProvider.System).Cells[0].Runs[0];

        Assert.True(found.Partial);
        Assert.InRange(found.Pair!.BytesA + found.Pair.BytesB, moved, (2 * Length) - 1);
        Assert.True(moved > 0);
        Assert.Equal((0L, 0L), (found.Pair.EntriesSame, found.Pair.EntriesDifferent));
    }

    [Fact]
    public void Hard_links_to_one_file_in_both_trees_are_not_read()
    {
        Command.Shell($"cd '{_scratch.Path}' && rm b/big && ln a/big b/big");

        PairSection found = Compare(_scratch.File("a"), _scratch.File("b"));

        Assert.Equal((1, 11, 11), (found.FilesShared, found.BytesA, found.BytesB));
        Assert.DoesNotContain(found.Entries, entry => entry.Path == "big");
    }

    [Theory]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void A_verdict_about_both_sides_names_both(string type)
    {
        using var volume = new TestVolume(type);
        Command.Shell($"cp -a '{_scratch.Path}/b' '{volume.Path}' && sync");

        ResultDocument document = Execute(_scratch.File("a"), volume.File("b"));

        RunRecord run = document.Cells[0].Runs[0];
        Assert.Equal(
            [("A", _scratch.File("a")), ("B", volume.File("b"))], document.Places.Select(one => (one.Role, one.Path)));
        Assert.Equal((4 << 20) + 17 + 11, run.Pair!.BytesB);
        Assert.DoesNotContain("source", run.Reads!.Reason + run.ReadsB!.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ln a/one a/three && cp -a a/three b/three", "three: hard_link one a")]
    [InlineData("ln b/one b/three && cp -a b/three a/three", "three: hard_link one b")]
    [InlineData("ln a/one a/three && ln b/one b/three", null)]
    public void A_hard_link_that_only_one_tree_has_is_found(string command, string? expected)
    {
        Command.Shell($"cd '{_scratch.Path}' && {command} && touch -d @1 a b");

        PairSection found = Compare(_scratch.File("a"), _scratch.File("b"));

        Assert.Equal(
            expected is null ? [] : [expected],
            found.Entries.Select(entry => $"{entry.Path}: " + string.Join(
                ", ", entry.Differences.Select(one => $"{Word(one.What)} {one.Name} {one.OnlyIn}"))));
    }

    [Fact]
    public void A_directory_that_gets_a_name_while_its_entries_are_compared_has_changed()
    {
        // More than are handed on before the first is compared: the walk is still in the directory.
        for (int index = 0; index < 40_000; index++)
        {
            File.Create(_scratch.File(FormattableString.Invariant($"b/n{index}"))).Dispose();
        }

        List<PairEntryRecord> found = [];
        Compare(_scratch.File("a"), _scratch.File("b"), found: entry =>
        {
            if (found.Count == 0)
            {
                File.WriteAllText(_scratch.File("b/late"), "late");
            }

            found.Add(entry);
        });

        Assert.Equal(40_000, found.Count(entry => entry.State == PairState.OnlyInB));
        Assert.Equal((PairState.Changed, "."), (found[^1].State, found[^1].Path));
        Assert.Equal("the directory in B was written to", found[^1].Message);
    }

    private static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.SnakeCaseLower.ConvertName(value.ToString());

    private static string Shown(string name) => FilePath.FromText(name).Display;

    private static string Sorted(string lines) =>
        string.Join('\n', lines.Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal));

    private static string Line(PairEntryRecord entry) => $"{entry.Path}: " + (entry.State == PairState.Different
        ? string.Join(' ', entry.Differences.Select(one =>
            one.What == PairAspect.Content
                ? FormattableString.Invariant($"content {one.OffsetBytes}")
                : Word(one.What)))
        : Word(entry.State));

    private static string AsDiff(RandomTree tree, PairEntryRecord entry)
    {
        string directory = Path.GetDirectoryName(entry.Path) is { Length: > 0 } above ? $"/{above}" : string.Empty;
        string name = Path.GetFileName(entry.Path);
        return (entry.State, entry.Differences) switch
        {
            (PairState.OnlyInA, _) => $"Only in a{directory}: {name}",
            (PairState.OnlyInB, _) => $"Only in b{directory}: {name}",
            (_, [{ What: PairAspect.LinkTarget }]) => $"Symbolic links a/{entry.Path} and b/{entry.Path} differ",
            (_, [{ What: PairAspect.Kind, A: "a file", B: "a directory" }]) =>
                $"File a/{entry.Path} is a regular {(IsEmpty(Path.Combine(tree.A, entry.Path)) ? "empty " : "")}file "
                + $"while file b/{entry.Path} is a directory",
            _ => $"Files a/{entry.Path} and b/{entry.Path} differ",
        };
    }

    private static bool IsEmpty(string file) => new FileInfo(file).Length == 0;

    private static IEnumerable<int> Seeds(int count)
    {
        string? one = Environment.GetEnvironmentVariable("LANDSPEED_SEED");
        return one is null
            ? Enumerable.Range(1, count)
            : [int.Parse(one, System.Globalization.CultureInfo.InvariantCulture)];
    }

    private static PairSection Compare(
        string a,
        string b,
        Func<PairTask, PairTask>? with = null,
        Action<PairEntryRecord>? found = null,
        Action<CopyProgress>? progress = null) => Execute(a, b, with, found, progress).Cells[0].Runs[0].Pair!;

    private static PairTask Task(string a, string b) =>
        new() { A = FilePath.FromText(a), B = FilePath.FromText(b), IsTree = true };

    // Entries that the other ranks have compared are added to helped.
    private static PairSection CompareByRanks(
        int size, PairTask task, Action<PairEntryRecord> found, ref int helped)
    {
        PairSection? section = null;
        int others = 0;
        ThreadRanks.Run(size, ranks =>
        {
            if (ranks.Rank > 0)
            {
                Interlocked.Add(ref others, PairHelp.Run(ranks, task, TestContext.Current.CancellationToken));
                return;
            }

            using var run = new PairRun(task, found, null, TestContext.Current.CancellationToken) { Ranks = ranks };
            section = run.Execute(TimeProvider.System).Cells[0].Runs[0].Pair;
        });
        helped += others;
        return section!;
    }

    private static long[] Numbers(PairSection found) =>
    [
        found.EntriesSame, found.EntriesDifferent, found.EntriesOnlyInA, found.EntriesOnlyInB, found.EntriesUnreadable,
        found.EntriesChanged, found.FilesShared, found.BytesA, found.BytesB, found.DirectBytes,
    ];

    private static ResultDocument Execute(
        string a,
        string b,
        Func<PairTask, PairTask>? with = null,
        Action<PairEntryRecord>? found = null,
        Action<CopyProgress>? progress = null)
    {
        PairTask task = Task(a, b) with { Threads = progress is null ? 4 : 1 };
        using var run = new PairRun(
            with?.Invoke(task) ?? task,
            found,
            progress is null ? null : new Listener(progress),
            TestContext.Current.CancellationToken);
        return run.Execute(TimeProvider.System);
    }

    // Called on the thread that reads, and at once.
    private sealed class Listener(Action<CopyProgress> heard) : IProgress<CopyProgress>
    {
        public void Report(CopyProgress value) => heard(value);
    }
}
