using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>Starting a program, waiting for it, and what it used.</summary>
/// <remarks>Thread-safe.</remarks>
internal interface IProcessCalls
{
    /// <summary>
    /// Starts a program in a session and process group of its own, without a terminal and with nothing to read. It waits at a gate, so that
    /// its number can be noted first: whoever ends before the gate is opened leaves nothing that runs.
    /// </summary>
    /// <param name="words">The program and its arguments; looked up as a shell does. Lone surrogates stand for raw bytes, as in <see cref="FilePath"/>.</param>
    /// <param name="output">Receives its output.</param>
    /// <param name="error">Receives its messages.</param>
    /// <param name="id">Number of the process and of its group.</param>
    /// <param name="gate">Opened by <see cref="OpenGate"/>; owned by the caller. The program ends when it is closed before.</param>
    /// <returns>0, or the error. A program that does not exist is no error: its shell ends with 127 then.</returns>
    /// <remarks>A shell, about a millisecond and part of what is counted. Source: posix_spawn(3).</remarks>
    NativeResult Start(IReadOnlyList<string> words, SafeFileHandle output, SafeFileHandle error, out int id, out SafeFileHandle? gate);

    /// <summary>Lets a program begin.</summary>
    /// <param name="gate">From <see cref="Start"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenGate(SafeFileHandle gate);

    /// <summary>Waits until a program that this one started has ended. Its number stays taken until <see cref="Collect"/>.</summary>
    /// <returns>0, or the error.</returns>
    NativeResult WaitForEnd(int id);

    /// <summary>Learns how a program ended that has, and gives its number back.</summary>
    /// <returns>0, or the error.</returns>
    NativeResult Collect(int id, out ProgramEnd end);

    /// <summary>Asks all processes of a group to end, or ends them.</summary>
    /// <param name="id">Number of the group.</param>
    /// <param name="atOnce">Whether they are not asked.</param>
    /// <returns>0, or the error; not-found when there is none.</returns>
    NativeResult EndGroup(int id, bool atOnce);

    /// <summary>When a process was started, in ticks since the machine was: with its number it distinguishes it from all others until the next start of the machine.</summary>
    /// <returns>Null when there is no such process, or it has ended and was not collected yet.</returns>
    long? StartOf(int id);

    /// <summary>Restricts a process, and those that it starts from then on, to some processors.</summary>
    /// <param name="id">Number of the process.</param>
    /// <param name="processors">Their numbers, 0 to 1,023.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Restrict(int id, IReadOnlyList<int> processors);

    /// <summary>The processors that this process may use, by number.</summary>
    IReadOnlyList<int> Processors();
}

/// <summary>How a program ended, and what it and all that it waited for used.</summary>
/// <param name="ExitCode">As a shell reports it: 128 and the number of the signal when one ended it.</param>
/// <param name="Times">Processor time and switches.</param>
/// <remarks>Not the peak of its memory: what the system says of that may be this program's, of which it began as a copy.</remarks>
internal readonly record struct ProgramEnd(int ExitCode, ProcessorTimes Times);
