namespace Landspeed.Testing.PowerCuts;

/// <summary>Copies that leave something out. A proof that does not catch them proves nothing.</summary>
internal static class BrokenCopies
{
    // Until it has written three times, and so synced twice.
    private const string AwaitBystander = "for turn in 1 2 3; do "
        + "was=$(stat -c %y a/bystander); while [ \"$(stat -c %y a/bystander)\" = \"$was\" ]; do :; done; done";

    // A name that may stay after a cut: only what a flush left out does to the others is to be caught.
    private const string Part = "a/.f.landspeed-part";

    internal static IReadOnlyList<CutWork> All { get; } =
    [
        Copy("no-flush", $"cp -p outside/f {Part} && mv {Part} a/f"),
        Copy("name-first", "head -c 500000 outside/f > a/f && sync a/f && cp -p outside/f a/f && sync a/f && sync a"),
        Copy("no-directory-flush", $"cp -p outside/f {Part} && sync {Part} && mv {Part} a/f") with { IsQuiet = true },
        Copy("late-flush", $"cp -p outside/f {Part} && mv {Part} a/f && {AwaitBystander} && sync a/f && sync a"),
        new("move-without-flush")
        {
            VolumeCount = 2,
            Prepare = files => files.File("a/s", 1 << 20),
            Repeat = Nothing,
            Steps = [new("sh cp -p a/s b/.t.landspeed-part && mv b/.t.landspeed-part b/t && rm a/s && sync a")],
            Copies = [("a/s", "b/t")],
        },
        Replacing("replace-without-flush", File.WriteAllBytes),
        Replacing("replace-without-directory-flush", WriteAndFlush) with { IsQuiet = true },
    ];

    // It is the cut that has to show them.
    private static CutStep Nothing => new("sh :");

    private static void WriteAndFlush(string part, byte[] content)
    {
        using var file = new FileStream(part, FileMode.Create);
        file.Write(content);
        file.Flush(flushToDisk: true);
    }

    // As programs do that know of no power cuts.
    private static CutWork Replacing(string name, Action<string, byte[]> write)
    {
        return CutWorks.Replacing(name, Replace) with { Repeat = Nothing };

        void Replace(string target, byte[] content)
        {
            string part = Path.Combine(Path.GetDirectoryName(target)!, Path.GetFileName(Part));
            write(part, content);
            File.Move(part, target, overwrite: true);
        }
    }

    private static CutWork Copy(string name, string script) => new(name)
    {
        // To a new name: when another file is replaced, ext4 and btrfs send the data on their way unasked.
        Prepare = files => files.File("outside/f", 1 << 20),
        Steps = [new($"sh {script}")],
        Repeat = Nothing,
        Copies = [("outside/f", "a/f")],
    };
}
