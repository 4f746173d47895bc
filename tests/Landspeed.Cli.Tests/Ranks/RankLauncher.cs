using System.Diagnostics;
using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>A launcher of ranks, and its ranks' processes.</summary>
/// <param name="Program">Its program.</param>
/// <param name="Options">What it needs on a small machine, as root.</param>
/// <param name="RankVariable">Tells a process its rank.</param>
/// <param name="OptionsOn">What else it needs on hosts of its own, a rank on each.</param>
internal sealed record RankLauncher(string Program, string[] Options, string RankVariable, Func<NetworkHosts, string[]> OptionsOn)
{
    internal static readonly RankLauncher OpenMpi = new(
        "mpirun.openmpi",
        ["--allow-run-as-root", "--oversubscribe", "--bind-to", "none"],
        "OMPI_COMM_WORLD_RANK",
        hosts => ["--mca", "plm_rsh_agent", hosts.Agent, "--mca", "plm", "rsh", "--map-by", "node", "--host", string.Join(',', hosts.Names)]);

    internal static readonly RankLauncher Mpich = new(
        "mpirun.mpich",
        [],
        "PMI_RANK",
        hosts => ["-launcher", "rsh", "-launcher-exec", hosts.Agent, "-ppn", "1", "-hosts", string.Join(',', hosts.Names)]);

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    /// <summary>One of each family.</summary>
    internal static IReadOnlyList<RankLauncher> All { get; } = [OpenMpi, Mpich];

    /// <summary>So few descriptors that the command can begin and say so, and no more: the runtime's form needs more than the native one.</summary>
    internal static int FewDescriptors => File.Exists($"{LandspeedProcess.Executable}.dll") ? 64 : 24;

    /// <summary>The launcher with such a program.</summary>
    internal static RankLauncher Named(string program) => All.Single(one => one.Program == program);

    /// <summary>Runs the command on some ranks to the end; one rank is a process without a launcher.</summary>
    internal Command Run(int ranks, params IEnumerable<string> words)
    {
        if (ranks == 1)
        {
            return LandspeedProcess.Run([.. words]);
        }

        Capability.RequireProgram(Program);
        return Command.Run(Program, Words(ranks, words), s_patience);
    }

    /// <summary>What ranks said, without the words that Open MPI adds between dashes when one has failed.</summary>
    internal static string WithoutLauncher(string error) => error.Split(new string('-', 74))[0];

    /// <summary>Starts the command on some ranks, in a session of its own; what they say goes nowhere.</summary>
    internal Process Start(int ranks, params IEnumerable<string> words) => Unheard([Program, .. Words(ranks, words)]);

    /// <summary>The same with a rank on each host; the launcher is on the first.</summary>
    internal Process StartOn(NetworkHosts hosts, params IEnumerable<string> words) =>
        Unheard(hosts.On(0, [Program, .. OptionsOn(hosts), .. Words(hosts.Names.Count, words)]));

    /// <summary>Starts the command on some ranks, by a launcher that can be sent signals; the caller hears its standard error.</summary>
    internal Process StartHeard(int ranks, params IEnumerable<string> words) => Start(Program, Words(ranks, words));

    /// <summary>The process of a rank among those with such a line.</summary>
    internal int ProcessOf(int rank, string line) => Processes(line).Single(pid => File.ReadAllText($"/proc/{pid}/environ").Split('\0').Contains($"{RankVariable}={rank}"));

    private Process Start(string program, string[] words)
    {
        Capability.RequireProgram(Program);
        return ChildProcess.Start(new ProcessStartInfo(program, words) { RedirectStandardError = true, RedirectStandardOutput = true });
    }

    private Process Unheard(IEnumerable<string> line)
    {
        Process launcher = Start("setsid", ["--wait", .. line]);
        launcher.ErrorDataReceived += static (_, _) => { };
        launcher.BeginErrorReadLine();
        launcher.OutputDataReceived += static (_, _) => { };
        launcher.BeginOutputReadLine();
        return launcher;
    }

    /// <summary>The processes whose command line begins with some words.</summary>
    internal static int[] Processes(string line) => [.. Directory.GetDirectories("/proc").Select(Path.GetFileName)
        .Where(name => int.TryParse(name, out _) && LineOf(name!).StartsWith(line, StringComparison.Ordinal)).Select(name => int.Parse(name!, CultureInfo.InvariantCulture))];

    /// <summary>Waits until no process has such a line any more: a launcher may end before its ranks.</summary>
    internal static void WaitForEnd(string line) =>
        Assert.True(SpinWait.SpinUntil(() => Processes(line).Length == 0, s_patience), $"still there after {s_patience}: {line}");

    /// <summary>The process that is a launcher: <see cref="Start(int, IEnumerable{string})"/> puts another one above it.</summary>
    internal int[] Below(Process started) => [.. Processes($"{Program} ").Where(pid => ParentOf(pid) == started.Id)];

    private static string LineOf(string pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/cmdline").Replace('\0', ' ');
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return string.Empty;
        }
    }

    private static int? ParentOf(int pid)
    {
        try
        {
            return int.Parse(File.ReadAllText($"/proc/{pid}/stat").Split(") ")[^1].Split(' ')[1], CultureInfo.InvariantCulture);
        }
        catch (IOException)
        {
            return null;
        }
    }

    private string[] Words(int ranks, IEnumerable<string> words) => [.. Options, "-n", $"{ranks}", LandspeedProcess.Executable, .. words];
}
