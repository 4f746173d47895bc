using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Copiers of one file in a few lines of shell, a good one and some with a defect each: what the sweeps must
/// pass and what they must catch.</summary>
internal static class ScriptCopier
{
    /// <summary>Temporary file, fsync, rename, fsync of the directory; an error is cleaned up and told.</summary>
    public const string Good =
        """dd if="$1" of="$part" && sync "$part" && mv -fT "$part" "$2" && sync "$directory" || fail""";

    public const string InPlace = """dd if="$1" of="$2" && sync "$2" || fail""";

    public const string RemovesFirst = """dd if="$1" of="$part" && rm -f "$2" && mv -fT "$part" "$2" || fail""";

    public const string NamesItOtherwise = """part="$2.tmp"; dd if="$1" of="$part" && mv -fT "$part" "$2" || fail""";

    public const string StumblesOverLeftovers =
        """[ ! -e "$part" ] && dd if="$1" of="$part" && mv -fT "$part" "$2" || exit 1""";

    public const string LeavesItThere =
        """dd if="$1" of="$part" && sync "$part" && mv -fT "$part" "$2" || { say; exit 1; }""";

    public const string IgnoresReadErrors =
        """dd if="$1" of="$part" conv=noerror; sync "$part" && mv -fT "$part" "$2" || fail""";

    public const string IgnoresTheSync = """dd if="$1" of="$part" && { sync "$part"; mv -fT "$part" "$2" || fail; }""";

    public const string SaysNothing = """dd if="$1" of="$part" && mv -fT "$part" "$2" || { rm -f "$part"; exit 1; }""";

    public const string TriesForEver = """until dd if="$1" of="$part"; do :; done; mv -fT "$part" "$2" || fail""";

    // What a kill ends is only the tool of the moment: the shell then ends too, as a killed process would.
    private const string Prelude =
        """
        exec 3>&2 2>/dev/null
        directory=$(dirname "$2"); part="$directory/.$(basename "$2").landspeed-part"
        dd() { command dd bs=64K "$@"; code=$?; [ $code -lt 128 ] || exit $code; return $code; }
        mv() { command mv "$@"; code=$?; [ $code -lt 128 ] || exit $code; return $code; }
        sync() { command sync "$@"; code=$?; [ $code -lt 128 ] || exit $code; return $code; }
        rm() { command rm "$@"; code=$?; [ $code -lt 128 ] || exit $code; return $code; }
        line="landspeed: cannot copy $1 to $2"
        say() { echo "$line" >&3; }
        fail() { rm -f "$part"; say; exit 1; }

        """;

    /// <summary>A copy of half a mebibyte by a script, in transfers of 64 KiB.</summary>
    public static CopyCase Case(string script) => CopyCase.OneFile(
        "payload", 512 * 1024, (source, target) => ["/bin/sh", "-c", Prelude + script, "sh", source, target]);
}
