using System.Diagnostics;

namespace Landspeed.Testing;

/// <summary>Runs a program to its end and keeps what it printed.</summary>
public sealed record Command(int ExitCode, string Output, string Error)
{
    /// <summary>Runs a program; a missing one, or one that takes over <paramref name="timeout"/>, throws.</summary>
    public static Command Run(string program, IEnumerable<string> arguments, TimeSpan? timeout = null)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        using Process process = ChildProcess.Start(start);
        process.StandardInput.Close();
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(timeout ?? TimeSpan.FromMinutes(2)))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"{program} did not end");
        }

        return new Command(process.ExitCode, output.Result, error.Result);
    }

    /// <summary>Runs a shell command line and throws when it fails.</summary>
    public static string Shell(string line)
    {
        Command done = Run("/bin/sh", ["-c", line]);
        return done.ExitCode == 0
            ? done.Output
            : throw new InvalidOperationException($"'{line}' gave {done.ExitCode}: {done.Error}");
    }

    /// <summary>
    /// Makes a program that is about to be started, out of the words of a shell script. Another process writes it:
    /// what this one holds open for writing, a child that another thread starts just then holds, too, and meanwhile
    /// nobody can start it ("text file busy").
    /// </summary>
    public static void MakeScript(string path, string text)
    {
        const string Write = "printf '#!/bin/sh\n%s\n' \"$1\" >\"$0\" && chmod 700 \"$0\"";
        Command done = Run("/bin/sh", ["-c", Write, path, text]);
        if (done.ExitCode != 0)
        {
            throw new InvalidOperationException($"'{path}' was not made: {done.Error}");
        }
    }

    /// <summary>Whether a program is on the PATH.</summary>
    public static bool Exists(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(':')
            .Append("/usr/sbin").Append("/sbin")
            .Any(directory => File.Exists(Path.Combine(directory, program)));
}
