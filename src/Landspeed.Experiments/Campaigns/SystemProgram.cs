using Landspeed.Experiments.Commands;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Campaigns;

/// <summary>Runs a short program of the system, and returns its output.</summary>
internal static class SystemProgram
{
    private static readonly TimeSpan s_limit = TimeSpan.FromMinutes(1);

    /// <summary>Runs the program.</summary>
    /// <param name="commands">Starts it.</param>
    /// <param name="purpose">A verb phrase, for messages.</param>
    /// <param name="words">The program and its arguments.</param>
    /// <exception cref="ExperimentException">It failed; the message contains its output.</exception>
    internal static string Run(ICommands commands, string purpose, params string[] words)
    {
        (int code, string output, string error) = TryRun(commands, words);
        return code == 0 ? output : throw new ExperimentException(
            Outcome.Failed, FormattableString.Invariant($"cannot {purpose}: {string.Join(' ', words)} ended with {code}: {(error.Trim() is { Length: > 0 } said ? said : "it says nothing")}"));
    }

    /// <summary>Does the same, but returns a failure.</summary>
    internal static (int ExitCode, string Output, string Error) TryRun(ICommands commands, params string[] words)
    {
        using SafeFileHandle output = Unnamed();
        using SafeFileHandle error = Unnamed();
        using IChild child = commands.Start(new ChildCommand(words, output, error));
        ChildEnd end = child.Run(s_limit, CancellationToken.None);
        return (end.ExitCode, Text(output), Text(error));
    }

    private static SafeFileHandle Unnamed()
    {
        string name = Path.GetTempFileName();
        return File.OpenHandle(name, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete, FileOptions.DeleteOnClose);
    }

    private static string Text(SafeFileHandle file)
    {
        byte[] bytes = new byte[RandomAccess.GetLength(file)];
        return FilePath.Decode(bytes.AsSpan(0, RandomAccess.Read(file, bytes, 0)));
    }
}
