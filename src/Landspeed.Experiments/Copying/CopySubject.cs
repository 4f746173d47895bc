namespace Landspeed.Experiments.Copying;

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
