using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Commands;

namespace Landspeed.Cli.Calls;

/// <summary>The verbs of this command, for those that run it.</summary>
/// <param name="root">The command itself.</param>
/// <param name="user">The verb that runs the others, and not itself.</param>
internal sealed class OwnVerbs(Verb root, string user) : IOwnVerbs
{
    private const string Json = "--json";

    /// <inheritdoc/>
    public IReadOnlyList<string> Program { get; } = ThisProgram();

    /// <inheritdoc/>
    public OwnCommand Find(IReadOnlyList<string> words)
    {
        Verb verb = root;
        int length = 0;
        while (verb.Verbs.Count > 0)
        {
            string above = string.Join(' ', words.Take(length).Prepend(root.Name));
            if (length == words.Count)
            {
                throw new FormatException($"no verb named; {above} has {string.Join(", ", verb.Verbs.Select(inner => inner.Name))}");
            }

            verb = verb.Verbs.FirstOrDefault(inner => inner.Name == words[length])
                ?? throw new FormatException(UsageError.UnknownVerbText(
                    words[length], $"{above} --help", verb.Verbs.Select(inner => inner.Name)));
            length++;
        }

        if (verb.Name == user)
        {
            throw new FormatException($"{user} runs every other verb, but not itself");
        }

        bool isGiven = words.Any(word => word == Json || word.StartsWith($"{Json}=", StringComparison.Ordinal));
        return new OwnCommand(words, length, !isGiven && verb.Options.Any(option => option.Name == Json));
    }

    /// <summary>The words that start this program; under <c>dotnet landspeed.dll</c> the process is dotnet.</summary>
    internal static string[] ThisProgram()
    {
        string program = Environment.ProcessPath ?? "landspeed";
        return Path.GetFileNameWithoutExtension(program) == "dotnet"
            ? [program, Path.Combine(AppContext.BaseDirectory, $"{typeof(OwnVerbs).Assembly.GetName().Name}.dll")]
            : [program];
    }
}
