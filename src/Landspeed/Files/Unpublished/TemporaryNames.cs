using System.Globalization;
using System.Text;
using Landspeed.Platform;

namespace Landspeed.Files.Unpublished;

/// <summary>The names under which files lie in their target directory until they are complete.</summary>
/// <remarks>
/// A name that can be continued follows from the file's own, so that the next run finds it without a search. One that
/// cannot also carries the run's number: two runs never meet on it. No name proves whose file it is.
/// </remarks>
internal static class TemporaryNames
{
    /// <summary>How the name of unfinished content ends.</summary>
    internal const string PartSuffix = ".landspeed-part";

    /// <summary>How the name of the journal beside it ends.</summary>
    internal const string JournalSuffix = ".landspeed-journal";

    /// <summary>How the name of a run's claim to its temporary names ends.</summary>
    internal const string RunClaimSuffix = ".landspeed-run";

    /// <summary>How the name of the claim to one temporary name ends.</summary>
    internal const string NameClaimSuffix = ".landspeed-claim";

    // The digits of a run's number.
    private const int RunDigits = 16;

    // NAME_MAX of every file system that matters here.
    private const int LongestName = 255;

    /// <summary>The name of content that a later run may continue.</summary>
    internal static FilePath Continuable(FilePath name) => Compose(name, PartSuffix);

    /// <summary>The name of the journal that belongs to it.</summary>
    internal static FilePath Journal(FilePath name) => Compose(name, JournalSuffix);

    /// <summary>The name of the journal of a rank that copies ranges of a file which another rank made.</summary>
    internal static FilePath RankJournal(FilePath name, int rank) =>
        Compose(name, string.Create(CultureInfo.InvariantCulture, $".r{rank}{JournalSuffix}"));

    /// <summary>The name of content that only this run knows what to do with.</summary>
    /// <param name="name">The final name.</param>
    /// <param name="run">The run's number, see <see cref="NewRun"/>.</param>
    internal static FilePath OfRun(FilePath name, string run) => Compose(name, $".{run}{PartSuffix}");

    /// <summary>The name of the file by which a run claims all names with its number, see <see cref="RunClaim"/>.</summary>
    internal static FilePath OfRunClaim(string run) => FilePath.FromText($".{run}{RunClaimSuffix}");

    /// <summary>The name of what proves whose a temporary name is until its file has a mark, see <see cref="NameClaim"/>.</summary>
    internal static FilePath OfNameClaim(FilePath temporary) => Compose(temporary, NameClaimSuffix);

    /// <summary>The name that such a claim is about; null where it was too long and was cut.</summary>
    internal static FilePath? ClaimedName(FilePath claim)
    {
        var claimed = FilePath.FromBytes(claim.Bytes[1..^NameClaimSuffix.Length]);
        return OfNameClaim(claimed).Equals(claim) && Is(claimed.Bytes) ? claimed : null;
    }

    /// <summary>Whether a name is that of a claim to one temporary name.</summary>
    internal static bool IsNameClaim(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-claim"u8);

    /// <summary>Whether a name is that of a journal.</summary>
    internal static bool IsJournal(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-journal"u8);

    /// <summary>Whether a name is that of a run's claim.</summary>
    internal static bool IsRunClaim(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-run"u8) && NumberBefore(name, RunClaimSuffix) is not null;

    /// <summary>A number that no other run has: 16 hexadecimal digits.</summary>
    internal static string NewRun() => NativePlatform.Host.RandomNumber().ToString("x16", CultureInfo.InvariantCulture);

    /// <summary>Whether a name is one of these.</summary>
    internal static bool Is(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8)
        && (name.EndsWith(".landspeed-part"u8) || IsJournal(name) || IsRunClaim(name) || IsNameClaim(name));

    /// <summary>The run's number in a temporary name or in the name of a claim; null when it has none.</summary>
    internal static string? RunOf(ReadOnlySpan<byte> name) => !name.StartsWith("."u8) ? null
        : name.EndsWith(".landspeed-part"u8) ? NumberBefore(name, PartSuffix)
        : name.EndsWith(".landspeed-run"u8) ? NumberBefore(name, RunClaimSuffix)
        : null;

    /// <summary>Whether a name is one that some run gives content on its way to a file, see <see cref="OfRun"/>.</summary>
    /// <param name="temporary">The name.</param>
    /// <param name="name">The file's final name.</param>
    internal static bool IsOfRun(FilePath temporary, FilePath name) =>
        RunOf(temporary.Bytes) is { } run && OfRun(name, run).Equals(temporary);

    private static string? NumberBefore(ReadOnlySpan<byte> name, string suffix)
    {
        int start = name.Length - suffix.Length - RunDigits;
        if (start < 1 || name[start - 1] != (byte)'.')
        {
            return null;
        }

        ReadOnlySpan<byte> number = name.Slice(start, RunDigits);
        foreach (byte digit in number)
        {
            if (!char.IsAsciiHexDigitLower((char)digit))
            {
                return null;
            }
        }

        return Encoding.ASCII.GetString(number);
    }

    // Where there is no room, the rest of the name is replaced by a number that follows from the whole.
    private static FilePath Compose(FilePath name, string suffix)
    {
        byte[] end = Encoding.ASCII.GetBytes(suffix);
        if (1 + name.Bytes.Length + end.Length <= LongestName)
        {
            return FilePath.FromBytes([.. "."u8, .. name.Bytes, .. end]);
        }

        byte[] number = Encoding.ASCII.GetBytes(
            string.Create(CultureInfo.InvariantCulture, $".{Fnv.Of(name.Bytes):x16}"));
        int room = LongestName - 1 - number.Length - end.Length;
        return FilePath.FromBytes([.. "."u8, .. name.Bytes[..room], .. number, .. end]);
    }
}

/// <summary>FNV-1a, 64 bits: a number that follows from a name, the same on every machine and in every version.</summary>
internal static class Fnv
{
    private const ulong Start = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    internal static ulong Of(ReadOnlySpan<byte> bytes)
    {
        ulong number = Start;
        foreach (byte value in bytes)
        {
            number = unchecked((number ^ value) * Prime);
        }

        return number;
    }
}
