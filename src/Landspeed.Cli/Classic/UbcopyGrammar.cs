using Landspeed.Cli.Arguments;
using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Hashing;

namespace Landspeed.Cli.Classic;

/// <summary>Gives the words of UBCopy (Brown, 2010) their meaning, without its mistakes.</summary>
internal static class UbcopyGrammar
{
    private const int Megabyte = 1 << 20;

    // What all requests in flight may hold together: the original had three buffers of up to 32 MB.
    private const int MostMegabytesInFlight = 64;
    private const int LargestBuffer = 32;

    /// <summary>Reads a command line.</summary>
    /// <param name="values">Values by the letter of their option.</param>
    /// <param name="line">All words, for the command that continues an interrupted copy.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A value cannot be, or two contradict each other.</exception>
    internal static CopyRequest Read(IReadOnlyDictionary<string, string> values, IReadOnlyList<string> line)
    {
        CopyOptions options = Options(values);
        int? threads = Number(values, "t", 64);
        int? small = Number(values, "z", 64);
        var places = CopyPlaces.Of(Place(values, "s", "source"), Place(values, "d", "destination"));
        if (places.Subject == CopySubject.Stream)
        {
            throw UsageError.Of("ubcopy copies files and directories; for standard input and output: landspeed copy");
        }

        return new CopyRequest
        {
            Task = new CopyTask
            {
                Subject = places.Subject,
                Source = places.Source,
                Target = places.Target,
                Options = places.Subject == CopySubject.Tree ? OfTree(options, threads, small) : options,
            },
            Outputs = new CopyOutputs { Checksums = options.Digests.Count > 0 },
            ShowProgress = Flag(values, "r", absent: false),
            ContinueCommand = $"landspeed {UbcopyCommand.Name} {ShellWord.Join(line)}",
        };
    }

    private static CopyOptions Options(IReadOnlyDictionary<string, string> values)
    {
        bool move = Flag(values, "m", absent: false);
        bool check = Flag(values, "c", absent: true);
        var defaults = new CopyOptions();
        int? megabytes = Number(values, "b", LargestBuffer);
        if (move && values.ContainsKey("c") && !check)
        {
            throw UsageError.Of("-m True removes the source, and -c False would not check its copy before; leave one of them out");
        }

        return new CopyOptions
        {
            RequestSize = megabytes * Megabyte ?? defaults.RequestSize,
            QueueDepth = megabytes is { } size ? Math.Clamp(MostMegabytesInFlight / size, 2, defaults.QueueDepth) : defaults.QueueDepth,
            Reflink = Flag(values, "f", absent: false) ? ReflinkRule.Never : ReflinkRule.Automatic,
            Overwrite = Flag(values, "y", absent: false) ? OverwriteRule.Older
                : Flag(values, "o", absent: false) ? OverwriteRule.Always
                : OverwriteRule.Never,
            Resume = Flag(values, "x", absent: true) ? ResumeRule.Continue : ResumeRule.StartAnew,
            Verify = check,
            Digests = values.ContainsKey("c") && check ? [DigestAlgorithm.Md5] : [],
            BytesPerSecond = values.TryGetValue("l", out string? limit) && limit != "0" ? Values.Size("-l", limit) : null,
            RemoveSource = move,
        };
    }

    private static TreeCopyOptions OfTree(CopyOptions options, int? threads, int? small)
    {
        var defaults = new TreeCopyOptions();
        return new TreeCopyOptions
        {
            RequestSize = options.RequestSize,
            QueueDepth = options.QueueDepth,
            Reflink = options.Reflink,
            Overwrite = options.Overwrite,
            Resume = options.Resume,
            Verify = options.Verify,
            Digests = options.Digests,
            BytesPerSecond = options.BytesPerSecond,
            RemoveSource = options.RemoveSource,
            SmallFileThreads = threads ?? defaults.SmallFileThreads,
            SmallFileLimit = small * Megabyte ?? defaults.SmallFileLimit,
        };
    }

    private static string Place(IReadOnlyDictionary<string, string> values, string letter, string what) =>
        values.TryGetValue(letter, out string? name)
            ? name
            : throw UsageError.Of($"no {what} named (-{letter}); for example: ubcopy -s A -d B -c True");

    private static bool Flag(IReadOnlyDictionary<string, string> values, string letter, bool absent) =>
        values.TryGetValue(letter, out string? text)
            ? Values.Choice($"-{letter}", text, [("True", true), ("False", false)])
            : absent;

    private static int? Number(IReadOnlyDictionary<string, string> values, string letter, int largest) =>
        values.TryGetValue(letter, out string? text) ? Values.Count($"-{letter}", text, 1, largest) : null;
}
