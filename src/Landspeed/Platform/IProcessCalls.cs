using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>Starts a program, waits for it, and reports what it used.</summary>
/// <remarks>Thread-safe.</remarks>
internal interface IProcessCalls
{
    /// <summary>
    /// Starts a program in its own session and process group, without a terminal and with empty input. It waits at a
    /// gate, so that its number can be recorded first: if this process ends before the gate is opened, nothing keeps
    /// running.
    /// </summary>
    /// <param name="words">
    /// The program and its arguments; the program is looked up as a shell does. Lone surrogates stand for raw bytes, as
    /// in <see cref="FilePath"/>.
    /// </param>
    /// <param name="output">Receives its standard output.</param>
    /// <param name="error">Receives its standard error.</param>
    /// <param name="id">Number of the process and of its group.</param>
    /// <param name="gate">
    /// Opened by <see cref="OpenGate"/>; owned by the caller. The program ends if the gate is closed unopened.
    /// </param>
    /// <returns>0, or the error. A program that does not exist is not an error here: its shell ends with 127.</returns>
    /// <remarks>Costs a shell, about a millisecond, which is part of what is counted. Source: posix_spawn(3).</remarks>
    NativeResult Start(IReadOnlyList<string> words, SafeFileHandle output, SafeFileHandle error, out int id, out SafeFileHandle? gate);

    /// <summary>Lets a program start.</summary>
    /// <param name="gate">From <see cref="Start"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenGate(SafeFileHandle gate);

    /// <summary>
    /// Waits until a program that this process started has ended. Its number stays reserved until
    /// <see cref="Collect"/>.
    /// </summary>
    /// <returns>0, or the error.</returns>
    NativeResult WaitForEnd(int id);

    /// <summary>Gets how an ended program ended, and releases its number.</summary>
    /// <returns>0, or the error.</returns>
    NativeResult Collect(int id, out ProgramEnd end);

    /// <summary>Asks all processes of a group to end, or kills them.</summary>
    /// <param name="id">Number of the group.</param>
    /// <param name="atOnce">True to kill them without asking.</param>
    /// <returns>0, or the error; not-found if there is no such group.</returns>
    NativeResult EndGroup(int id, bool atOnce);

    /// <summary>
    /// Gets when a process was started, in ticks since boot; together with its number this identifies it until the next
    /// boot.
    /// </summary>
    /// <returns>Null if there is no such process, or it has ended but was not collected yet.</returns>
    long? StartOf(int id);

    /// <summary>Restricts a process, and those it starts from then on, to some CPUs.</summary>
    /// <param name="id">Number of the process.</param>
    /// <param name="processors">Their numbers, 0 to 1,023.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Restrict(int id, IReadOnlyList<int> processors);

    /// <summary>Gets the CPUs that this process may use, by number.</summary>
    IReadOnlyList<int> Processors();
}

/// <summary>How a program ended, and what it and all programs it waited for used.</summary>
/// <param name="ExitCode">As a shell reports it: 128 plus the number of the signal if one ended it.</param>
/// <param name="Times">CPU time and switches.</param>
/// <remarks>
/// Excludes peak memory: the system's figure may be this program's, because the new process began as a copy of it.
/// </remarks>
internal readonly record struct ProgramEnd(int ExitCode, ProcessorTimes Times);
