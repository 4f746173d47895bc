using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Landspeed.Experiments.Commands;
using Landspeed.Files;
using Landspeed.Results.Reading;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Reads the commands of a campaign as the user wrote them: one per line, or JSON.</summary>
/// <remarks>
/// A line is <c>[NAME:] COMMAND</c>; a line that starts with <c>#</c> is a comment. A command that starts with the word
/// <c>landspeed</c> is one of ours and is run without a shell; anything else is a line for the shell.
/// </remarks>
internal static class CampaignFile
{
    /// <summary>Maximum number of commands.</summary>
    internal const int MostEntries = 10_000;

    private const int LongestFile = 4 << 20;

    // The system accepts 128 KiB for one word, and the shell gets the line as one.
    private const int LongestLine = 64 << 10;

    private static readonly UTF8Encoding s_utf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="verbs">Our own verbs.</param>
    /// <param name="what">What messages call it.</param>
    /// <returns>One or more commands.</returns>
    /// <exception cref="ExperimentException">It cannot be read, or is invalid; the message gives the line.</exception>
    internal static IReadOnlyList<CampaignEntry> Read(FilePath path, IOwnVerbs verbs, string what = "campaign")
    {
        string name = $"{what} {path.Display}";
        byte[] bytes;
        try
        {
            bytes = TextPath.TryReadAll(path, LongestFile)
                ?? throw Wrong(name, "it is longer than 4 MiB, so it is not a list of commands");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(Outcome.Usage, $"cannot read the {name}: {FrameworkErrors.Cause(e)}; name a file with one command per line", e);
        }

        return Parse(name, bytes, verbs);
    }

    /// <summary>Parses the contents of a file.</summary>
    /// <param name="name">What it is and its name, for messages: <c>campaign night.txt</c>.</param>
    /// <param name="bytes">Its contents.</param>
    /// <param name="verbs">Our own verbs.</param>
    /// <exception cref="ExperimentException">It is invalid; the message gives the line.</exception>
    internal static IReadOnlyList<CampaignEntry> Parse(string name, ReadOnlySpan<byte> bytes, IOwnVerbs verbs)
    {
        string text = Decode(name, bytes);
        if (IsJsonList(text))
        {
            throw Wrong(name, "it is a list in JSON, which must be inside an object: { \"entries\": [ … ] }");
        }

        List<(int Line, string? Name, string Command, IReadOnlyList<string>? Words)> found =
            text.TrimStart().StartsWith('{') ? ReadJson(name, text) : ReadLines(name, text);
        if (found.Count == 0)
        {
            throw Wrong(name, "it contains no command; write one per line, for example: landspeed measure big.dat");
        }

        return found.Count > MostEntries
            ? throw Wrong(name, string.Create(CultureInfo.InvariantCulture, $"it has {found.Count} commands; at most {MostEntries} are allowed"))
            : Named(name, found, verbs);
    }

    // The shell has a command [, too: what is not JSON is treated as lines.
    private static bool IsJsonList(string text)
    {
        try
        {
            return text.TrimStart().StartsWith('[') && JsonDocument.Parse(text).RootElement.ValueKind == JsonValueKind.Array;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private static string Decode(string name, ReadOnlySpan<byte> bytes)
    {
        try
        {
            string text = s_utf8.GetString(bytes);
            return text.StartsWith('\uFEFF') ? text[1..] : text;
        }
        catch (DecoderFallbackException e)
        {
            int line = 1 + bytes[..Math.Clamp(e.Index, 0, bytes.Length)].Count((byte)'\n');
            throw Wrong(name, line, "it is not UTF-8");
        }
    }

    private static List<(int Line, string? Name, string Command, IReadOnlyList<string>? Words)> ReadLines(string name, string text)
    {
        List<(int, string?, string, IReadOnlyList<string>?)> found = [];
        string[] lines = text.Split('\n');
        for (int index = 0; index < lines.Length; index++)
        {
            int number = index + 1;
            string line = lines[index].Trim(' ', '\t', '\r');
            if (line.Length == 0 || line[0] == '#')
            {
                continue;
            }

            Check(name, number, line);
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            bool isNamed = colon > 0 && colon + 1 < line.Length && line[colon + 1] is ' ' or '\t' && CampaignEntry.IsName(line[..colon]);
            string command = isNamed ? line[(colon + 1)..].Trim(' ', '\t') : line;
            IReadOnlyList<string>? words;
            try
            {
                words = OwnCommand.WordsOf(command);
            }
            catch (FormatException wrong)
            {
                throw Wrong(name, number, wrong.Message);
            }

            found.Add((number, isNamed ? line[..colon] : null, command, words));
        }

        return found;
    }

    private static List<(int Line, string? Name, string Command, IReadOnlyList<string>? Words)> ReadJson(string name, string text)
    {
        CampaignDocument? document;
        try
        {
            document = JsonSerializer.Deserialize(text, CampaignJsonContext.Default.CampaignDocument);
        }
        catch (JsonException e)
        {
            throw Wrong(name, (int)Math.Min(int.MaxValue, (e.LineNumber ?? 0) + 1), $"it is not a campaign: {JsonRefusal.Of(e)}");
        }

        List<(int, string?, string, IReadOnlyList<string>?)> found = [];
        foreach ((CampaignCommand? command, int number) in (document?.Entries ?? []).Select((command, index) => (command, index + 1)))
        {
            if (command is null || command.Run is null == command.Landspeed is null)
            {
                throw Wrong(name, number, "it has neither \"run\", a line for the shell, nor \"landspeed\", a list of words, or both", isEntry: true);
            }

            if (command.Name is { } given && !CampaignEntry.IsName(given))
            {
                throw Wrong(name, number, "its name may have up to 64 letters, digits, dots, dashes and underscores, and must begin with a letter or digit", isEntry: true);
            }

            string shown = command.Run ?? string.Join(' ', command.Landspeed!.Prepend("landspeed"));
            if (shown.Trim().Length == 0 || (command.Landspeed?.Any(word => word is null) ?? false))
            {
                throw Wrong(name, number, "it contains no command", isEntry: true);
            }

            Check(name, number, shown, isEntry: true);
            found.Add((number, command.Name, shown, command.Landspeed));
        }

        return found;
    }

    private static List<CampaignEntry> Named(
        string name, List<(int Line, string? Name, string Command, IReadOnlyList<string>? Words)> found, IOwnVerbs verbs)
    {
        Dictionary<string, int> lines = new(StringComparer.Ordinal);
        foreach ((int line, string? given, _, _) in found.Where(entry => entry.Name is not null))
        {
            if (!lines.TryAdd(given!, line))
            {
                throw Wrong(name, line, string.Create(CultureInfo.InvariantCulture, $"the name {given} is already used in line {lines[given!]}; give each its own"));
            }
        }

        List<CampaignEntry> entries = [];
        var names = new CampaignNames(lines.Keys);
        foreach ((int line, string? given, string command, IReadOnlyList<string>? words) in found)
        {
            OwnCommand? own = null;
            try
            {
                own = words is null ? null : verbs.Find(words);
            }
            catch (FormatException wrong)
            {
                throw Wrong(name, line, wrong.Message);
            }

            entries.Add(new CampaignEntry(line, given ?? NewName(command, names), command) { Own = own });
        }

        return entries;
    }

    private static string NewName(string command, CampaignNames names)
    {
        const string Own = "landspeed ";
        const int Longest = 24;
        return names.Free(command.StartsWith(Own, StringComparison.Ordinal) ? command[Own.Length..] : command, Longest);
    }

    private static void Check(string name, int number, string line, bool isEntry = false)
    {
        if (line.Length > LongestLine)
        {
            throw Wrong(name, number, "it is longer than 64 KiB; put the commands in a script", isEntry);
        }

        if (line.FirstOrDefault(character => char.IsControl(character) && character != '\t') is not '\0' and var control)
        {
            throw Wrong(name, number, string.Create(CultureInfo.InvariantCulture, $"it holds the control character U+{(int)control:X4}"), isEntry);
        }

        if (line.Contains('\0'))
        {
            throw Wrong(name, number, "it holds the control character U+0000", isEntry);
        }
    }

    private static ExperimentException Wrong(string name, string what) => new(Outcome.Usage, $"the {name} cannot be run: {what}");

    private static ExperimentException Wrong(string name, int line, string what, bool isEntry = false) => new(
        Outcome.Usage, string.Create(CultureInfo.InvariantCulture, $"the {name}, {(isEntry ? "entry" : "line")} {line}: {what}; nothing was run"));
}

/// <summary>A campaign as JSON.</summary>
/// <param name="Entries">The commands in order.</param>
internal sealed record CampaignDocument(IReadOnlyList<CampaignCommand?>? Entries);

/// <summary>One command of a JSON campaign.</summary>
/// <param name="Name">Its name, or null to generate one.</param>
/// <param name="Run">A line for the shell.</param>
/// <param name="Landspeed">The words of one of our verbs.</param>
internal sealed record CampaignCommand(string? Name, string? Run, IReadOnlyList<string>? Landspeed);

/// <summary>Serialization code, generated at compile time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    AllowTrailingCommas = true,
    ReadCommentHandling = JsonCommentHandling.Skip)]
[JsonSerializable(typeof(CampaignDocument))]
[JsonSerializable(typeof(CampaignStart))]
[JsonSerializable(typeof(CampaignEvent))]
internal sealed partial class CampaignJsonContext : JsonSerializerContext;
