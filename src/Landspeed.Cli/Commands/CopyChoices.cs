using Landspeed.Copying;
using Landspeed.Engine;
using Landspeed.Hashing;

namespace Landspeed.Cli.Commands;

/// <summary>The words that options of copies accept, and what they mean.</summary>
internal static class CopyChoices
{
    internal static readonly (string Word, DigestAlgorithm Value)[] Digests =
        [("md5", DigestAlgorithm.Md5), ("sha256", DigestAlgorithm.Sha256), ("xxh128", DigestAlgorithm.Xxh128)];

    internal static readonly (string Word, OverwriteRule Value)[] Overwrites =
        [("never", OverwriteRule.Never), ("older", OverwriteRule.Older), ("always", OverwriteRule.Always)];

    internal static readonly (string Word, ReflinkRule Value)[] Reflinks =
        [("auto", ReflinkRule.Automatic), ("never", ReflinkRule.Never), ("always", ReflinkRule.Always)];

    internal static readonly (string Word, CopyWay Value)[] Ways =
    [
        ("auto", CopyWay.Automatic),
        ("direct", CopyWay.Direct),
        ("uncached", CopyWay.Uncached),
        ("buffered", CopyWay.Buffered),
    ];

    internal static readonly (string Word, HoleRule Value)[] Holes = [("keep", HoleRule.Keep), ("fill", HoleRule.Fill)];

    internal static readonly (string Word, EngineKind? Value)[] Engines =
    [
        ("automatic", null),
        ("uring", EngineKind.Uring),
        ("threads", EngineKind.Threads),
        ("synchronous", EngineKind.Synchronous),
    ];
}
