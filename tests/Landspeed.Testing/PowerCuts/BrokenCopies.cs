namespace Landspeed.Testing.PowerCuts;

/// <summary>Copies that leave something out. A proof that does not catch them proves nothing.</summary>
internal static class BrokenCopies
{
    // Until it has written three times, and so synced twice.
    private const string AwaitBystander = "for turn in 1 2 3; do "
        + "was=$(stat -c %y a/bystander); while [ \"$(stat -c %y a/bystander)\" = \"$was\" ]; do :; done; done";

    internal static IReadOnlyList<CutWork> All { get; } =
    [
        Copy("no-flush", "cp -p outside/f a/part && mv a/part a/f"),
        Copy("name-first", "head -c 500000 outside/f > a/f && sync a/f && cp -p outside/f a/f && sync a/f && sync a"),
        Copy("no-directory-flush", "cp -p outside/f a/part && sync a/part && mv a/part a/f") with { IsQuiet = true },
        Copy("late-flush", $"cp -p outside/f a/part && mv a/part a/f && {AwaitBystander} && sync a/f && sync a"),
        new("move-without-flush")
        {
            VolumeCount = 2,
            Prepare = files => files.File("a/s", 1 << 20),
            Repeat = Nothing,
            Steps = [new("sh cp -p a/s b/part && mv b/part b/t && rm a/s && sync a")],
            Copies = [("a/s", "b/t")],
        },
    ];

    // It is the cut that has to show them.
    private static CutStep Nothing => new("sh :");

    private static CutWork Copy(string name, string script) => new(name)
    {
        // To a new name: when another file is replaced, ext4 and btrfs send the data on their way unasked.
        Prepare = files => files.File("outside/f", 1 << 20),
        Steps = [new($"sh {script}")],
        Repeat = Nothing,
        Copies = [("outside/f", "a/f")],
    };
}
