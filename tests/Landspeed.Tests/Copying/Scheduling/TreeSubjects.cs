using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Copying.Scheduling;

/// <summary>
/// Copies of a tree: three small files, two large ones, a large one with two names, a directory below. Two threads
/// carry small files, one large ones, one gives names.
/// </summary>
internal static class TreeSubjects
{
    private const int Small = 3000;
    private const int Large = 10_000;

    private static readonly Dictionary<string, byte[]> s_files = new(StringComparer.Ordinal)
    {
        ["small 1"] = Bytes(Small, 1),
        ["small 2"] = Bytes(1, 2),
        ["large 1"] = Bytes(Large, 3),
        ["large 2"] = Bytes(Small + 1, 4),
        ["linked"] = Bytes(5000, 5),
        ["below/linked"] = Bytes(5000, 5),
        ["below/small"] = Bytes(0, 6),
    };

    internal static void Copy(Exploration explored) => CopyWhole(explored, Options(explored));

    internal static void Copy_with_verification(Exploration explored) =>
        CopyWhole(explored, Options(explored) with { Verify = true });

    internal static void Copy_that_moves(Exploration explored) =>
        CopyWhole(explored, Options(explored) with { Verify = true, RemoveSource = true });

    // Whoever walks waits for what is under way before each directory but the first, and nobody fills batches up.
    internal static void Copy_with_few_descriptors(Exploration explored) =>
        CopyWhole(explored, Options(explored) with { Verify = true, BusyPairs = 1 });

    internal static void Second_copy(Exploration explored)
    {
        TreeCopyOptions options = Options(explored) with { Verify = true };
        CopyWhole(explored, options);
        CopyResult again = Run(explored, options, default);
        explored.Require(again is { Outcome: CopyOutcome.Done, FilesCopied: 0 }, $"again: {again}");
    }

    // Whatever it has come to: no file is half there, and none of ours is left.
    internal static void Copy_that_is_stopped(Exploration explored)
    {
        Begin(explored);
        using var source = new CancellationTokenSource();
        TreeCopyOptions options = Options(explored) with { Verify = true };
        explored.RunAll(("copies", CopyUntilStopped), ("cancels", () => explored.Cancel(source)));

        void CopyUntilStopped()
        {
            CopyResult result = Run(explored, options, source.Token);
            explored.Require(result.Outcome is CopyOutcome.Done or CopyOutcome.Stopped, $"{result}");
            RequireParts(explored, result.Outcome == CopyOutcome.Done);
        }
    }

    internal static void Copy_whose_listener_throws(Exploration explored)
    {
        Begin(explored);
        int events = 0;
        var listener = new Teller(() =>
        {
            if (++events == 3)
            {
                throw new InvalidOperationException("the third event");
            }
        });
        RequireGivenUp(explored, Options(explored) with { Verify = true, Events = listener }, "the third event");
        events = 0;
        RequireGivenUp(explored, Options(explored) with { BusyPairs = 1, Events = listener }, "the third event");
    }

    // Large files fail that were under way or to come, and no others.
    internal static void Copy_whose_engine_breaks(Exploration explored)
    {
        Begin(explored);
        CopyResult result = Run(explored, Breaking(explored, new IOException("the engine broke")), default);
        explored.Require(
            result.Outcome == CopyOutcome.Failed && result.Problems.All(problem => IsLarge(problem.Path)),
            $"{result}: {string.Join("; ", result.Problems.Select(problem => problem.Message))}");
        RequireParts(explored, isWhole: false);
        explored.Require(File.Exists(Path.Combine(Target(explored), "below/small")), "a small file is missing");
    }

    internal static void Copy_whose_engine_is_mistaken(Exploration explored)
    {
        Begin(explored);
        RequireGivenUp(explored, Breaking(explored, new InvalidOperationException("a mistake")), "a mistake");
    }

    // A directory has the name of a file.
    internal static void Copy_with_a_refused_file(Exploration explored)
    {
        Begin(explored);
        Directory.CreateDirectory(Path.Combine(Target(explored), "small 1"));
        CopyResult result = Run(explored, Options(explored) with { BusyPairs = 1, Verify = true }, default);
        explored.Require(
            result is { Outcome: CopyOutcome.Refused, FilesCopied: 5, Problems: [_] }, $"{result}");
        explored.Require(explored.Timeouts == 0, "somebody waited for something that did not come");
    }

    // Where none is left for comparing, who asks compares.
    internal static void Copy_with_few_threads(Exploration explored)
    {
        explored.LimitThreads(3);
        CopyWhole(explored, Options(explored) with { Verify = true });
    }

    internal static void Copy_with_too_few_threads(Exploration explored)
    {
        Begin(explored);
        explored.LimitThreads(2);
        try
        {
            Run(explored, Options(explored), default);
            explored.Require(false, "nothing was thrown");
        }
        catch (NativeIOException refused)
        {
            explored.Require(refused.Operation == "start a thread", refused.Message);
        }

        RequireParts(explored, isWhole: false);
    }

    private static TreeCopyOptions Options(Exploration explored) => new()
    {
        SmallFileThreads = 2,
        SmallFileLimit = Small,
        RequestSize = 4096,
        QueueDepth = 2,
        Strategy = CopyStrategy.Buffered,
        Reflink = ReflinkRule.Never,
        Engine = EngineKind.Threads, // so that small files are read one by one
        EngineFactory = explored.CreateEngine,
    };

    private static void CopyWhole(Exploration explored, TreeCopyOptions options)
    {
        Begin(explored);
        CopyResult result = Run(explored, options, default);
        explored.Require(
            result is { Outcome: CopyOutcome.Done, Problems: [] },
            $"{result}: {string.Join("; ", result.Problems.Select(problem => problem.Message))}");
        RequireParts(explored, isWhole: true);
        explored.Require(Directory.Exists(Source(explored)) != options.RemoveSource, "the source");
        explored.Require(explored.Timeouts == 0, "somebody waited for something that did not come");
    }

    private static void RequireGivenUp(Exploration explored, TreeCopyOptions options, string because)
    {
        try
        {
            Run(explored, options, default);
            explored.Require(false, "nothing was thrown");
        }
        catch (InvalidOperationException mistake)
        {
            explored.Require(mistake.Message.Contains(because, StringComparison.Ordinal), mistake.Message);
        }

        RequireParts(explored, isWhole: false);
    }

    private static TreeCopyOptions Breaking(Exploration explored, Exception failure) => Options(explored) with
    {
        Verify = true,
        EngineFactory = depth => new BreakingEngine(explored.CreateEngine(depth), failure),
    };

    private static bool IsLarge(FilePath path) => path.Display.Contains("large", StringComparison.Ordinal)
        || path.Display.Contains("linked", StringComparison.Ordinal);

    private static CopyResult Run(Exploration explored, TreeCopyOptions options, CancellationToken stop) =>
        TreeCopier.CopyUntilStopped(
            FilePath.FromText(Source(explored)), FilePath.FromText(Target(explored)), options, null, stop);

    // Each file that has its name is whole.
    private static void RequireParts(Exploration explored, bool isWhole)
    {
        int found = 0;
        if (Directory.Exists(Target(explored)))
        {
            foreach (string path in Directory.GetFiles(Target(explored), "*", SearchOption.AllDirectories))
            {
                string name = Path.GetRelativePath(Target(explored), path);
                explored.Require(s_files.TryGetValue(name, out byte[]? bytes), $"{name} is left");
                explored.Require(File.ReadAllBytes(path).AsSpan().SequenceEqual(bytes), $"{name} has other bytes");
                found++;
            }
        }

        explored.Require(!isWhole || found == s_files.Count, $"{found} files");
    }

    // Anew where the schedule before left something else.
    private static void Begin(Exploration explored)
    {
        if (Directory.Exists(Target(explored)))
        {
            Directory.Delete(Target(explored), recursive: true);
        }

        bool isNew = false;
        foreach ((string name, byte[] bytes) in s_files)
        {
            string path = Path.Combine(Source(explored), name);
            if (!File.Exists(path))
            {
                isNew = true;
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                if (name == "below/linked")
                {
                    Command.Shell($"ln '{Path.Combine(Source(explored), "linked")}' '{path}'");
                }
                else
                {
                    File.WriteAllBytes(path, bytes);
                }
            }
        }

        // A copy that moves looks twice at what was changed just before: the same steps need sources of the same age.
        if (isNew)
        {
            using var never = new ManualResetEventSlim();
            never.Wait(TimeSpan.FromMilliseconds(25));
        }
    }

    private static byte[] Bytes(int count, int seed)
    {
        byte[] bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }

    private static string Source(Exploration explored) => explored.Scratch.File("source");

    private static string Target(Exploration explored) => explored.Scratch.File("target");

    private sealed class Teller(Action tell) : IProgress<CopyEvent>
    {
        public void Report(CopyEvent value) => tell();
    }
}
