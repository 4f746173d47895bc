using System.Globalization;
using System.Text;

namespace Landspeed.Files.Unpublished;

/// <summary>The names under which files are kept in their target directory until they are complete.</summary>
/// <remarks>
/// A name for continuing is derived from the file's own, so that the next run finds it without a search. Other names
/// also contain the run's number, so that two runs never collide. A name does not prove the ownership of a file.
/// </remarks>
internal static class TemporaryNames
{
    /// <summary>Suffix of unfinished content.</summary>
    internal const string PartSuffix = ".landspeed-part";

    /// <summary>Suffix of the journal beside it.</summary>
    internal const string JournalSuffix = ".landspeed-journal";

    /// <summary>Suffix of a run's claim to its temporary names.</summary>
    internal const string RunClaimSuffix = ".landspeed-run";

    /// <summary>Suffix of the claim to one temporary name.</summary>
    internal const string NameClaimSuffix = ".landspeed-claim";

    // Number of digits in a run's number.
    private const int RunDigits = 16;

    // NAME_MAX of every file system that matters here.
    private const int LongestName = 255;

    /// <summary>Returns the name of content that a later run may continue.</summary>
    internal static FilePath Continuable(FilePath name) => Compose(name, PartSuffix);

    /// <summary>Returns the name of its journal.</summary>
    internal static FilePath Journal(FilePath name) => Compose(name, JournalSuffix);

    /// <summary>
    /// Returns the name of the journal of a rank that copies ranges of a file created by another rank.
    /// </summary>
    internal static FilePath RankJournal(FilePath name, int rank) =>
        Compose(name, string.Create(CultureInfo.InvariantCulture, $".r{rank}{JournalSuffix}"));

    /// <summary>Returns the name of content that only this run can use.</summary>
    /// <param name="name">The final name.</param>
    /// <param name="run">The run's number, see <see cref="NewRun"/>.</param>
    internal static FilePath OfRun(FilePath name, string run) => Compose(name, $".{run}{PartSuffix}");

    /// <summary>
    /// Returns the name of the file by which a run claims all names with its number, see <see cref="RunClaim"/>.
    /// </summary>
    internal static FilePath OfRunClaim(string run) => FilePath.FromText($".{run}{RunClaimSuffix}");

    /// <summary>
    /// Returns the name of the claim that proves ownership of a temporary name until its file has a mark, see
    /// <see cref="NameClaim"/>.
    /// </summary>
    internal static FilePath OfNameClaim(FilePath temporary) => Compose(temporary, NameClaimSuffix);

    /// <summary>Returns the name that such a claim is about, or null if it was too long and was cut.</summary>
    internal static FilePath? ClaimedName(FilePath claim)
    {
        var claimed = FilePath.FromBytes(claim.Bytes[1..^NameClaimSuffix.Length]);
        return OfNameClaim(claimed).Equals(claim) && Is(claimed.Bytes) ? claimed : null;
    }

    /// <summary>True if a name is that of a claim to one temporary name.</summary>
    internal static bool IsNameClaim(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-claim"u8);

    /// <summary>True if a name is that of a journal.</summary>
    internal static bool IsJournal(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-journal"u8);

    /// <summary>True if a name is that of a run's claim.</summary>
    internal static bool IsRunClaim(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8) && name.EndsWith(".landspeed-run"u8) && NumberBefore(name, RunClaimSuffix) is not null;

    /// <summary>Returns a number that no other run has: 16 hexadecimal digits.</summary>
    internal static string NewRun() => NativePlatform.Host.RandomNumber().ToString("x16", CultureInfo.InvariantCulture);

    /// <summary>True if a name is any of these.</summary>
    internal static bool Is(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8)
        && (name.EndsWith(".landspeed-part"u8) || IsJournal(name) || IsRunClaim(name) || IsNameClaim(name));

    /// <summary>Returns the run's number in a temporary name or a claim's name, or null if there is none.</summary>
    internal static string? RunOf(ReadOnlySpan<byte> name) => !name.StartsWith("."u8) ? null
        : name.EndsWith(".landspeed-part"u8) ? NumberBefore(name, PartSuffix)
        : name.EndsWith(".landspeed-run"u8) ? NumberBefore(name, RunClaimSuffix)
        : null;

    /// <summary>True if a name is one that some run gives to content of a file, see <see cref="OfRun"/>.</summary>
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

    // If there is not enough room, the rest of the name is replaced by a hash of the whole.
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

/// <summary>FNV-1a, 64 bits: a hash of a name that is the same on every machine and in every version.</summary>
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
