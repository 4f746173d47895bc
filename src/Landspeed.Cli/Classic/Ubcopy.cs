using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Hashing;
using Landspeed.Quantities;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ubcopy</c>: <c>copy</c> with the options of UBCopy (Brown, 2010), without its mistakes.</summary>
internal static class Ubcopy
{
    // What all requests in flight may hold together: the original had three buffers of up to 32 MB.
    private const int MostMegabytesInFlight = 64;
    private const int LargestBuffer = 32;
    private static readonly WordList<bool> s_truth = new(("True", true, null), ("False", false, null));

    private const string Usage = """
        Description:
          Copies a file or a directory with the options of UBCopy (2010): past the page cache, many
          requests in flight. The copy is durable and checked before it gets its name.

        Usage:
          ubcopy -s SOURCE -d DESTINATION [options]     (or: landspeed ubcopy ...)

        Options; values separate (-o True) or attached (-o:True, -o=True, --movefile=True):
          -s, --sourcefile            The file or directory to copy.
          -d, --destinationfile       The copy's own name; DIR/ puts it into DIR under the source's name.
          -o, --overwritedestination  True: replace a file of that name, in one step, once the copy is
                                      complete (default: False, it stays and the copy is refused).
          -m, --movefile              True: remove the source once its copy is durable and was read
                                      again and compared (default: False).
          -f, --forcecopy             True: make the bytes lie twice, also where the file system could
                                      share them (default: False; checking implies True).
          -c, --checksum              True: read the copy again from the medium, compare, and print the
                                      MD5; False: neither (default: compare, no MD5).
          -b, --buffersize            Megabytes of one request, 1 to 32; at most 64 MiB are in flight
                                      (default: 1, 8 in flight).
          -t, --threads               Threads for small files, 1 to 64 (default: 4).
          -z, --filesize              Megabytes up to which a file is small, 1 to 64 (default: 1).
          -l, --LimitBandwidth        Bytes a second at most; 0: no limit (default).
          -r, --reportprogress        True: show progress after two seconds (default: False).
          -x, --restartonfailure      True: carry on where an interrupted copy stopped (default);
                                      False: start anew.
          -y, --syncfolders           True: copy what is missing or newer, leave the rest alone
                                      (default: False).

          --no-color   No colours.  --version  Show the version.  --help, -h, -?  Show this help.

        Exit codes:
          0 done; 1 failed, or some files did; 2 usage; 3 refused for safety, nothing touched; 4 the copy
          differs; 5 the source changed meanwhile; 6 out of space or quota; 129, 130 and 143 stopped by
          a signal. (The original's were 1 for done and 0 for failed.)

        Examples:
          ubcopy -s big.dat -d /mnt/backup/big.dat -o True
          ubcopy -s photos -d /mnt/backup/photos -c True -b 8 -t 4 -z 1 -r True
          ubcopy -s big.dat -d /mnt/archive/ -m True

        """;

    /// <summary>The program.</summary>
    internal static ClassicProgram Program { get; } = new(
        "ubcopy", "copy, as UBCopy of 2010: ubcopy -s A -d B -c True -b 8", Usage, Run);

    /// <summary>Reads a command line.</summary>
    /// <param name="values">Values by the letter of their option.</param>
    /// <param name="line">All words, for the command that continues an interrupted copy.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A value cannot be, or two contradict each other.</exception>
    internal static CopyRequest Read(IReadOnlyDictionary<string, string> values, IReadOnlyList<string> line)
    {
        int? threads = Number(values, "t", 64);
        int? small = Number(values, "z", 64);
        CopyOptions options = Options(values, new CopyOptions());
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
                Options = places.Subject == CopySubject.Tree ? OfTree(values, threads, small) : options,
            },
            Outputs = new CopyOutputs { Checksums = options.Digests.Count > 0 },
            ShowProgress = Flag(values, "r", absent: false),
            ContinueCommand = $"landspeed {Program.Name} {ShellWord.Join(line)}",
        };
    }

    private static CopyOptions Options(IReadOnlyDictionary<string, string> values, CopyOptions defaults)
    {
        bool move = Flag(values, "m", absent: false);
        bool check = Flag(values, "c", absent: true);
        int? megabytes = Number(values, "b", LargestBuffer);
        if (move && values.ContainsKey("c") && !check)
        {
            throw UsageError.Of("-m True removes the source, and -c False would not check its copy before; leave one of them out");
        }

        return defaults with
        {
            RequestSize = megabytes is { } request ? ByteCount.MiB(request) : defaults.RequestSize,
            QueueDepth = megabytes is { } size ? Math.Clamp(MostMegabytesInFlight / size, 2, defaults.QueueDepth) : defaults.QueueDepth,
            Reflink = Flag(values, "f", absent: false) ? ReflinkRule.Never : ReflinkRule.Automatic,
            Overwrite = Flag(values, "y", absent: false) ? OverwriteRule.Older
                : Flag(values, "o", absent: false) ? OverwriteRule.Always
                : OverwriteRule.Never,
            Resume = Flag(values, "x", absent: true) ? ResumeRule.Continue : ResumeRule.StartAnew,
            Verify = check,
            Digests = values.ContainsKey("c") && check ? [DigestAlgorithm.Md5] : [],
            BytesPerSecond = values.TryGetValue("l", out string? limit) && limit != "0"
                ? new ByteCount(Values.Size("-l", limit)) : null,
            RemoveSource = move,
        };
    }

    private static TreeCopyOptions OfTree(IReadOnlyDictionary<string, string> values, int? threads, int? small)
    {
        var defaults = new TreeCopyOptions();
        return (TreeCopyOptions)Options(values, defaults) with
        {
            SmallFileThreads = threads ?? defaults.SmallFileThreads,
            SmallFileLimit = small is { } length ? ByteCount.MiB(length) : defaults.SmallFileLimit,
        };
    }

    private static string Place(IReadOnlyDictionary<string, string> values, string letter, string what) =>
        values.TryGetValue(letter, out string? name)
            ? name
            : throw UsageError.Of($"no {what} named (-{letter}); for example: ubcopy -s A -d B -c True");

    private static bool Flag(IReadOnlyDictionary<string, string> values, string letter, bool absent) =>
        values.TryGetValue(letter, out string? text)
            ? s_truth.Read($"-{letter}", text)
            : absent;

    private static int? Number(IReadOnlyDictionary<string, string> values, string letter, int largest) =>
        values.TryGetValue(letter, out string? text) ? Values.Count($"-{letter}", text, 1, largest) : null;

    private static int Run(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no source and no destination named; for example: ubcopy -s A -d B -c True (see ubcopy --help)");
        }

        IReadOnlyDictionary<string, string> values = UbcopyWords.Scan(words);
        terminal.OutputHasColor &= !values.ContainsKey("no-color");
        string? question = values.ContainsKey("help") ? "--help" : values.ContainsKey("version") ? "--version" : null;
        return Program.Answers(question, terminal)
            ? (int)Outcome.Done
            : new CopyCommandRun(terminal, composition).Execute(Read(values, words));
    }
}
