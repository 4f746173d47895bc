namespace Landspeed.Tests.Copying.Identity;

/// <summary>What lies between the names that a copy is given and the directories behind them.</summary>
/// <param name="Name">In words.</param>
/// <param name="Source">The source as it is named.</param>
/// <param name="Target">The target as it is named.</param>
/// <param name="Mounts">What is mounted where, in order; where first, and then the command.</param>
internal sealed record Situation(
    string Name, string Source, string Target, params (string Where, string Command)[] Mounts)
{
    private const string Overlay = "mount -t overlay overlay -o lowerdir=low,upperdir=up,workdir=work";

    /// <summary>Whether files that are not one have equal inode numbers: others then make links of them.</summary>
    internal bool NumbersCollide { get; private init; }

    /// <summary>Whether a name of one side stands for something of the other, whose fate it shares.</summary>
    internal bool IsOfTheOther(string side, string other, string name) => Mounts.Any(mount =>
        mount.Where.StartsWith($"{side}/", StringComparison.Ordinal)
        && mount.Command.Contains(other, StringComparison.Ordinal)
        && name.StartsWith($".{mount.Where[side.Length..]}/", StringComparison.Ordinal));

    /// <summary>All of them; src and dst are there, and have directories a, b and a/c.</summary>
    internal static IReadOnlyList<Situation> All { get; } =
    [
        new("plain", "src", "dst"),
        new("target through a view", "src", "view", ("view", "bindfs -o nonempty dst view")),
        new("source through a view", "view", "dst", ("view", "bindfs -o nonempty src view")),
        new("both through views", "view", "view2",
            ("view", "bindfs -o nonempty src view"), ("view2", "bindfs dst view2")),
        new("both through one view", "view/src", "view/dst", ("view", "bindfs -o nonempty . view")),
        new("source through a bind mount", "view", "dst", ("view", "mount --bind src view")),
        new("target through a bind mount", "src", "view", ("view", "mount --bind dst view")),
        new("a directory bound into the target", "src", "dst", ("dst/a", "mount --bind src/a dst/a")),
        new("a deep directory bound into the target", "src", "dst", ("dst/a/c", "mount --bind src/a/c dst/a/c")),
        new("another directory bound into the target", "src", "dst", ("dst/b", "mount --bind src/a dst/b")),
        new("a directory above bound into the target", "src", "dst", ("dst/a/c", "mount --bind src dst/a/c")),
        new("a directory of the target bound into the source", "src", "dst", ("src/a", "mount --bind dst/a src/a")),
        new("another directory of the target bound into the source", "src", "dst",
            ("src/b", "mount --bind dst/a src/b")),
        new("the target bound into the source", "src", "dst", ("src/a/c", "mount --bind dst src/a/c")),
        new("a view of a directory in the target", "src", "dst", ("dst/a", "bindfs -o nonempty src/a dst/a")),
        new("a deep view in the target", "src", "dst", ("dst/a/c", "bindfs -o nonempty src/a/c dst/a/c")),
        new("a view of a directory of the target in the source", "src", "dst",
            ("src/b", "bindfs -o nonempty dst/b src/b")),
        new("a view of the source as target", "src", "view", ("view", "bindfs -o nonempty src view")),
        new("a view of the target as source", "view", "dst", ("view", "bindfs -o nonempty dst view")),
        new("a target in a view of the source", "src", "view/a/c", ("view", "bindfs -o nonempty src view")),
        new("a source in a view of the target", "view/a", "dst", ("view", "bindfs -o nonempty dst view")),
        new("a source in a bound target", "view/a", "dst", ("view", "mount --bind dst view")),
        new("an overlay of the source as target", "src", "view",
            ("view", "mount -t overlay overlay -o lowerdir=src,upperdir=up,workdir=work view")),
        new("an overlay of the target as target", "src", "view",
            ("view", "mount -t overlay overlay -o lowerdir=dst,upperdir=up,workdir=work view")),
        new("an overlay as source", "view", "dst",
            ("view", "mount -t overlay overlay -o lowerdir=src,upperdir=up,workdir=work view")),
        new("two directories of one overlay", "view/src", "view/dst",
            ("low", "mount --bind . low"), ("view", $"{Overlay} view")),
        new("another volume in the source", "src", "dst", ("src/a", "mount -t tmpfs none src/a")),
        new("another volume in the target", "src", "dst", ("dst/a", "mount -t tmpfs none dst/a")),
        new("two volumes with equal inode numbers below one view", "view", "dst",
            ("src/one", "mkdir src/one && mount -t tmpfs none src/one && cp -a src/b/. src/one"),
            ("src/two", "mkdir src/two && mount -t tmpfs none src/two && cp -a src/b/. src/two && "
                + "find src/two -type f -exec sh -c '"
                + "tr a-z0-8 b-za1-9 <$1 >low/t && touch -r $1 low/t && "
                + "cat low/t >$1 && touch -r low/t $1' _ {} ';'"),
            ("view", "bindfs -o nonempty src view"))
        {
            NumbersCollide = true,
        },
        new("a target in memory", "src", "view", ("view", "mount -t tmpfs none view")),
    ];
}
