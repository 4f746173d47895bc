using System.Text;

namespace Landspeed.Cli.Arguments;

/// <summary>Words as a shell takes them, so that a command line that we print can be pasted.</summary>
internal static class ShellWord
{
    private const string Plain = "%+,-./:=@_";

    /// <summary>A command line.</summary>
    internal static string Join(IEnumerable<string> words) => string.Join(' ', words.Select(Of));

    /// <summary>One word, in quotes where a shell would change it.</summary>
    internal static string Of(string word)
    {
        if (word.Length > 0 && word.All(character => char.IsAsciiLetterOrDigit(character) || Plain.Contains(character)))
        {
            return word;
        }

        return word.Length == 0 || FilePath.FromText(word).Display == word
            ? $"'{word.Replace("'", "'\\''", StringComparison.Ordinal)}'"
            : Escaped(FilePath.FromText(word).Bytes);
    }

    // $'...': what cannot be shown is written in octal, which ends after three digits whatever follows.
    private static string Escaped(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder("$'");
        foreach (byte value in bytes)
        {
            if (value is >= 0x20 and < 0x7F and not (byte)'\'' and not (byte)'\\')
            {
                text.Append((char)value);
            }
            else
            {
                text.Append('\\').Append(Convert.ToString(value, 8).PadLeft(3, '0'));
            }
        }

        return text.Append('\'').ToString();
    }
}
