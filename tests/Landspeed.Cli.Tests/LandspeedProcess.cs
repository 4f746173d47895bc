using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>
/// The built command as a process of its own. What it returns has no progress: that shows after two seconds, which on a busy
/// machine every command takes.
/// </summary>
internal sealed partial class LandspeedProcess : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);
    private readonly Process _process;
    private readonly Task<string> _output;
    private readonly StringBuilder _error = new();
    private readonly BlockingCollection<string> _errorLines = [];

    private LandspeedProcess(Process process)
    {
        _process = process;
        _output = process.StandardOutput.ReadToEndAsync();
        process.ErrorDataReceived += (_, line) => Receive(line.Data);
        process.BeginErrorReadLine();
    }

    /// <summary>The executable.</summary>
    public static string Executable => CommandFile.Path;

    /// <summary>Runs it to its end.</summary>
    public static Command Run(params string[] arguments) => WithoutProgress(Command.Run(Executable, arguments, Patience));

    /// <summary>Runs a shell script in which <c>$0</c> is the executable; for pipes and for names that are not UTF-8.</summary>
    public static Command Shell(string script, params string[] arguments) =>
        WithoutProgress(Command.Run("/bin/sh", ["-c", script, Executable, .. arguments], Patience));

    /// <summary>Runs it to its end as user 65534, who may do only what all may. Needs root and setpriv.</summary>
    public static Command RunAsNobody(params string[] arguments) => ShellAsNobody("exec \"$0\" \"$@\"", arguments);

    /// <summary>Runs a shell script as that user; see <see cref="Shell"/>.</summary>
    public static Command ShellAsNobody(string script, params string[] arguments)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setpriv");
        return Shell(
            "script=$1; shift; exec setpriv --reuid 65534 --regid 65534 --clear-groups "
            + "/bin/sh -c \"$script\" \"$0\" \"$@\"",
            [script, .. arguments]);
    }

    /// <summary>Starts it.</summary>
    public static LandspeedProcess Start(params string[] arguments) => new(ChildProcess.Start(
        new ProcessStartInfo(Executable, arguments) { RedirectStandardOutput = true, RedirectStandardError = true }));

    /// <summary>Sends signals by name, for example <c>INT</c>, directly one after the other.</summary>
    public void Signal(params string[] names) => Command.Shell(string.Join(
        " && ", names.Select(name => string.Create(CultureInfo.InvariantCulture, $"kill -{name} {_process.Id}"))));

    /// <summary>Waits until a line of standard error holds a text.</summary>
    public void WaitForError(string text)
    {
        while (_errorLines.TryTake(out string? line, Patience))
        {
            if (line.Contains(text, StringComparison.Ordinal))
            {
                return;
            }
        }

        throw new TimeoutException($"the command never said '{text}', only: {_error}");
    }

    /// <summary>Waits until a file has that many lines; others may have locked it.</summary>
    public static void WaitForLines(string path, int count) => Command.Shell(string.Create(
        CultureInfo.InvariantCulture,
        $"""for i in $(seq 1000); do [ "$(cat "{path}" 2>/dev/null | wc -l)" -ge {count} ] && exit 0; sleep 0.1; done; exit 1"""));

    /// <summary>Waits for its end.</summary>
    public Command Wait()
    {
        if (!_process.WaitForExit(Patience))
        {
            throw new TimeoutException("the command did not end");
        }

        _process.WaitForExit();
        return WithoutProgress(new Command(_process.ExitCode, _output.Result, _error.ToString()));
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
        _errorLines.Dispose();
    }

    private void Receive(string? line)
    {
        if (line is not null)
        {
            _error.Append(line).Append('\n');
            _errorLines.Add(line);
        }
    }

    private static Command WithoutProgress(Command done) => done with { Error = Progress().Replace(done.Error, string.Empty) };

    // Phases of work, and the run of an experiment, as ProgressText and CopyProgressText name them.
    [GeneratedRegex(
        "^landspeed: (preparing|copying|verifying|working|making the data durable|dropping the file|watching the idle|warming up|measuring|run [0-9]+ of|reading extents)\\b.*\n",
        RegexOptions.Multiline)]
    private static partial Regex Progress();
}
