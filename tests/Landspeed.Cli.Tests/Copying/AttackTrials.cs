using System.Globalization;
using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// Runs a command again and again, and exchanges one name for what somebody else wants there, each time before another
/// one of its system calls.
/// </summary>
public abstract class AttackTrials : IDisposable
{
    private const string PointsVariable = "LANDSPEED_ATTACKS";
    private const string SeedVariable = "LANDSPEED_SEED";

    private readonly ScratchDirectory _scratch = new();

    private protected const string Secret = "what only root may read";

    /// <summary>A script that lays out what is there before, in its directory.</summary>
    private protected abstract string Template { get; }

    /// <summary>The directory where a command runs; made anew for each attack.</summary>
    private protected virtual string Place => _scratch.File("run");

    /// <summary>The same directory for those who lay it out and look at it.</summary>
    private protected virtual string Behind => Place;

    /// <summary>Links to make in the directory, and where they lead to there.</summary>
    private protected abstract IEnumerable<(string Name, string Target)> Links { get; }

    private string Ground => _scratch.File("ground");

    public virtual void Dispose()
    {
        _scratch.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Attacks at some of the calls, by default or as the variable says.</summary>
    /// <param name="form">For the report.</param>
    /// <param name="command">With RUN for the directory.</param>
    /// <param name="exchanges">What becomes what, below the directory and below <c>attacker</c>.</param>
    /// <param name="points">How many calls of each exchange by default.</param>
    /// <param name="most">How many of the exchanges by default, chosen at random.</param>
    private protected AttackSweep Attack(
        string form,
        string[] command,
        IEnumerable<(string Name, string Evil)> exchanges,
        int points = 1,
        int most = int.MaxValue)
    {
        var sweep = new AttackSweep(form, Seed());
        if (Environment.GetEnvironmentVariable(PointsVariable) is { } given)
        {
            points = int.Parse(given, CultureInfo.InvariantCulture);
        }
        else
        {
            (string Name, string Evil)[] all = [.. exchanges];
            new Random(sweep.Seed).Shuffle(all);
            exchanges = all.Take(most);
        }

        return Attack(sweep, command, exchanges, points, mostProblems: int.MaxValue);
    }

    /// <summary>Attacks at many calls until one attack succeeds.</summary>
    private protected AttackSweep AttackBroken(string command, IEnumerable<(string Name, string Evil)> exchanges) =>
        Attack(new AttackSweep(command, Seed()), ["/bin/sh", "-c", command], exchanges, points: 20, mostProblems: 1);

    /// <summary>Makes what cannot be part of the layout.</summary>
    private protected virtual void Prepare(string form, string run)
    {
    }

    /// <summary>What must not have changed afterwards, or what it is compared with.</summary>
    private protected abstract string Look(string run);

    /// <summary>Says what is wrong afterwards, or null.</summary>
    /// <param name="run">The directory.</param>
    /// <param name="before">What <see cref="Look"/> said before it.</param>
    /// <param name="gate">What happened.</param>
    private protected abstract string? Problem(string run, string before, AttackGate gate);

    /// <summary>A line for a directory and each entry below: what it is, and everything about it.</summary>
    /// <remarks>With the time of the last change of anything about it, which nobody can set.</remarks>
    private protected static IEnumerable<string> Statuses(string root) => Below(root).Prepend(root).Select(path =>
    {
        Assert.True(NativePlatform.Files.StatusOf(FilePath.FromText(path), out FileStatus status).Succeeded, path);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{Path.GetRelativePath(root, path)}: {status.Kind} {status.Permissions} {status.UserId} {status.GroupId} "
                + $"{status.Length} {status.Modified} {status.Changed} {status.LinkCount}");
    });

    /// <summary>Everything below a directory in one order; links and what they lead to left out.</summary>
    private protected static IEnumerable<string> Below(string root) => Directory.EnumerateFileSystemEntries(root)
        .Where(path => new FileInfo(path).LinkTarget is null)
        .Order(StringComparer.Ordinal)
        .SelectMany(path => Directory.Exists(path) ? Below(path).Prepend(path) : [path]);

    /// <summary>The files below a directory that contain a text.</summary>
    private protected static IEnumerable<string> Holding(string root, string text)
    {
        byte[] bytes = System.Text.Encoding.UTF8.GetBytes(text);
        return Below(root).Where(path =>
            NativePlatform.Files.StatusOf(FilePath.FromText(path), out FileStatus status).Succeeded
            && status.Kind == FileKind.Regular && File.ReadAllBytes(path).AsSpan().IndexOf(bytes) >= 0);
    }

    private static int Seed() => Environment.GetEnvironmentVariable(SeedVariable) is { } given
        ? int.Parse(given, CultureInfo.InvariantCulture) : Random.Shared.Next();

    private AttackSweep Attack(
        AttackSweep sweep,
        string[] command,
        IEnumerable<(string Name, string Evil)> exchanges,
        int points,
        int mostProblems)
    {
        Command.Shell($"mkdir '{Ground}' && cd '{Ground}' && {Template}");
        var random = new Random(sweep.Seed);
        int calls = Try(null, sweep.Form, command).Gate.Calls;
        foreach ((string name, string evil) in exchanges)
        {
            IEnumerable<int> chosen = points >= calls
                ? Enumerable.Range(1, calls)
                : Enumerable.Range(0, points).Select(part => 1 + (calls * part / points) + random.Next(calls / points));
            foreach (int nth in chosen)
            {
                var attack = new Attack(name, $"attacker/{evil}", nth, Back: (nth % 3) * 2);
                (AttackGate gate, string? problem) = Try(attack, sweep.Form, command);
                sweep.Add(attack, gate, problem);
                if (sweep.Problems.Count == mostProblems)
                {
                    return sweep;
                }
            }
        }

        return sweep;
    }

    private (AttackGate Gate, string? Problem) Try(Attack? attack, string form, string[] command)
    {
        (string run, string behind) = (Place, Behind);
        if (Directory.Exists(behind))
        {
            Directory.Delete(behind, recursive: true);
        }

        // A process costs more than what it would do here.
        Command copied = Command.Run("cp", ["-a", Ground, behind]);
        Assert.True(copied.ExitCode == 0, copied.Error);
        foreach ((string name, string target) in Links)
        {
            File.CreateSymbolicLink(Path.Combine(behind, name), Path.Combine(run, target));
        }

        Prepare(form, behind);
        string before = Look(behind);
        string[] inside = [.. command.Select(word => word.Replace("RUN", run, StringComparison.Ordinal))];
        Attack? there = attack is null ? null
            : attack with { Name = Path.Combine(run, attack.Name), Evil = Path.Combine(run, attack.Evil) };
        try
        {
            AttackGate gate = AttackGate.Run(run, there, inside);
            string? problem = Problem(behind, before, gate);
            return (gate, problem
                ?? (gate.Command.ExitCode > 6 ? $"it ended with {gate.Command.ExitCode}: {gate.Command.Error}"
                    : gate.Command.Error.Contains("   at ", StringComparison.Ordinal) ? gate.Command.Error
                    : null));
        }
        catch (TimeoutException)
        {
            return (new AttackGate(new Command(-1, string.Empty, string.Empty), 0, true, false), "it did not end");
        }
    }
}
