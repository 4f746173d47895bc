using Xunit;

namespace Landspeed.Testing;

/// <summary>What a test needs from the machine. Where it is missing the test is skipped by that name; in CI it fails.</summary>
public static class Capability
{
    public static bool IsRoot => Environment.IsPrivilegedProcess;

    /// <summary>Root, for mounting volumes, dropping caches and the like.</summary>
    public static void RequireRoot() => Require("root", IsRoot);

    /// <summary>A program such as fio, gcc or mkfs.xfs.</summary>
    public static void RequireProgram(string name) =>
        Require($"the program {name}{PackageOf(name)}", Command.Exists(name));

    /// <summary>Any other need, by name.</summary>
    public static void Require(string name, bool present)
    {
        if (present)
        {
            return;
        }

        if (Environment.GetEnvironmentVariable("CI") is "true" or "1")
        {
            Assert.Fail($"this machine lacks {name}, and in CI nothing may be skipped: install it in .ci/run");
        }

        Assert.Skip($"this machine lacks {name}");
    }

    // Each line a program or file, its package, and a tier.
    private static string PackageOf(string program)
    {
        using Stream lines = typeof(Capability).Assembly.GetManifestResourceStream("programs.tsv")!;
        using var reader = new StreamReader(lines);
        string? package = reader.ReadToEnd().Split('\n').Select(line => line.Split('\t'))
            .FirstOrDefault(fields => fields[0] == program)?[1];
        return package is null ? string.Empty : $" (apt install {package})";
    }
}
