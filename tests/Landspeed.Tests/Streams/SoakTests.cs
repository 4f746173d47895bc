using System.Globalization;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests.Streams;

/// <summary>
/// Mixed work for a long time, each kind of process apart: written, read, cancelled, closed midway and forgotten, in
/// all modes and sizes, while the collector runs all the time. LANDSPEED_SOAK_SECONDS: for how long each.
/// </summary>
public sealed class SoakTests : IDisposable
{
    // Each kind has a user of its own, of whom nobody else has processes: threads of one that has just ended may still
    // count as the user's.
    private const int FirstUser = 47112;

    private static readonly string[] s_kinds =
        ["root", "user", "user without io_uring", "few threads", "few threads without io_uring"];

    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData("root")]
    [InlineData("user without io_uring")]
    public void A_while_of_mixed_work_leaves_every_byte_right_and_nothing_behind(string kind) => Soak(kind, 2, seed: 1);

    [Theory]
    [Trait(Tier.Key, Tier.Soak)]
    [InlineData("root")]
    [InlineData("user")]
    [InlineData("user without io_uring")]
    [InlineData("few threads")]
    [InlineData("few threads without io_uring")]
    public void Minutes_of_mixed_work_leave_every_byte_right_and_nothing_behind(string kind) => Soak(
        kind,
        int.Parse(Environment.GetEnvironmentVariable("LANDSPEED_SOAK_SECONDS") ?? "240", CultureInfo.InvariantCulture),
        Random.Shared.Next(1_000_000));

    public void Dispose() => _scratch.Dispose();

    private void Soak(string kind, int seconds, int seed)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setpriv");
        bool fewThreads = kind.StartsWith("few", StringComparison.Ordinal);
        string program = Path.Combine(AppContext.BaseDirectory, "Landspeed.Soak");
        List<string> command = [];
        if (kind != "root")
        {
            string user = $"{FirstUser + Array.IndexOf(s_kinds, kind)}";
            Command.Shell($"chown {user} '{_scratch.Path}'");
            command.AddRange(["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]);
        }

        if (fewThreads)
        {
            // What the runtime itself needs, and a few. It ends a process whose pool (dotnet/runtime#74791), or whose
            // compiler of hot code, wants a thread that the system refuses: so the pool has its threads from the first
            // moment on and keeps them, and code is compiled once.
            command.AddRange(
                [
                    "env",
                    "DOTNET_ThreadPool_ForceMinWorkerThreads=4",
                    "DOTNET_ThreadPool_ForceMaxWorkerThreads=4",
                    "DOTNET_ThreadPool_ThreadsToKeepAlive=-1",
                    "DOTNET_TieredCompilation=0",
                    "prlimit",
                    "--nproc=24",
                ]);
        }

        if (kind.EndsWith("io_uring", StringComparison.Ordinal))
        {
            command.Add(NativeProgram.Build("no-io-uring"));
        }

        command.AddRange([program, _scratch.Path, $"{seconds}", $"{seed}"]);
        if (fewThreads)
        {
            command.Add("--few-threads");
        }

        Command done = Command.Run(command[0], command[1..], TimeSpan.FromSeconds(seconds + 300));

        TestContext.Current.SendDiagnosticMessage($"{kind}, seed {seed}: {done.Output}");
        Assert.True(done.ExitCode == 0, $"{kind}, seed {seed}, exit code {done.ExitCode}: {done.Output}{done.Error}");
    }
}
