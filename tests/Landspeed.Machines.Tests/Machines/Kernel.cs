namespace Landspeed.Machines.Tests.Machines;

/// <summary>A kernel of Debian 12, by the package that depends on the newest of its kind.</summary>
/// <param name="Package">The package.</param>
/// <param name="Version">How its release begins.</param>
public sealed record Kernel(string Package, string Version)
{
    /// <summary>That of Debian 12: no cachestat, no uncached I/O.</summary>
    public static Kernel Debian12 { get; } = new("linux-image-amd64", "6.1.");

    /// <summary>That of Debian 13, which Debian 12 offers, too: cachestat, no uncached I/O.</summary>
    public static Kernel Debian13 { get; } = new("linux-image-6.12-amd64", "6.12.");

    /// <summary>All that root images hold.</summary>
    public static IReadOnlyList<Kernel> All { get; } = [Debian12, Debian13];
}
