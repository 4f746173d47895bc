namespace Landspeed.Testing;

/// <summary>What rsync finds different in two trees.</summary>
public static class TreeDifferences
{
    /// <summary>What it would still have to do; empty when both are equal in content and everything else.</summary>
    /// <param name="source">A directory.</param>
    /// <param name="target">What is to be as that.</param>
    /// <param name="options">What it looks at.</param>
    public static string Of(string source, string target, string options = "-aHAXc --specials --devices --delete")
    {
        Capability.RequireProgram("rsync");
        return Command.Shell($"rsync --dry-run --itemize-changes {options} '{source}/' '{target}/'");
    }
}
