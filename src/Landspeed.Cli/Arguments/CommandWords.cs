using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>The words of the command line, none of them damaged.</summary>
/// <param name="ProgramName">Last component of the name by which the program was started.</param>
/// <param name="Arguments">
/// Its arguments; lone surrogates stand for bytes that are not UTF-8, as in <see cref="FilePath"/>.
/// </param>
internal sealed record CommandWords(string ProgramName, string[] Arguments)
{
    private const string DefaultName = "landspeed";

    /// <summary>Takes the words from the system where it gives them; .NET replaces bytes that are not UTF-8.</summary>
    /// <param name="decoded">The arguments as .NET decoded them.</param>
    internal static CommandWords Read(string[] decoded) => NativePlatform.Host.CommandLine() is { } raw
        ? From(raw, decoded)
        : new CommandWords(DefaultName, decoded);

    /// <summary>
    /// Finds the arguments at the end of the words: a host such as <c>dotnet</c> may stand before them.
    /// </summary>
    internal static CommandWords From(ReadOnlySpan<byte> raw, string[] decoded)
    {
        List<byte[]> words = Split(raw);
        if (words.Count <= decoded.Length)
        {
            return new CommandWords(DefaultName, decoded);
        }

        byte[][] tail = [.. words.Skip(words.Count - decoded.Length)];
        if (!tail.Zip(decoded).All(pair => Matches(pair.First, pair.Second)))
        {
            return new CommandWords(DefaultName, decoded);
        }

        string program = FilePath.Decode(words[0]);
        return new CommandWords(
            program[(program.LastIndexOf('/') + 1)..], [.. tail.Select(word => FilePath.Decode(word))]);
    }

    private static List<byte[]> Split(ReadOnlySpan<byte> raw)
    {
        List<byte[]> words = [];
        for (int end = raw.IndexOf((byte)0); end >= 0; end = raw.IndexOf((byte)0))
        {
            words.Add(raw[..end].ToArray());
            raw = raw[(end + 1)..];
        }

        return words;
    }

    // A word that is not UTF-8 was damaged by decoding; it is enough that the others around it agree.
    private static bool Matches(byte[] word, string decoded) =>
        !System.Text.Unicode.Utf8.IsValid(word) || Encoding.UTF8.GetString(word) == decoded;
}
