namespace Landspeed.Testing;

/// <summary>
/// Tests that need more than a compiler, file systems and one MPI library are of a tier: the value of the trait
/// <see cref="Key"/>. <c>dotnet test</c> passes them over, <c>dotnet test -p:Tier=browser</c> runs those of one tier,
/// and <c>.ci/run</c> runs all but the soak and the power cuts. docs/development.md has the table.
/// </summary>
public static class Tier
{
    /// <summary>Name of the trait; tests/Directory.Build.props filters by it.</summary>
    public const string Key = "Tier";

    /// <summary>Pages in headless Chromium.</summary>
    public const string Browser = "browser";

    /// <summary>Completion in real shells, and manual pages in real viewers.</summary>
    public const string Shells = "shells";

    /// <summary>MPICH beside Open MPI.</summary>
    public const string Mpich = "mpich";

    /// <summary>Shares of time, on a machine that is otherwise idle.</summary>
    public const string Idle = "idle";

    /// <summary>What <c>dotnet pack</c> makes.</summary>
    public const string Packages = "packages";

    /// <summary>
    /// More seeds of the scripts that are compared with <c>FileStream</c>; a million entries that are compared.
    /// </summary>
    public const string Long = "long";

    /// <summary>Twenty minutes of mixed work through the streams.</summary>
    public const string Soak = "soak";

    /// <summary>Power cuts at many points of all works.</summary>
    public const string PowerCuts = "power-cuts";

    /// <summary>Machines of qemu: a little of each of their parts.</summary>
    public const string Machines = "machines";

    /// <summary>Machines of qemu: all of it.</summary>
    public const string MachinesLong = "machines-long";
}
