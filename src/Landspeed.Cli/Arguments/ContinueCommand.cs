namespace Landspeed.Cli.Arguments;

/// <summary>The command line that carries on what was interrupted.</summary>
internal static class ContinueCommand
{
    /// <summary>The same words, and <c>--resume</c>.</summary>
    /// <param name="line">All words of the command line.</param>
    /// <param name="verb">The verb, or its sub-command.</param>
    /// <param name="resumes">Whether they have <c>--resume</c> already.</param>
    internal static string Of(IReadOnlyList<string> line, string verb, bool resumes)
    {
        // Right behind the verb: further on there may be a --, after which it would name a place.
        List<string> words = ["landspeed", .. line];
        if (!resumes)
        {
            words.Insert(words.IndexOf(verb) + 1, "--resume");
        }

        return ShellWord.Join(words);
    }
}
