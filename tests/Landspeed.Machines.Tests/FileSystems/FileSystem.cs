namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>A file system, and what is to be found on it.</summary>
/// <param name="Name">As landspeed calls it, or with what makes it special behind a hyphen.</param>
/// <param name="Make">Makes it; <c>$disk</c> is the disk.</param>
/// <param name="Mount">Mounts it; <c>$disk</c> is the disk, <c>$place</c> the directory.</param>
public sealed record FileSystem(string Name, string Make, string Mount)
{
    private const string Everything =
        """
        times 1 ns
        years all
        modes kept
        owners kept
        attributes kept
        access lists kept
        hard links kept
        symbolic links kept
        holes kept
        births kept
        inodes same after mounting again

        """;

    // The server is the same machine; each place has a directory of its own there.
    private const string Serve = "served=/m/served-$(basename $place); mkdir -p $served "
        + "&& mkfs.ext4 -q -b 4096 $disk && mount $disk $served && serve_nfs $served";

    private static readonly string[] s_refusedByFat =
        ["a\"b", "a<b", "a|b", "back\\slash", "bad-\\xFF", "co:lon", "new\\x0Aline", "st*r", "trailing.", "what?"];

    /// <summary>What landspeed calls it.</summary>
    public string Kind { get => field ?? Name; init; }

    /// <summary>What a copied tree keeps.</summary>
    public string Kept { get; init; } = Everything;

    /// <summary>A piece of each message about what a copied tree loses.</summary>
    public IReadOnlyList<string> Losses { get; init; } = [];

    /// <summary>Which of the odd names it refuses, as they are shown.</summary>
    public IReadOnlyList<string> RefusedNames { get; init; } = [];

    /// <summary>Whether only the kernel of Debian 13 has it.</summary>
    public bool IsOfDebian13 { get; init; }

    /// <summary>
    /// Whether a file has its number also after mounting again: what proves that an interrupted copy is ours.
    /// </summary>
    public bool KeepsInodes => Kept.Contains("inodes same", StringComparison.Ordinal);

    /// <summary>Whether names that differ in case are one.</summary>
    public bool IgnoresCase { get; init; }

    /// <summary>Whether it says where files lie.</summary>
    public bool TellsExtents { get; init; } = true;

    /// <summary>Where a direct read, a direct write, a cold read and one from the page cache go.</summary>
    public IReadOnlyList<string> Verdicts { get; init; } = ["device", "device", "device", "cache"];

    /// <summary>Those of one machine, as far as they can be written to.</summary>
    public static IReadOnlyList<FileSystem> Local { get; } =
    [
        Plain("ext4", "mkfs.ext4 -q -b 4096 $disk"),
        Plain("xfs", "mkfs.xfs -q $disk"),
        Plain("btrfs-compressed", "mkfs.btrfs -q $disk") with { Mount = "mount -o compress=zstd $disk $place" },
        Plain("btrfs-quota", "mkfs.btrfs -q $disk") with
        {
            Mount = "mount $disk $place && btrfs quota enable $place && btrfs qgroup limit 250M $place",
        },
        Plain("f2fs", "mkfs.f2fs -q $disk") with
        {
            Kept = Everything.Replace("births kept", "births not known", StringComparison.Ordinal),
        },
        Plain("ntfs3", "mkntfs -fq $disk") with
        {
            IsOfDebian13 = true,
            Mount = "mount -t ntfs3 $disk $place",
            Kept = Everything
                .Replace("times 1 ns", "times 100 ns", StringComparison.Ordinal)
                .Replace("access lists kept", "access lists lost", StringComparison.Ordinal)
                .Replace("holes kept", "holes filled", StringComparison.Ordinal),
            Losses = ["keeps times to 100 ns", "the extended attribute system.posix_acl_access of"],
            RefusedNames = ["bad-\\xFF"],
        },
        Fat("vfat", "mkfs.vfat $disk", "times 2 s", "keeps times to 2 s") with
        {
            RefusedNames = [.. s_refusedByFat, "trailing "],
        },
        Fat("exfat", "mkfs.exfat $disk", "times 10 ms", "keeps times to 10 ms"),
        new FileSystem(
            "overlay",
            "mkfs.ext4 -q -b 4096 $disk && mkdir -p /m/below && mount $disk /m/below "
                + "&& cd /m/below && mkdir lower upper work",
            "mount -t overlay -o lowerdir=/m/below/lower,upperdir=/m/below/upper,workdir=/m/below/work overlay $place"),
        new FileSystem("9p", "mkdir /host/9p", "mount --bind /host/9p $place")
        {
            Kept = Everything
                .Replace("times 1 ns", "times 1 s", StringComparison.Ordinal)
                .Replace("access lists kept", "access lists lost", StringComparison.Ordinal)
                .Replace("births kept", "births not known", StringComparison.Ordinal),
            Losses =
            [
                "s at best; the same is true of other files there",
                "the extended attribute system.posix_acl_access of",
            ],
            TellsExtents = false,
            Verdicts = ["unknown", "unknown", "unknown", "unknown"],
        },
    ];

    /// <summary>Those that another machine has; here it is the same one.</summary>
    public static IReadOnlyList<FileSystem> Remote { get; } =
    [
        Nfs("nfs3", "3") with
        {
            Kept = Everything
                .Replace("years all", "years 1970 to 2106", StringComparison.Ordinal)
                .Replace("attributes kept", "attributes lost", StringComparison.Ordinal)
                .Replace("births kept", "births not known", StringComparison.Ordinal),
            Losses =
            [
                "could not be kept as 2150-01-01 00:00:00 UTC: its file system makes that 2106-02-07",
                "the extended attribute user.key of",
            ],
        },
        Nfs("nfs4", "4.2") with
        {
            Kept = Everything
                .Replace("access lists kept", "access lists lost", StringComparison.Ordinal)
                .Replace("births kept", "births not known", StringComparison.Ordinal),
            Losses = ["the extended attribute system.posix_acl_access of"],
        },
        new FileSystem(
            "smb",
            "mkdir -p /m/served-smb && mkfs.ext4 -q -b 4096 $disk && mount $disk /m/served-smb "
                + "&& serve_smb served /m/served-smb",
            "mount -t cifs -o user=root,password=smb //127.0.0.1/served $place")
        {
            Kind = "cifs",
            Kept = Everything
                .Replace("times 1 ns", "times 100 ns", StringComparison.Ordinal)
                .Replace("modes kept", "modes lost", StringComparison.Ordinal)
                .Replace("owners kept", "owners lost", StringComparison.Ordinal)
                .Replace("access lists kept", "access lists lost", StringComparison.Ordinal)
                .Replace("symbolic links kept", "symbolic links lost", StringComparison.Ordinal),
            Losses =
            [
                "keeps times to 100 ns at best",
                "its file system makes that 755; the same is true of other files there",
                "the extended attribute system.posix_acl_access of",
                "/symlink: not supported here (EOPNOTSUPP). Its file system most likely has no symbolic links",
            ],
            RefusedNames = ["bad-\\xFF", "back\\slash"],
            IgnoresCase = true,
            Verdicts = ["refused", "refused", "unknown", "cache"],
        },
    ];

    /// <summary>The one of a name.</summary>
    public static FileSystem Of(string name) => Local.Concat(Remote).Single(one => one.Name == name);

    public override string ToString() => Name;

    private static FileSystem Plain(string name, string make) => new(name, make, "mount $disk $place");

    private static FileSystem Nfs(string name, string version) =>
        new(name, Serve, $"mount -t nfs -o vers={version} 127.0.0.1:/m/served-$(basename $place) $place")
        {
            Kind = "nfs",
            TellsExtents = false,
            Verdicts = ["unknown", "unknown", "unknown", "cache"],
        };

    private static FileSystem Fat(string name, string make, string times, string loss) => Plain(name, make) with
    {
        Kept = $"""
            {times}
            years 1980 to 2107
            modes lost
            owners lost
            attributes lost
            access lists lost
            hard links lost
            symbolic links lost
            holes filled
            births kept
            inodes other after mounting again

            """,
        Losses =
        [
            loss,
            "could not be kept as 2150-01-01 00:00:00 UTC: its file system makes that 2107-12-31",
            "its file system makes that 755; the same is true of other files there",
            "the owner 1000:1001 of",
            "the extended attribute user.key of",
            "the extended attribute system.posix_acl_access of",
            "could not be kept: its file system has none; each name becomes a file of its own",
            "/symlink: operation not permitted (EPERM). Its file system most likely has no symbolic links",
        ],
        RefusedNames = s_refusedByFat,
        IgnoresCase = true,
        TellsExtents = false,
    };
}
