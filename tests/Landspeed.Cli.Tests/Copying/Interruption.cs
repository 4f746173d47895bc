using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Copies of a file that were interrupted.</summary>
internal static class Interruption
{
    /// <summary>Interrupts one when its part is there, which stays.</summary>
    internal static void Leave(string source, string target, string part)
    {
        string copy = $"'{CommandFile.Path}' copy '{source}' '{target}' --replace always --limit 256KiB --quiet";
        string isUnderWay = $"kill -0 $copy && [ ! -e '{part}' ]";
        Command.Shell(
            $"{copy} & copy=$!; while {isUnderWay}; do sleep 0.02; done; sleep 0.3; "
                + "kill -TERM $copy; wait $copy || true");
        Assert.True(File.Exists(part), "nothing is left that could be continued");
    }
}
