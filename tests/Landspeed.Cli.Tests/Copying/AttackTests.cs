using System.Globalization;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// Somebody who may write in source and target exchanges their entries for symbolic links and FIFOs before every system
/// call of a copy by root. What lies outside stays as it is, and is not in the target.
/// </summary>
public sealed class AttackTests : IDisposable
{
    private const string Secret = "what only root may read";
    private const string PointsVariable = "LANDSPEED_ATTACKS";
    private const string SeedVariable = "LANDSPEED_SEED";
    private const string Part = "target/.big.landspeed-part";

    // A directory becomes a link to a directory of somebody else, a file one to a file or a FIFO that nobody writes.
    private static readonly (string Name, string Evil)[] s_exchanges =
    [
        ("source/d", "link"), ("source/d/sub", "link"), ("source/d/f", "file"), ("source/d/f", "fifo"),
        ("source/big", "file"), ("source/big", "fifo"), ("source/d/link", "file"), ("target/d", "link"),
        ("target/d/sub", "link"), ("target/d/f", "file"), ("target/big", "file"), ("target/gone", "link"),
        ("target/gone/a", "file"), (Part, "file"), ("target/.big.landspeed-journal", "file"),
    ];

    private static readonly Dictionary<string, string[]> s_forms = new()
    {
        ["tree"] = ["copy", "RUN/source", "RUN/target"],
        ["mirror"] = ["copy", "RUN/source", "RUN/target", "--update", "--delete", "--yes"],
        ["move"] = ["copy", "RUN/source", "RUN/target", "--remove-source", "--replace", "always"],
        ["verify"] =
            ["copy", "RUN/source", "RUN/target", "--verify=twice", "--manifest", "RUN/sums", "--checksum", "sha256"],
        ["file"] = ["copy", "RUN/source/big", "RUN/target/big", "--replace", "always", "--verify=twice"],
        ["resume"] = ["copy", "RUN/source/big", "RUN/target/big", "--replace", "always"],
        ["clean"] = ["copy", "--clean", "RUN/target"],
        ["pairs"] = ["verify", "RUN/source", "RUN/target"],
        ["manifest"] = ["verify", "RUN/given", "--directory", "RUN/source", "--extra"],
    };

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> Forms => [.. s_forms.Keys];

    public static TheoryData<string> Broken =>
    [
        "cp -a RUN/source/. RUN/target", "for f in RUN/target/d/*; do chmod 640 $f; done", "rm -rf RUN/target/gone/*",
        "cp RUN/source/d/f RUN/target/d/f",
    ];

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [MemberData(nameof(Forms))]
    public void Nothing_outside_is_read_written_changed_or_removed(string form)
    {
        string? points = Environment.GetEnvironmentVariable(PointsVariable);
        Sweep sweep = Attacks(
            form,
            [CommandFile.Path, .. s_forms[form], "--quiet"],
            points is null ? 1 : int.Parse(points, CultureInfo.InvariantCulture),
            s_exchanges.Where(one => !IsOperand(form, one.Name)),
            stopsAtProblem: false);
        TestContext.Current.TestOutputHelper!.WriteLine(sweep.ToString());

        Assert.True(sweep.Done > sweep.Tried / 2, sweep.ToString());
        Assert.True(sweep.Problems.Count == 0, sweep.ToString());
    }

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_program_that_uses_paths_is_caught(string command)
    {
        Sweep sweep = Attacks(
            command,
            ["/bin/sh", "-c", command],
            20,
            s_exchanges.Where(one => one.Evil != "fifo"),
            stopsAtProblem: true);

        Assert.True(sweep.Problems.Count > 0, sweep.ToString());
    }

    // What the user names is followed, as cp does: who can exchange that chooses what is copied.
    private static bool IsOperand(string form, string name) =>
        name == "source/big" && s_forms[form].Contains("RUN/source/big");

    private Sweep Attacks(
        string form,
        string[] command,
        int points,
        IEnumerable<(string Name, string Evil)> exchanges,
        bool stopsAtProblem)
    {
        string ground = _scratch.File("ground");
        Command.Shell($"mkdir '{ground}' && cd '{ground}' && {Template()}");
        int seed = Environment.GetEnvironmentVariable(SeedVariable) is { } given
            ? int.Parse(given, CultureInfo.InvariantCulture) : Random.Shared.Next();
        var random = new Random(seed);
        var sweep = new Sweep(form, seed);
        int calls = Try(ground, null, form, command).Gate.Calls;
        foreach ((string name, string evil) in exchanges)
        {
            IEnumerable<int> chosen = points >= calls
                ? Enumerable.Range(1, calls)
                : Enumerable.Range(0, points).Select(part => 1 + (calls * part / points) + random.Next(calls / points));
            foreach (int nth in chosen)
            {
                var attack = new Attack(name, $"attacker/{evil}", nth, Back: (nth % 3) * 2);
                (AttackGate gate, string? problem) = Try(ground, attack, form, command);
                sweep.Add(attack, gate, problem);
                if (problem is not null && stopsAtProblem)
                {
                    return sweep;
                }
            }
        }

        return sweep;
    }

    private (AttackGate Gate, string? Problem) Try(string ground, Attack? attack, string form, string[] command)
    {
        string run = _scratch.File("run");
        Command.Shell(
            $"rm -rf '{run}' && cp -a '{ground}' '{run}' && cd '{run}' && "
                + "ln -s \"$PWD/victim\" attacker/link && ln -s \"$PWD/victim/secret\" attacker/file");
        if (form == "resume")
        {
            Interrupt(run);
        }

        string before = Outside(run);
        string[] inside = [.. command.Select(word => word.Replace("RUN", run, StringComparison.Ordinal))];
        Attack? there = attack is null ? null
            : attack with { Name = Path.Combine(run, attack.Name), Evil = Path.Combine(run, attack.Evil) };
        AttackGate gate;
        try
        {
            gate = AttackGate.Run(run, there, inside);
        }
        catch (TimeoutException)
        {
            return (new AttackGate(new Command(-1, string.Empty, string.Empty), 0, true), "it did not end");
        }

        string found = Command.Run("grep", ["-r", "-l", "-F", Secret, $"{run}/target", $"{run}/attacker"]).Output;
        string? problem = Outside(run) != before ? $"outside it is now\n{Outside(run)}before\n{before}"
            : found.Length > 0 ? $"the secret is in {found}"
            : gate.Command.ExitCode > 6 ? $"it ended with {gate.Command.ExitCode}: {gate.Command.Error}"
            : gate.Command.Error.Contains("   at ", StringComparison.Ordinal) ? gate.Command.Error
            : null;
        return (gate, problem);
    }

    private static void Interrupt(string run)
    {
        string copy = $"'{CommandFile.Path}' copy '{run}/source/big' '{run}/target/big' "
            + "--replace always --limit 256KiB --quiet";
        string isUnderWay = $"kill -0 $copy && [ ! -e '{run}/{Part}' ]";
        Command.Shell(
            $"{copy} & copy=$!; while {isUnderWay}; do sleep 0.02; done; sleep 0.3; "
                + "kill -TERM $copy; wait $copy || true");
        Assert.True(File.Exists(Path.Combine(run, Part)), "nothing is left that could be continued");
    }

    // With the time of the last change of anything about it, which nobody can set.
    private static string Outside(string run) => Command.Shell(
        $"cd '{run}/victim' && find . -printf '%P %y %m %U %G %s %T@ %C@ %n\\n' | sort "
            + "&& cat secret keep/inner | sha256sum");

    private static string Template() =>
        "mkdir -p source/d/sub target/d/sub target/gone attacker victim/keep victim/sub && mkfifo attacker/fifo && "
        + "seq 1 500 >source/d/f && seq 1 200000 >source/big && seq 9 >source/d/sub/h && ln -s f source/d/link && "
        + "ln source/d/f source/d/sub/hard && "
        + "setfattr -n user.a -v b source/d/f && chmod 604 source/d/f && chown 5:6 source/d/f source/d && "
        + "echo old >target/d/f && echo old >target/big && echo old >target/d/sub/h && echo old >target/gone/a && "
        + "touch -d 2001-01-01 target/d/f target/big && "
        + $"echo '{Secret}' >victim/secret && cp victim/secret victim/f && cp victim/secret victim/a && "
        + "cp victim/secret victim/h && cp victim/secret victim/sub/h && echo kept >victim/keep/inner && "
        + "chmod 600 victim/secret && chown 77 victim/secret && chmod 711 victim && "
        + "(cd source && sha256sum big d/f d/sub/h) >given";

    private sealed record Sweep(string Form, int Seed)
    {
        internal int Tried { get; private set; }

        internal int Done { get; private set; }

        internal List<string> Problems { get; } = [];

        internal void Add(Attack attack, AttackGate gate, string? problem)
        {
            Tried++;
            Done += gate.WasDone ? 1 : 0;
            if (problem is not null)
            {
                Problems.Add(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{attack.Name} for {attack.Evil} before call {attack.Nth} of {gate.Calls}, "
                        + $"back after {attack.Back}: {problem}"));
            }
        }

        public override string ToString() => string.Create(
            CultureInfo.InvariantCulture,
            $"{Form}: {Tried} attacks with {SeedVariable}={Seed}, {Done} done, {Problems.Count} problems\n")
        + string.Join('\n', Problems.Take(20));
    }
}
