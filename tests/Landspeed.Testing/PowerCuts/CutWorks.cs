namespace Landspeed.Testing.PowerCuts;

/// <summary>What the power cuts interrupt: the command, and <see cref="AtomicFile"/>.</summary>
internal static class CutWorks
{
    private const long MiB = 1 << 20;
    private const string Sweep = "sweep a --json a/result.json --journal a/journal --size 1MiB --time 10ms --request-size 64K,256K "
        + "--queue-depth 1 --mode buffered --api engine --operation read --repeat 1 --seed 7 --quiet --format json";

    internal static IReadOnlyList<CutWork> All { get; } =
    [
        new("file")
        {
            Prepare = files => files.File("outside/f", 4 * MiB),
            Steps = [new("copy outside/f a/f --replace always --quiet")],
            Copies = [("outside/f", "a/f")],
        },
        new("file-never-over")
        {
            Prepare = files => files.File("outside/f", 4 * MiB),
            Steps = [new("copy outside/f a/f --quiet")],
            Copies = [("outside/f", "a/f")],
        },
        new("file-over")
        {
            Prepare = files => files.File("outside/f", 4 * MiB, generation: 1).File("a/f", 3 * MiB),
            Steps = [new("copy outside/f a/f --replace always --verify --quiet")],
            Copies = [("outside/f", "a/f")],
        },
        new("file-shared")
        {
            Prepare = files => files.File("a/s", 4 * MiB, generation: 1).File("a/f", 3 * MiB),
            Steps = [new("copy a/s a/f --replace always --quiet")],
            Copies = [("a/s", "a/f")],
        },
        new("file-big")
        {
            VolumeSize = "640M",
            Prepare = files => files.File("outside/f", 72 * MiB),
            Steps = [new("copy outside/f a/f --replace always --quiet")],
            Copies = [("outside/f", "a/f")],
        },
        new("file-resumed")
        {
            Prepare = files => files.File("outside/f", 24 * MiB, generation: 1).File("a/f", MiB),
            Steps =
            [
                new("copy outside/f a/f --replace always --quiet", CutStep.Kill, 5 * MiB),
                new("copy outside/f a/f --replace always --quiet", CutStep.Interrupt, 8 * MiB),
                new("copy outside/f a/f --replace always --quiet", CutStep.Kill, 4 * MiB),
                new("copy outside/f a/f --replace always --quiet"),
            ],
            Copies = [("outside/f", "a/f")],
        },
        new("tree")
        {
            Prepare = files => files.Tree("outside/t", 40),
            Steps = [new("copy outside/t a/t --quiet")],
            Copies = [("outside/t", "a/t")],
        },
        new("tree-big")
        {
            VolumeSize = "640M",
            Prepare = files => files.Tree("outside/t", 20).File("outside/t/big", 65 * MiB),
            Steps = [new("copy outside/t a/t --quiet")],
            Copies = [("outside/t", "a/t")],
        },
        new("tree-big-resumed")
        {
            VolumeSize = "640M",
            Prepare = files => files.Tree("outside/t", 20).File("outside/t/big", 65 * MiB),
            Steps =
            [
                new("copy outside/t a/t --quiet", CutStep.Interrupt, 30 * MiB),
                new("copy outside/t a/t --quiet", CutStep.Kill, 20 * MiB),
                new("copy outside/t a/t --quiet"),
            ],
            Copies = [("outside/t", "a/t")],
        },
        new("mirror")
        {
            Prepare = files => files.Tree("outside/t", 20, generation: 1).Tree("a/t", 30).File("a/t/old/gone", 5000),
            Steps = [new("copy outside/t a/t --update --delete --yes --quiet")],
            Copies = [("outside/t", "a/t")],
        },
        new("hard-links")
        {
            Prepare = files => files.Tree("outside/t", 10)
                .HardLink("outside/t/second", "outside/t/d0/f9").HardLink("outside/t/d1/third", "outside/t/d0/f9"),
            Steps = [new("copy outside/t a/t --quiet")],
            Copies = [("outside/t", "a/t")],
        },
        new("symbolic-links")
        {
            Prepare = files => files.Tree("outside/t", 10)
                .SymbolicLink("outside/t/link", "d0/f9").SymbolicLink("outside/t/dangling", "nowhere"),
            Steps = [new("copy outside/t a/t --quiet")],
            Copies = [("outside/t", "a/t")],
        },
        new("move-file")
        {
            Prepare = files => files.File("a/s", 4 * MiB),
            Steps = [new("copy a/s a/f --remove-source --replace always --quiet")],
            Copies = [("a/s", "a/f")],
        },
        new("move-tree")
        {
            Prepare = files => files.Tree("a/s", 30),
            Steps = [new("copy a/s a/t --remove-source --quiet")],
            Copies = [("a/s", "a/t")],
        },
        new("move-across")
        {
            VolumeCount = 2,
            Prepare = files => files.Tree("a/s", 20).File("a/s/big", 3 * MiB),
            Steps = [new("copy a/s b/t --remove-source --quiet")],
            Copies = [("a/s", "b/t")],
        },
        new("records")
        {
            Prepare = _ => { },
            Steps = [new("records generate 40000 a/r --overwrite --threads 1 --quiet --format json")],
        },
        new("result")
        {
            Prepare = files => files.File("outside/f", 100_000).File("a/result.json", 9000),
            Steps = [new("copy outside/f a/f --replace always --json a/result.json --manifest a/sums --quiet")],
            Copies = [("outside/f", "a/f")],
            Documents = ["a/result.json"],
        },
        new("sweep")
        {
            Prepare = _ => { },
            Steps = [new(Sweep)],
            Repeat = new($"sh \"$0\" {Sweep} --resume; code=$?; [ $code = 2 ] || exit $code; exec \"$0\" {Sweep}"),
            Documents = ["a/result.json"],
            IsUnsettled = name => name == "a/journal" || name.StartsWith("a/landspeed-sweep", StringComparison.Ordinal),
        },
        Replacing(
            "atomic-file",
            (target, content) => AtomicFile.Replace(target, stream => stream.Write(content))),
    ];

    /// <summary>Replaces a file that is not there at first by one content after the other.</summary>
    /// <param name="name">Of the work.</param>
    /// <param name="replace">Gives a file a content.</param>
    internal static CutWork Replacing(string name, Action<string, byte[]> replace)
    {
        // As long as the one before, shorter and longer.
        (string Name, long Length)[] contents =
        [
            ("outside/g1", 3 * MiB), ("outside/g2", 3 * MiB), ("outside/g3", 70_001), ("outside/g4", MiB),
            ("outside/g5", 0), ("outside/g6", 4096),
        ];
        return new CutWork(name)
        {
            Prepare = files => Array.ForEach(contents, content => files.File(content.Name, content.Length)),
            Steps =
            [
                .. contents.Select(content => new CutStep($"replacement by {content.Name}")
                {
                    Call = root => replace(
                        Path.Combine(root, "a/f"), File.ReadAllBytes(Path.Combine(root, content.Name))),
                }),
            ],
            Replaced = ("a/f", [.. contents.Select(content => content.Name)]),
        };
    }

    internal static CutWork Named(string name) => All.Concat(BrokenCopies.All).Single(work => work.Name == name);
}
