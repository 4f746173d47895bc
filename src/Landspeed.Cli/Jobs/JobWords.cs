namespace Landspeed.Cli.Jobs;

/// <summary>The words of a command line of <c>measure</c> that a job of another program becomes.</summary>
internal sealed class JobWords
{
    private readonly List<string> _words = ["measure"];

    /// <summary>Those that were added, behind the verb.</summary>
    internal IReadOnlyList<string> All => _words;

    /// <summary>Adds the file, whose name is not to be taken for an option.</summary>
    internal void AddFile(string name) => _words.Add(name.StartsWith('-') ? $"./{name}" : name);

    /// <summary>Adds a flag; null: it is not set.</summary>
    internal void Add(string? flag)
    {
        if (flag is not null)
        {
            _words.Add(flag);
        }
    }

    /// <summary>Adds an option with its value; null: it is not given.</summary>
    internal void Add(string option, string? value)
    {
        if (value is not null)
        {
            _words.AddRange([option, value]);
        }
    }
}
