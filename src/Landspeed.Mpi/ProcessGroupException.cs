namespace Landspeed.Mpi;

/// <summary>
/// Reports that a group cannot start or continue: the message says which rank or library failed, why, and what to try.
/// </summary>
public sealed class ProcessGroupException : IOException
{
    /// <summary>Creates an exception without a message.</summary>
    public ProcessGroupException()
    {
    }

    /// <summary>Creates an exception with a message.</summary>
    /// <param name="message">What failed, why, and what to try.</param>
    public ProcessGroupException(string message)
        : base(message)
    {
    }

    /// <summary>Creates an exception with a message and its cause.</summary>
    /// <param name="message">What failed, why, and what to try.</param>
    /// <param name="innerException">The cause.</param>
    public ProcessGroupException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The exit code that a rank passed to <see cref="IProcessGroup.Abort"/>, or null if none did.</summary>
    public int? ExitCode { get; init; }
}
