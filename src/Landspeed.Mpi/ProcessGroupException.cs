namespace Landspeed.Mpi;

/// <summary>A group cannot begin or go on: the message says which rank or library, why, and what to try.</summary>
public sealed class ProcessGroupException : IOException
{
    /// <summary>An exception without a message.</summary>
    public ProcessGroupException()
    {
    }

    /// <summary>An exception with a message.</summary>
    /// <param name="message">What failed, why, and what to try.</param>
    public ProcessGroupException(string message)
        : base(message)
    {
    }

    /// <summary>An exception with a message and its cause.</summary>
    /// <param name="message">What failed, why, and what to try.</param>
    /// <param name="innerException">The cause.</param>
    public ProcessGroupException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The exit code that a rank gave to <see cref="IProcessGroup.Abort"/>; null when none did.</summary>
    public int? ExitCode { get; init; }
}
