using System.Diagnostics;
using Landspeed.Testing;

namespace Landspeed.Packages.Tests;

/// <summary>The .NET SDK as a process that leaves none behind and knows nothing of the build that this test runs in.</summary>
internal static class Sdk
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);

    /// <summary>Runs <c>dotnet</c> in a directory; it must succeed.</summary>
    /// <returns>What it printed.</returns>
    public static string Run(string directory, params string[] arguments)
    {
        (int exitCode, string said) = Start(directory, arguments);
        Assert.True(exitCode == 0, $"dotnet {string.Join(' ', arguments)}:\n{said}");
        return said;
    }

    /// <summary>Runs <c>dotnet</c> in a directory; it must fail.</summary>
    /// <returns>What it printed.</returns>
    public static string Refused(string directory, params string[] arguments)
    {
        (int exitCode, string said) = Start(directory, arguments);
        Assert.NotEqual(0, exitCode);
        return said;
    }

    private static (int ExitCode, string Said) Start(string directory, string[] arguments)
    {
        string program = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = directory,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (string name in start.Environment.Keys.Where(IsOfABuild).ToArray())
        {
            start.Environment.Remove(name);
        }

        start.Environment["MSBUILDDISABLENODEREUSE"] = "1";
        start.Environment["UseSharedCompilation"] = "false";
        start.Environment["DOTNET_CLI_TELEMETRY_OPTOUT"] = "1";
        start.Environment["DOTNET_NOLOGO"] = "1";
        start.Environment["SOURCE_DATE_EPOCH"] = "1000000000";
        using Process process = ChildProcess.Start(start);
        Task<string> output = process.StandardOutput.ReadToEndAsync();
        Task<string> error = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(s_patience))
        {
            process.Kill(entireProcessTree: true);
            throw new TimeoutException($"dotnet {string.Join(' ', arguments)} did not end");
        }

        return (process.ExitCode, output.Result + error.Result);
    }

    private static bool IsOfABuild(string variable) =>
        variable.StartsWith("MSBUILD", StringComparison.OrdinalIgnoreCase) || variable.StartsWith("TESTINGPLATFORM", StringComparison.OrdinalIgnoreCase);
}
