using System.Globalization;
using System.Text;
using Landspeed.Platform;

namespace Landspeed.Files.Unpublished;

/// <summary>The names under which files lie in their target directory until they are complete.</summary>
/// <remarks>
/// A name that can be continued follows from the file's own, so that the next run finds it without a search. One that
/// cannot also carries the run's number: two runs never meet on it.
/// </remarks>
internal static class TemporaryNames
{
    /// <summary>How the name of unfinished content ends.</summary>
    internal const string PartSuffix = ".landspeed-part";

    /// <summary>How the name of the journal beside it ends.</summary>
    internal const string JournalSuffix = ".landspeed-journal";

    // NAME_MAX of every file system that matters here.
    private const int LongestName = 255;

    /// <summary>The name of content that a later run may continue.</summary>
    internal static FilePath Continuable(FilePath name) => Compose(name, PartSuffix);

    /// <summary>The name of the journal that belongs to it.</summary>
    internal static FilePath Journal(FilePath name) => Compose(name, JournalSuffix);

    /// <summary>The name of content that only this run knows what to do with.</summary>
    /// <param name="name">The final name.</param>
    /// <param name="run">The run's number, see <see cref="NewRun"/>.</param>
    internal static FilePath OfRun(FilePath name, string run) => Compose(name, $".{run}{PartSuffix}");

    /// <summary>The name of the part that a journal belongs to; not where the names were too long and were cut.</summary>
    internal static FilePath PartOfJournal(FilePath journal) =>
        FilePath.FromBytes([.. journal.Bytes[..^JournalSuffix.Length], .. Encoding.ASCII.GetBytes(PartSuffix)]);

    /// <summary>The name of the journal that belongs to a part; not where the names were too long and were cut.</summary>
    internal static FilePath JournalOfPart(FilePath part) =>
        FilePath.FromBytes([.. part.Bytes[..^PartSuffix.Length], .. Encoding.ASCII.GetBytes(JournalSuffix)]);

    /// <summary>Whether a name is that of a journal.</summary>
    internal static bool IsJournal(ReadOnlySpan<byte> name) => Is(name) && name.EndsWith(".landspeed-journal"u8);

    /// <summary>A number that no other run has: 16 hexadecimal digits.</summary>
    /// <remarks>Half of a random GUID: the classes for random numbers bring OpenSSL in, 20 ms and 5 MiB.</remarks>
    internal static string NewRun() => Guid.NewGuid().ToString("N")[16..];

    /// <summary>Whether a name is one of these.</summary>
    internal static bool Is(ReadOnlySpan<byte> name) =>
        name.StartsWith("."u8)
        && (name.EndsWith(".landspeed-part"u8) || name.EndsWith(".landspeed-journal"u8));

    /// <summary>Whether a name carries a run's number.</summary>
    internal static bool IsOfAnyRun(ReadOnlySpan<byte> name)
    {
        const int Digits = 16;
        int end = name.Length - PartSuffix.Length;
        if (!Is(name) || end <= Digits + 1 || !name.EndsWith(".landspeed-part"u8) || name[end - Digits - 1] != (byte)'.')
        {
            return false;
        }

        foreach (byte digit in name.Slice(end - Digits, Digits))
        {
            if (!char.IsAsciiHexDigitLower((char)digit))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether a name is one that some run gives content on its way to a file, see <see cref="OfRun"/>.</summary>
    /// <param name="temporary">The name.</param>
    /// <param name="name">The file's final name.</param>
    internal static bool IsOfRun(FilePath temporary, FilePath name)
    {
        const int Digits = 16;
        int end = temporary.Bytes.Length - PartSuffix.Length;
        return IsOfAnyRun(temporary.Bytes)
            && OfRun(name, Encoding.ASCII.GetString(temporary.Bytes[(end - Digits)..end])).Equals(temporary);
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
