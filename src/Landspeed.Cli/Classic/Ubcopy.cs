using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ubcopy</c>: <c>copy</c> with the options of UBCopy (Brown, 2010), without its mistakes.</summary>
internal sealed class Ubcopy() : ClassicProgram("ubcopy", "copy, as UBCopy of 2010: ubcopy -s A -d B -c True -b 8")
{
    // What all requests in flight may hold together: the original had three buffers of up to 32 MB.
    private const int MostMegabytesInFlight = 64;
    private const int LargestBuffer = 32;
    private static readonly WordList<bool> s_truth = new(("True", true, null), ("False", false, null));

    /// <inheritdoc/>
    internal override string Details =>
        "Copies a file or a directory with direct I/O and many requests in flight. The copy is durable and checked before it gets " +
        "its name.";

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options, as -o True, -oTrue, -o:True or -o=True",
            Text("-s", new ValueForm("SOURCE", ValueKind.Path), "The file or directory to copy", alias: "--sourcefile"),
            Text(
                "-d", new ValueForm("DESTINATION", ValueKind.Path),
                "The name of the copy; DIR/ copies into DIR, under the source's name", alias: "--destinationfile"),
            Truth(
                "-o", "Replace a file of that name, in one step, once the copy is complete", "False: it stays, and the copy is refused",
                "--overwritedestination"),
            Truth("-m", "Remove the source once its copy is durable and has been read back and compared", "False", "--movefile"),
            Truth(
                "-f", "Always write a second physical copy, even if the file system could share blocks; checking implies it", "False", "--forcecopy"),
            Truth(
                "-c", "Read the copy back from the medium, compare, and print the MD5; False does neither", "compare, no MD5",
                "--checksum"),
            Text("-b", new ValueForm("MB"), "Megabytes per request, 1 to 32; at most 64 MiB are in flight", "1, 8 in flight", alias: "--buffersize"),
            Text("-t", new ValueForm("N"), "Threads for small files, 1 to 64", "4", alias: "--threads"),
            Text("-z", new ValueForm("MB"), "Maximum megabytes of a small file, 1 to 64", "1", alias: "--filesize"),
            Text("-l", new ValueForm("BYTES"), "Maximum bytes per second; 0: no limit", "0", alias: "--LimitBandwidth"),
            Truth("-r", "Show progress after two seconds", "False", "--reportprogress"),
            Truth("-x", "Resume an interrupted copy where it stopped; False starts again", "True", "--restartonfailure"),
            Truth("-y", "Copy what is missing or newer; leave the rest alone", "False", "--syncfolders")),
    ];

    /// <inheritdoc/>
    internal override string Modern => "copy";

    /// <inheritdoc/>
    internal override IReadOnlyDictionary<string, string> Letters { get; } = new Dictionary<string, string>
    {
        ["--update"] = "-y True",
        ["--remove-source"] = "-m True",
        ["--verify"] = "-c True",
        ["--resume"] = "-x True",
        ["--small-file"] = "-z",
        ["--limit"] = "-l",
    };

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => UsualFiles.Copy;

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["copy"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("ubcopy -s big.dat -d /mnt/backup/big.dat -o True"),
        new("ubcopy -s photos -d /mnt/backup/photos -c True -b 8 -t 4 -z 1 -r True"),
        new("ubcopy -s big.dat -d /mnt/archive/ -m True"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (0, "done (the original's was 1)"),
        (1, "failed, or some files failed (the original's was 0)"),
        (4, "the copy differs"),
        (5, "the source changed during the copy"));

    /// <inheritdoc/>
    private protected override string Required => "-s SOURCE -d DESTINATION";

    /// <summary>Reads a command line.</summary>
    /// <param name="values">Values by the letter of their option.</param>
    /// <param name="line">All words, for the command that continues an interrupted copy.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A value is invalid, or two contradict each other.</exception>
    internal static CopyRequest Read(IReadOnlyDictionary<string, string> values, IReadOnlyList<string> line)
    {
        int? threads = Number(values, "t", 64);
        int? small = Number(values, "z", 64);
        CopyOptions options = OfFile(values, new CopyOptions());
        var places = CopyPlaces.Of(Place(values, "s", "source"), Place(values, "d", "destination"), makesParents: true);
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
            Outputs = new CopyOutputs { Checksums = options.Digests.Count > 0, NamesTarget = true },
            ShowProgress = Flag(values, "r", absent: false),
            ContinueCommand = $"landspeed ubcopy {ShellWord.Join(line)}",
        };
    }

    private static CopyOptions OfFile(IReadOnlyDictionary<string, string> values, CopyOptions defaults)
    {
        bool move = Flag(values, "m", absent: false);
        bool check = Flag(values, "c", absent: true);
        int? megabytes = Number(values, "b", LargestBuffer);
        if (move && values.ContainsKey("c") && !check)
        {
            throw UsageError.Of("-m True removes the source, but -c False would not check its copy first; leave one of them out");
        }

        return defaults with
        {
            RequestSize = megabytes is { } request ? request << 20 : defaults.RequestSize,
            QueueDepth = megabytes is { } size ? Math.Clamp(MostMegabytesInFlight / size, 2, defaults.QueueDepth) : defaults.QueueDepth,
            Reflink = Flag(values, "f", absent: false) ? ReflinkRule.Never : ReflinkRule.Automatic,
            Overwrite = Flag(values, "y", absent: false) ? OverwriteRule.Older
                : Flag(values, "o", absent: false) ? OverwriteRule.Always
                : OverwriteRule.Never,
            ReplacePermission = "-o True",
            Resume = Flag(values, "x", absent: true) ? ResumeRule.Continue : ResumeRule.StartAnew,
            Verify = check,
            Digests = values.ContainsKey("c") && check ? [DigestAlgorithm.Md5] : [],
            BytesPerSecond = values.TryGetValue("l", out string? limit) && limit != "0"
                ? Values.Size("-l", limit) : null,
            RemoveSource = move,
        };
    }

    private static TreeCopyOptions OfTree(IReadOnlyDictionary<string, string> values, int? threads, int? small)
    {
        var defaults = new TreeCopyOptions();
        return (TreeCopyOptions)OfFile(values, defaults) with
        {
            SmallFileThreads = threads ?? defaults.SmallFileThreads,
            SmallFileLimit = small is { } length ? (long)length << 20 : defaults.SmallFileLimit,
        };
    }

    private static string Place(IReadOnlyDictionary<string, string> values, string letter, string what) =>
        values.TryGetValue(letter, out string? name)
            ? ClassicPath.Checked($"-{letter}", name)
            : throw UsageError.Of($"no {what} named (-{letter}); for example: ubcopy -s A -d B -c True");

    private static bool Flag(IReadOnlyDictionary<string, string> values, string letter, bool absent) =>
        values.TryGetValue(letter, out string? text)
            ? s_truth.Read($"-{letter}", text)
            : absent;

    private static int? Number(IReadOnlyDictionary<string, string> values, string letter, int largest) =>
        values.TryGetValue(letter, out string? text) ? Values.Count($"-{letter}", text, 1, largest) : null;

    private static VerbOption<bool> Truth(string name, string meaning, string absent, string alias) =>
        Word(name, "TRUTH", meaning, s_truth, absent, alias: alias);

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no source and no destination named; for example: ubcopy -s A -d B -c True (see ubcopy --help)");
        }

        IReadOnlyDictionary<string, string> values = UbcopyWords.Scan(words);
        terminal.OutputHasColor &= !values.ContainsKey("no-color");
        string? question = values.ContainsKey("help") ? "--help" : values.ContainsKey("version") ? "--version" : null;
        return Answers(question, terminal)
            ? ExitStatus.Done
            : new CopyCall(terminal, composition).Execute(Read(values, words));
    }
}
