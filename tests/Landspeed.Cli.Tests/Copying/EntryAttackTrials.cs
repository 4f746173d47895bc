using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// Somebody may write in source and target. What lies outside stays as it is, and is not in the target.
/// </summary>
public abstract class EntryAttackTrials : AttackTrials
{
    private protected const string Part = "target/.big.landspeed-part";

    // A directory becomes a link to a directory of somebody else, a file one to a file or a FIFO that nobody writes.
    private protected static readonly (string Name, string Evil)[] s_exchanges =
    [
        ("source/d", "link"), ("source/d/sub", "link"), ("source/d/f", "file"), ("source/d/f", "fifo"),
        ("source/big", "file"), ("source/big", "fifo"), ("source/d/link", "file"), ("target/d", "link"),
        ("target/d/sub", "link"), ("target/d/f", "file"), ("target/big", "file"), ("target/gone", "link"),
        ("target/gone/a", "file"), (Part, "file"), ("target/.big.landspeed-journal", "file"),
    ];

    private protected override string Template =>
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

    private protected override IEnumerable<(string Name, string Target)> Links =>
        [("attacker/link", "victim"), ("attacker/file", "victim/secret")];

    private protected override string Look(string run) => string.Join(
        '\n',
        Statuses($"{run}/victim")
            .Append(File.ReadAllText($"{run}/victim/secret"))
            .Append(File.ReadAllText($"{run}/victim/keep/inner")));

    private protected override string? Problem(string run, string before, AttackGate gate)
    {
        string[] found = [.. Holding($"{run}/target", Secret), .. Holding($"{run}/attacker", Secret)];
        string after = Look(run);
        return after != before ? $"outside it is now\n{after}\nbefore\n{before}"
            : found.Length > 0 ? $"the secret is in {string.Join(", ", found)}"
            : null;
    }
}
