namespace Landspeed.Testing.PowerCuts;

/// <summary>Something that a power cut may interrupt. Its commands run in a directory that has <c>outside</c>, which no cut
/// touches, and the mounted volumes <c>a</c> and <c>b</c>.</summary>
internal sealed record CutWork(string Name)
{
    /// <summary>Size of a volume.</summary>
    internal string VolumeSize { get; init; } = "320M";

    /// <summary>How many of the volumes there are.</summary>
    internal int VolumeCount { get; init; } = 1;

    /// <summary>Whether nobody else writes to the volumes meanwhile.</summary>
    internal bool IsQuiet { get; init; }

    /// <summary>Lays out what is there before, below a directory.</summary>
    internal required Action<CutFiles> Prepare { get; init; }

    /// <summary>What runs, one after the other.</summary>
    internal required IReadOnlyList<CutStep> Steps { get; init; }

    /// <summary>What the user types after the cut; else the last step.</summary>
    internal CutStep Repeat
    {
        get => field ?? Steps[^1];
        init;
    }

    /// <summary>Files or directories and their copies: in the end the second is what the first was at the beginning, and
    /// never is neither of them there.</summary>
    internal IReadOnlyList<(string Source, string Target)> Copies { get; init; } = [];

    /// <summary>A file that each step replaces, and the files whose content it gives it, one after the other.</summary>
    internal (string Target, IReadOnlyList<string> Contents)? Replaced { get; init; }

    /// <summary>Documents of which each run writes another one: afterwards they are to be whole and not partial.</summary>
    internal IReadOnlyList<string> Documents { get; init; } = [];

    /// <summary>Files that grow in place under their own name, or are there for a while only.</summary>
    internal Func<string, bool> IsUnsettled { get; init; } = _ => false;

    public override string ToString() => Name;
}

/// <summary>One command of a work.</summary>
/// <param name="Line">The words of <c>landspeed</c>; of a script, in which <c>$0</c> is it, when they begin with "sh ".</param>
/// <param name="Signal">Sent to it; 0 for none.</param>
/// <param name="AfterBytes">Once it wrote so many to the volumes.</param>
internal sealed record CutStep(string Line, int Signal = 0, long AfterBytes = 0)
{
    internal const int Interrupt = 2;
    internal const int Kill = 9;
    private const string Script = "sh ";

    /// <summary>Runs in this process instead of the line, and receives the directory; null: the line is run.</summary>
    internal Action<string>? Call { get; init; }

    /// <summary>Program and arguments.</summary>
    internal (string Program, string[] Arguments) Command(string landspeed) =>
        Line.StartsWith(Script, StringComparison.Ordinal)
            ? ("/bin/sh", ["-c", Line[Script.Length..], landspeed])
            : (landspeed, Line.Split(' '));

    /// <summary>The same, begun when it is given a line: until then its process is there and does nothing.</summary>
    internal (string Program, string[] Arguments) WaitingForInput(string landspeed)
    {
        (string program, string[] arguments) = Command(landspeed);
        return ("/bin/sh", ["-c", """read -r line && exec "$0" "$@" """, program, .. arguments]);
    }
}
