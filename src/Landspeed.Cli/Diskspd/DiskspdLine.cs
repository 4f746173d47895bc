using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;

namespace Landspeed.Cli.Diskspd;

/// <summary>
/// The words of a command line of DiskSpd, taken one by one: what has not been taken at the end is refused, so that no
/// option is passed over in silence.
/// </summary>
internal sealed partial class DiskspdLine
{
    private readonly List<DiskspdOption> _options = [];
    private readonly HashSet<DiskspdOption> _taken = [];
    private readonly List<string> _refused = [];

    /// <summary>Reads a command line.</summary>
    /// <param name="text">It, with or without the program's name; a name with blanks stands between quotes.</param>
    /// <exception cref="ExperimentException">An option stands behind the file.</exception>
    internal DiskspdLine(string text)
    {
        string[] words = [.. Word().Matches(text).Select(match => match.Value.Replace("\"", string.Empty))];
        foreach (string word in words.Skip(words.Length > 0 && Program().IsMatch(words[0]) ? 1 : 0))
        {
            // Pages of the web have dashes where a hyphen was.
            if (word[0] is not ('-' or '–'))
            {
                Targets.Add(word);
            }
            else if (Targets.Count > 0)
            {
                throw UsageError.Of(
                    $"--diskspd: {Shown.Value(word)} stands behind the file, where DiskSpd reads no options");
            }
            else
            {
                _options.Add(new DiskspdOption(word.ElementAtOrDefault(1), word.Length > 2 ? word[2..] : string.Empty));
            }
        }

        BlockSize = Take('b') is { } size ? SizeOf(size, blockSize: 0) : 64 << 10;
    }

    /// <summary>The files.</summary>
    internal List<string> Targets { get; } = [];

    /// <summary>Bytes of a request, the unit of a size with a <c>b</c>.</summary>
    internal long BlockSize { get; }

    /// <summary>What cannot be done, each with its word.</summary>
    internal IReadOnlyList<string> Refused => _refused;

    /// <summary>The options that were not taken, in their order.</summary>
    internal IEnumerable<DiskspdOption> Left => _options.Where(option => !_taken.Contains(option));

    /// <summary>The last option of a letter, whose other ones it replaces; null: there is none.</summary>
    /// <param name="letter">The letter.</param>
    /// <param name="isMeant">Which of them, where one letter means several things; null: all.</param>
    internal DiskspdOption? Take(char letter, Func<string, bool>? isMeant = null)
    {
        DiskspdOption[] same =
            [.. _options.Where(option => option.Letter == letter && isMeant?.Invoke(option.Value) != false)];
        _taken.UnionWith(same);
        return same.LastOrDefault();
    }

    /// <summary>A whole number.</summary>
    internal long Count(char letter, long absent, long least, long most)
    {
        if (Take(letter) is not { } option)
        {
            return absent;
        }

        bool isNumber = long.TryParse(option.Value, NumberStyles.None, CultureInfo.InvariantCulture, out long count);
        if (isNumber && count >= least && count <= most)
        {
            return count;
        }

        Refuse(option, FormattableString.Invariant($"it is not a whole number from {least} to {most}"));
        return absent;
    }

    /// <summary>A size; null: it was left out.</summary>
    internal long? Size(char letter, Func<string, bool>? isMeant = null) =>
        Take(letter, isMeant) is { } option ? SizeOf(option, BlockSize) : null;

    /// <summary>The size that an option names: bytes, or with K, M, G, T, or b for blocks.</summary>
    /// <param name="option">The option.</param>
    /// <param name="blockSize">Bytes of a block; 0: they are not allowed.</param>
    internal long SizeOf(DiskspdOption option, long blockSize)
    {
        Match parts = Sized().Match(option.Value);
        long unit = parts.Groups["unit"].Value.ToUpperInvariant() switch
        {
            "" => 1,
            "K" => 1L << 10,
            "M" => 1L << 20,
            "G" => 1L << 30,
            "T" => 1L << 40,
            _ => blockSize,
        };
        string digits = parts.Groups["number"].Value;
        if (parts.Success && unit > 0
            && long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            && number <= long.MaxValue / 4 / unit)
        {
            return number * unit;
        }

        Refuse(option, "it is not a size");
        return 1;
    }

    /// <summary>Refuses an option.</summary>
    /// <param name="option">The option.</param>
    /// <param name="why">Why, and what to do.</param>
    internal void Refuse(DiskspdOption option, string why) => _refused.Add($"{Shown.OneLine(option.Word)}: {why}");

    /// <summary>Refuses the command line for what it lacks.</summary>
    internal void Lacks(string what) => _refused.Add(what);

    [GeneratedRegex(
        "(?:\"[^\"]*\"?|[^\\s\"])+",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Word();

    [GeneratedRegex(
        @"(^|[\\/])diskspd(64)?(\.exe)?$",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Program();

    [GeneratedRegex(
        "^(?<number>[0-9]+)(?<unit>[KMGTBkmgtb]?)$",
        RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant,
        matchTimeoutMilliseconds: 1000)]
    private static partial Regex Sized();
}

/// <summary>An option of DiskSpd.</summary>
/// <param name="Letter">Its letter; 0: none.</param>
/// <param name="Value">What follows it.</param>
internal sealed record DiskspdOption(char Letter, string Value)
{
    /// <summary>As it is written.</summary>
    internal string Word => Letter == '\0' ? "-" : $"-{Letter}{Value}";
}
