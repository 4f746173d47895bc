using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Filling;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The options of filling a volume, which <c>fragment</c> and <c>fragdisk</c> share.</summary>
internal static class FillGroups
{
    /// <summary>The share of the volume to be in use.</summary>
    internal const string Fill = "--fill";

    private const int MostFiles = 1_000_000;

    /// <summary>How full, and by which files.</summary>
    internal static OptionGroup<FillOptions> Filling => new("How the volume is fragmented")
    {
        { Share(Fill, "Fill the volume to this percentage; name a directory instead of a file"), (options, share) => options with { FillPct = share } },
        { Share("--delete-to", "Percentage of the volume in use after the deletion", "5, or 5 more than other files use"), (options, share) => options with { KeepPct = share } },
        {
            Size("--hole-size", "Instead of deleting files, fill the volume with one file, and free every second piece of this size: a multiple of the file system's block size"),
            (options, hole) => options with { HoleLength = hole }
        },
        { Count("--cycles", "Number of cycles; 0: until --time-limit", 0, 100_000, "3"), (options, cycles) => options with { Cycles = cycles } },
        { Time("--time-limit", "Stop creating files after this time", "10m", "1s"), (options, time) => options with { Time = time } },
        { Size("--smallest", "Bytes of the smallest file", absent: "1MiB, less on small volumes"), (options, size) => options with { Smallest = size } },
        { Size("--largest", "Bytes of the largest file", absent: "256MiB, at most a 64th of the volume"), (options, size) => options with { Largest = size } },
        { Count("--most-files", "Maximum number of files in all", 1, MostFiles, "100000"), (options, files) => options with { MostFiles = files } },
        { Count("--files-per-cycle", "Maximum number of files per cycle", 1, MostFiles, "1000"), (options, files) => options with { FilesPerCycle = files } },
        { Count("--files-per-directory", "Files per directory", 1, MostFiles, "100"), (options, files) => options with { FilesPerDirectory = files } },
        { Count("--directories-per-directory", "Directories per directory", 2, 10_000, "10"), (options, count) => options with { DirectoriesPerDirectory = count } },
        { Flag("--undo", "Remove everything at the end (default: what is left stays until --clean)"), options => options with { Undo = true } },
    };

    /// <summary>What may be filled.</summary>
    internal static OptionGroup<FillOptions> Permission => new("Which volume may be filled")
    {
        { Flag("--not-empty", "Allow a directory that holds other files; they are not touched"), options => options with { MayHoldOthers = true } },
        {
            Flag("--force", "Allow the volume of the root directory, your home, temporary files, the current directory or landspeed; only with --volume"),
            options => options with { Force = true }
        },
        { Path("--volume", ValueForm.Directory, "Repeat the mount point of that volume to confirm"), (options, mount) => options with { Volume = mount } },
    };

    private static VerbOption<int> Share(string name, string meaning, string? absent = null) =>
        Of(name, "PCT", meaning, (option, text) => Values.Count(option, text, 1, 99), "1 to 99", absent);
}
