using System.Text;

namespace Landspeed.Experiments.Commands;

/// <summary>A command of this program itself.</summary>
/// <param name="Words">Its words without the program's name: the verb, and what follows.</param>
/// <param name="VerbLength">How many of these words name the verb.</param>
/// <param name="HasResult">Whether it writes a result to the file given by <c>--json</c>, and no file was
/// given.</param>
internal sealed record OwnCommand(IReadOnlyList<string> Words, int VerbLength, bool HasResult)
{
    private const string Program = "landspeed";

    /// <summary>
    /// Returns the words of a line that starts with the program's name, without that name, or null if the line is for
    /// the shell.
    /// </summary>
    /// <exception cref="FormatException">It contains something that only a shell understands; the message says so,
    /// without a full stop.</exception>
    internal static IReadOnlyList<string>? WordsOf(string line) =>
        line == Program || line.StartsWith($"{Program} ", StringComparison.Ordinal) || line.StartsWith($"{Program}\t", StringComparison.Ordinal)
            ? Split(line)[1..] : null;

    /// <summary>Returns the words with which the system starts it.</summary>
    /// <param name="program">The words that start this program.</param>
    /// <param name="result">The file for its result, if it has one.</param>
    internal IReadOnlyList<string> Start(IReadOnlyList<string> program, string result) =>
        [.. program, .. Words.Take(VerbLength), .. HasResult ? ["--json", result] : Array.Empty<string>(), .. Words.Skip(VerbLength)];

    // Split as a shell would, without what only a shell can do.
    private static List<string> Split(string command)
    {
        List<string> words = [];
        StringBuilder? word = null;
        char quote = '\0';
        for (int index = 0; index < command.Length; index++)
        {
            char character = command[index];
            if (character == quote)
            {
                quote = '\0';
            }
            else if (quote == '"' && character is '$' or '`')
            {
                throw ForShell(character);
            }
            else if (quote != '\0')
            {
                bool isEscape = quote == '"' && character == '\\' && index + 1 < command.Length && command[index + 1] is '"' or '\\' or '$' or '`';
                word!.Append(command[isEscape ? ++index : index]);
            }
            else if (character is ' ' or '\t')
            {
                Complete();
            }
            else if (character is '\'' or '"')
            {
                (quote, word) = (character, word ?? new StringBuilder());
            }
            else if (character == '#' && word is null)
            {
                break;
            }
            else if ("|&;<>()$`*?".Contains(character, StringComparison.Ordinal) || (character == '~' && word is null))
            {
                throw ForShell(character);
            }
            else
            {
                index += character == '\\' && index + 1 < command.Length ? 1 : 0;
                (word ??= new StringBuilder()).Append(command[index]);
            }
        }

        if (quote != '\0')
        {
            throw new FormatException($"a quote {quote} is not closed");
        }

        Complete();
        return words;

        void Complete()
        {
            if (word is not null)
            {
                words.Add(word.ToString());
                word = null;
            }
        }
    }

    private static FormatException ForShell(char character) => new(
        $"a line that begins with {Program} is not read by a shell, and {character} is special only to one; put it in single quotes, or begin the line with exec");
}

/// <summary>Information about our own verbs.</summary>
internal interface IOwnVerbs
{
    /// <summary>The words that start this program.</summary>
    IReadOnlyList<string> Program { get; }

    /// <summary>Looks up a command.</summary>
    /// <param name="words">Its words without the program's name.</param>
    /// <exception cref="FormatException">The verb does not exist, or is not permitted here; the message says so,
    /// without a full stop.</exception>
    OwnCommand Find(IReadOnlyList<string> words);
}
