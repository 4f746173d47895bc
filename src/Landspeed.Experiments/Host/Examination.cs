using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Host;

/// <summary>Determines what this machine and one of its directories can do for file I/O.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class Examination
{
    private readonly Func<UringProbe> _probeUring;
    private readonly TimeProvider _clock;

    /// <summary>Initialises the examination without touching anything.</summary>
    /// <param name="probeUring">Tries io_uring and leaves nothing behind.</param>
    /// <param name="clock">Times flushes.</param>
    public Examination(Func<UringProbe> probeUring, TimeProvider clock)
    {
        (_probeUring, _clock) = (probeUring, clock);
    }

    /// <summary>Examines the machine and a directory.</summary>
    /// <param name="directory">
    /// An existing directory. Two files of at most 64 KiB without a name are used in it, and are gone afterwards.
    /// </param>
    /// <param name="toolVersion">Version of the program, for the record.</param>
    /// <returns>What was found.</returns>
    /// <exception cref="ExperimentException">The name is not a directory, or cannot be examined.</exception>
    public ExaminationRecord Run(FilePath directory, string toolVersion)
    {
        ArgumentNullException.ThrowIfNull(directory);
        Check(directory);
        PlaceRecord place = EnvironmentProbe.Place(PlaceRoles.Directory, directory);
        return new ExaminationRecord
        {
            ToolVersion = toolVersion,
            Host = HostProbe.Capture(),
            Environment = place,
            Facts =
            [
                .. UringFacts.Find(_probeUring),
                .. DirectoryFacts.Find(directory),
                .. CounterFacts.Find(directory),
                .. FlushFacts.Find(directory, place, _clock),
                .. WatcherFacts.Find(),
                .. ProcessorFacts.Find(),
                .. LimitFacts.Find(),
            ],
        };
    }

    private static void Check(FilePath directory)
    {
        NativeResult result = NativePlatform.Files.StatusOf(directory, out FileStatus status);
        if (result.Failed)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"cannot examine {directory.Display}: {result.Error}; " +
                "name an existing directory");
        }

        if (status.Kind != FileKind.Directory)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"{directory.Display} is not a directory; name the one that holds the file, for example " +
                $"{directory.Parent.Display}");
        }
    }
}
