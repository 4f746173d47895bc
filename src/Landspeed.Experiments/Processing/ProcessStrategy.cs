namespace Landspeed.Experiments.Processing;

/// <summary>A way to read files, work on their lines, and write the results.</summary>
public enum ProcessStrategy
{
    /// <summary>Each thread takes a file: read a line, work, write the line, until the file is done.</summary>
    Streaming,

    /// <summary>Each thread takes a file: read it whole, work on its lines, write it whole.</summary>
    Buffering,

    /// <summary>One thread keeps many large reads and writes under way; the other threads only work.</summary>
    Pipelined,
}
