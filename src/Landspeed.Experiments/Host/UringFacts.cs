using Landspeed.Engine;

namespace Landspeed.Experiments.Host;

/// <summary>Tells whether io_uring can be used, and what forbids it.</summary>
internal static class UringFacts
{
    internal static IEnumerable<FactRecord> Find(Func<UringProbe> probe)
    {
        string? disabled = NativePlatform.Host.UringDisabled().Value;
        UringProbe finding = probe();
        yield return finding.Available
            ? new FactRecord("io_uring", FactState.Ok, $"available: {string.Join(", ", finding.Features)}")
            : new FactRecord("io_uring", FactState.Missing, finding.Reason ?? "not available", Remedy(disabled));
        yield return SwitchFact(disabled);
    }

    // Documentation/admin-guide/sysctl/kernel.rst: 0 everyone, 1 only members of kernel.io_uring_group, 2 no one.
    private static FactRecord SwitchFact(string? value) => value switch
    {
        null => new FactRecord("io_uring_switch", FactState.Ok,
            "the kernel has no switch (before Linux 6.6), or hides it"),
        "0" => new FactRecord("io_uring_switch", FactState.Ok, "kernel.io_uring_disabled = 0: allowed for everyone"),
        "1" => new FactRecord(
            "io_uring_switch",
            FactState.Limited,
            "kernel.io_uring_disabled = 1: privileged processes and one group only",
            "join the group of kernel.io_uring_group, or: sysctl kernel.io_uring_disabled=0"),
        _ => new FactRecord(
            "io_uring_switch",
            FactState.Missing,
            $"kernel.io_uring_disabled = {value}: forbidden for everyone",
            "sysctl kernel.io_uring_disabled=0; until then threads do the work"),
    };

    private static string Remedy(string? disabled) => disabled is null or "0"
        ? "in a container: allow io_uring_setup, io_uring_enter and io_uring_register in the seccomp profile; "
            + "until then threads do the work"
        : "see io_uring_switch";
}
