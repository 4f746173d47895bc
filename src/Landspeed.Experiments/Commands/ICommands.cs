using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Commands;

internal interface ICommands
{
    /// <summary>Starts a command, which waits until it is run.</summary>
    /// <exception cref="NativeIOException">The command cannot be started.</exception>
    IChild Start(ChildCommand command);

    /// <summary>Ends a command whose starting process is gone, together with its process group.</summary>
    /// <param name="left">Its identity.</param>
    /// <returns>Whether it was still running.</returns>
    bool EndLeft(ChildIdentity left);
}

/// <summary>A started command.</summary>
internal interface IChild : IDisposable
{
    ChildIdentity Identity { get; }

    /// <summary>Lets it run, and waits for its end; may be called once.</summary>
    /// <param name="limit">The time after which it is asked to end; after five more seconds it is killed with its
    /// process group.</param>
    /// <param name="stop">Does the same at once.</param>
    ChildEnd Run(TimeSpan limit, CancellationToken stop);
}

/// <summary>A command as it is started: in its own process group, without a terminal, with empty input.</summary>
/// <param name="Words">The program and its arguments.</param>
/// <param name="Output">Receives its output; the caller's.</param>
/// <param name="Error">Receives its messages; the caller's.</param>
internal sealed record ChildCommand(IReadOnlyList<string> Words, SafeFileHandle Output, SafeFileHandle Error)
{
    /// <summary>Numbers of the CPUs that it may use; empty for the same as this process.</summary>
    public IReadOnlyList<int> Processors { get; init; } = [];

    /// <summary>Returns the words with which the shell runs a line.</summary>
    internal static IReadOnlyList<string> OfShell(string line) => ["/bin/sh", "-c", line];
}

/// <summary>Identifies a command on one machine until the next reboot.</summary>
/// <param name="Id">Number of its process, and of its group.</param>
/// <param name="Born">When it was started, in the system's units.</param>
internal readonly record struct ChildIdentity(int Id, long Born);

/// <summary>How a command ended.</summary>
/// <param name="ExitCode">As a shell reports it: 128 plus the signal number if a signal ended it.</param>
/// <param name="Cause">Why it ended.</param>
/// <param name="ElapsedNs">Time from the moment when it was allowed to run.</param>
/// <param name="Times">CPU time of it and of all processes that it waited for.</param>
internal sealed record ChildEnd(int ExitCode, ChildCause Cause, long ElapsedNs, ProcessorTimes Times);

/// <summary>Why a command ended.</summary>
internal enum ChildCause
{
    /// <summary>It finished by itself.</summary>
    Own,

    /// <summary>Its time limit was reached.</summary>
    TimeLimit,

    /// <summary>It was stopped with this process.</summary>
    Stopped,
}
