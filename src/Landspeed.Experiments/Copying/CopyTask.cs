using Landspeed.Copying;

namespace Landspeed.Experiments.Copying;

/// <summary>A copy to be made.</summary>
public sealed record CopyTask
{
    /// <summary>What is copied.</summary>
    public required CopySubject Subject { get; init; }

    /// <summary>The source, or null for standard input.</summary>
    public FilePath? Source { get; init; }

    /// <summary>The copy's own name, or null for standard output.</summary>
    public FilePath? Target { get; init; }

    /// <summary>How to copy; <see cref="TreeCopyOptions"/> if the subject is a tree.</summary>
    public required CopyOptions Options { get; init; }

    /// <summary>Whether nothing is to be changed.</summary>
    public bool IsDryRun => Options is TreeCopyOptions { DryRun: true };
}

/// <summary>What is copied.</summary>
public enum CopySubject
{
    /// <summary>One file to another name.</summary>
    File,

    /// <summary>A directory with everything below it.</summary>
    Tree,

    /// <summary>From standard input, to standard output, or both.</summary>
    Stream,
}
