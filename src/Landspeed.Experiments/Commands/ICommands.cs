using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Commands;

/// <summary>Starts commands.</summary>
internal interface ICommands
{
    /// <summary>Starts a command, which waits until it is run.</summary>
    /// <exception cref="NativeIOException">It cannot be started.</exception>
    IChild Start(ChildCommand command);

    /// <summary>Ends a command that was started by a process that is gone, and all that belongs to its group.</summary>
    /// <param name="left">What it was known by.</param>
    /// <returns>Whether it still ran.</returns>
    bool EndLeft(ChildIdentity left);
}

/// <summary>A command that was started.</summary>
internal interface IChild : IDisposable
{
    /// <summary>By what it is known.</summary>
    ChildIdentity Identity { get; }

    /// <summary>Lets it run, and waits for its end; once.</summary>
    /// <param name="limit">After so long it is asked to end, and after five seconds more it is ended, with all that belongs to its group.</param>
    /// <param name="stop">The same at once.</param>
    ChildEnd Run(TimeSpan limit, CancellationToken stop);
}

/// <summary>A command as it is started: in a group of processes of its own, without a terminal, with nothing to read.</summary>
/// <param name="Words">The program and its arguments.</param>
/// <param name="Output">Receives its output; the caller's.</param>
/// <param name="Error">Receives its messages; the caller's.</param>
internal sealed record ChildCommand(IReadOnlyList<string> Words, SafeFileHandle Output, SafeFileHandle Error)
{
    /// <summary>Numbers of the processors that it may use; empty: as this process.</summary>
    public IReadOnlyList<int> Processors { get; init; } = [];

    /// <summary>The words by which the shell runs a line.</summary>
    internal static IReadOnlyList<string> OfShell(string line) => ["/bin/sh", "-c", line];
}

/// <summary>By what a command is known on one machine until its next start.</summary>
/// <param name="Id">Number of its process, and of its group.</param>
/// <param name="Born">When it was started, as the system counts.</param>
internal readonly record struct ChildIdentity(int Id, long Born);

/// <summary>How a command ended.</summary>
/// <param name="ExitCode">As a shell reports it: 128 and the number of the signal when one ended it.</param>
/// <param name="Cause">Why it ended.</param>
/// <param name="ElapsedNs">From the moment in which it was let run.</param>
/// <param name="Times">Processor time of it and of all that it waited for.</param>
internal sealed record ChildEnd(int ExitCode, ChildCause Cause, long ElapsedNs, ProcessorTimes Times);

/// <summary>Why a command ended.</summary>
internal enum ChildCause
{
    /// <summary>It was done.</summary>
    Own,

    /// <summary>Its time was up.</summary>
    TimeLimit,

    /// <summary>It was stopped with this process.</summary>
    Stopped,
}
