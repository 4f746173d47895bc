using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>copy</c> into a request, or says which of them cannot be.</summary>
internal sealed class CopyReader
{
    private const int LargestRequest = 1 << 30;
    private const int RequestStep = 4096;
    private const int LargestSmallFile = 64 << 20;
    private readonly CopySymbols _symbols;
    private readonly GivenWords _words;

    internal CopyReader(CopySymbols symbols, ParseResult words)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
    }

    /// <summary>Reads what is to be cleaned; null: a copy was asked for.</summary>
    internal CleanRequest? ReadClean()
    {
        if (_words.Text(_symbols.Clean) is not { } directory)
        {
            return null;
        }

        return _words.Names(_symbols.Places, "-") is { Length: > 0 } names
            ? throw UsageError.Of(
                $"--clean {Shown.Value(directory)} copies nothing, and {Shown.Value(names[0])} is named as well; leave one of them out")
            : new CleanRequest(Values.Path("--clean", directory), _words.IsSet(_symbols.DryRun), !_words.IsSet(_symbols.Quiet));
    }

    /// <summary>Reads the copy.</summary>
    /// <param name="line">All words of the command line, for the command that continues an interrupted copy.</param>
    internal CopyRequest Read(IReadOnlyList<string> line)
    {
        (string source, string target) = Names();
        IReadOnlyList<DigestAlgorithm> checksums = _words.Read(
            _symbols.Checksum, (name, text) => ValueLists.Choices(name, text, CopyChoices.Digests)) ?? [];
        string? manifest = _words.Text(_symbols.Manifest);
        if (manifest is not null && checksums.Count > 1)
        {
            throw UsageError.Of($"--manifest takes lines of one kind; name one algorithm with --checksum, not {checksums.Count}");
        }

        IReadOnlyList<DigestAlgorithm> digests = checksums.Count == 0 && manifest is not null ? [DigestAlgorithm.Sha256] : checksums;
        CopyOptions options = Options(digests);
        CheckDelete(line);
        var outputs = new CopyOutputs
        {
            Json = _words.Text(_symbols.Json),
            Events = _words.Text(_symbols.Events),
            Manifest = manifest,
            Checksums = checksums.Count > 0 && manifest is null,
            Content = target == ResultOutputs.Standard,
        };
        var places = CopyPlaces.Of(source, target);
        outputs.Check(places.Source, places.Target);
        return new CopyRequest
        {
            Task = new CopyTask
            {
                Subject = places.Subject,
                Source = places.Source,
                Target = places.Target,
                Options = places.Subject == CopySubject.Tree ? TreeOptions(options) : FileOptions(options, places.Subject),
            },
            Outputs = outputs,
            ManifestAlgorithm = digests.Count > 0 ? digests[0] : DigestAlgorithm.Sha256,
            ShowProgress = !_words.IsSet(_symbols.Quiet),
            ShowSummary = !_words.IsSet(_symbols.Quiet),
            PlanOnly = _words.IsSet(_symbols.DryRun),
            Explain = _words.IsSet(_symbols.Explain),
            ContinueCommand = $"landspeed {ShellWord.Join(line.Where(word => word != _symbols.NoResume.Name))}",
        };
    }

    private (string Source, string Target) Names()
    {
        const string Example = "for example: landspeed copy big.dat /mnt/backup/";
        string[] names = _words.Names(_symbols.Places, ResultOutputs.Standard);
        return names switch
        {
            [var source, var target] => (source, target),
            [] => throw UsageError.Of($"no source and no target named; {Example}"),
            [var source] => throw UsageError.Of($"no target named for {Shown.Value(source)}; {Example}"),
            _ => throw UsageError.Of(
                $"more than a source and a target named: {string.Join(", ", names.Select(Shown.Value))}; one copy at a time " +
                "(of a directory, choose with --include and --exclude)"),
        };
    }

    private CopyOptions Options(IReadOnlyList<DigestAlgorithm> digests)
    {
        var defaults = new CopyOptions();
        var options = new CopyOptions
        {
            RequestSize = _words.Read(_symbols.RequestSize, RequestSize) ?? defaults.RequestSize,
            QueueDepth = _words.Count(_symbols.QueueDepth, 256) ?? defaults.QueueDepth,
            Way = _words.Choice(_symbols.Way, CopyChoices.Ways, CopyWay.Automatic),
            Reflink = _words.Choice(_symbols.Reflink, CopyChoices.Reflinks, ReflinkRule.Automatic),
            Holes = _words.Choice(_symbols.Holes, CopyChoices.Holes, HoleRule.Keep),
            Overwrite = Overwrite(),
            Resume = Resume(),
            Verify = _words.IsSet(_symbols.Verify),
            Digests = digests,
            BytesPerSecond = _words.Size(_symbols.Limit),
            RemoveSource = _words.IsSet(_symbols.RemoveSource),
            Engine = _words.Choice(_symbols.Engine, CopyChoices.Engines, null),
        };
        return options is { Verify: true, Reflink: ReflinkRule.Always }
            ? throw UsageError.Of(
                "--reflink always shares the source's blocks, and --verify asks whether they lie twice; leave one of them out")
            : options;
    }

    private TreeCopyOptions TreeOptions(CopyOptions options)
    {
        var defaults = new TreeCopyOptions();
        return new TreeCopyOptions
        {
            RequestSize = options.RequestSize,
            QueueDepth = options.QueueDepth,
            Way = options.Way,
            Reflink = options.Reflink,
            Holes = options.Holes,
            Overwrite = options.Overwrite,
            Resume = options.Resume,
            Verify = options.Verify,
            Digests = options.Digests,
            BytesPerSecond = options.BytesPerSecond,
            RemoveSource = options.RemoveSource,
            Engine = options.Engine,
            Chooses = CopyFilter.Of(_words.Texts(_symbols.Include), _words.Texts(_symbols.Exclude)),
            CrossMounts = _words.IsSet(_symbols.CrossMounts),
            Special = _words.IsSet(_symbols.Special),
            Delete = _words.IsSet(_symbols.Delete),
            DryRun = _words.IsSet(_symbols.DryRun),
            SmallFileThreads = _words.Count(_symbols.Threads, 64) ?? defaults.SmallFileThreads,
            SmallFileLimit = _words.Read(
                _symbols.SmallFile, (name, text) => (int?)Values.Size(name, text, 0, LargestSmallFile)) ?? defaults.SmallFileLimit,
        };
    }

    private CopyOptions FileOptions(CopyOptions options, CopySubject subject)
    {
        (string Name, bool Given)[] ofTrees =
        [
            (_symbols.Delete.Name, _words.IsSet(_symbols.Delete)),
            (_symbols.Include.Name, _words.Texts(_symbols.Include).Length > 0),
            (_symbols.Exclude.Name, _words.Texts(_symbols.Exclude).Length > 0),
            (_symbols.CrossMounts.Name, _words.IsSet(_symbols.CrossMounts)),
            (_symbols.Special.Name, _words.IsSet(_symbols.Special)),
            (_symbols.Threads.Name, _words.Has(_symbols.Threads)),
            (_symbols.SmallFile.Name, _words.Has(_symbols.SmallFile)),
        ];
        string source = subject == CopySubject.Stream ? "a stream" : "a single file";
        return ofTrees.FirstOrDefault(option => option.Given) is { Name: { } option }
            ? throw UsageError.Of($"{option} is for directories, and the source is {source}; leave it out")
            : options;
    }

    private OverwriteRule Overwrite()
    {
        bool update = _words.IsSet(_symbols.Update);
        OverwriteRule? given = _words.Text(_symbols.Overwrite) is { } text
            ? Values.Choice(_symbols.Overwrite.Name, text, CopyChoices.Overwrites)
            : null;
        return update && given is not null and not OverwriteRule.Older
            ? throw UsageError.Of($"--update is short for --overwrite older, and --overwrite asks for {_words.Text(_symbols.Overwrite)}; name one")
            : given ?? (update ? OverwriteRule.Older : OverwriteRule.Never);
    }

    private ResumeRule Resume()
    {
        (Option<bool> Option, ResumeRule Rule)[] given =
        [
            .. new[]
            {
                (_symbols.Resume, ResumeRule.Continue),
                (_symbols.NoResume, ResumeRule.StartAnew),
                (_symbols.Paranoid, ResumeRule.Paranoid),
            }
            .Where(pair => _words.IsSet(pair.Item1)),
        ];
        ResumeRule[] rules = [.. given.Select(pair => pair.Rule).Distinct()];
        return rules switch
        {
            [] => ResumeRule.Continue,
            [var rule] => rule,
            [ResumeRule.Continue, ResumeRule.Paranoid] => ResumeRule.Paranoid,
            _ => throw UsageError.Of(
                $"{string.Join(" and ", given.Select(pair => pair.Option.Name))} contradict each other; name one"),
        };
    }

    // What is removed is gone: nobody is to learn that from a typing error in TARGET.
    private void CheckDelete(IReadOnlyList<string> line)
    {
        if (_words.IsSet(_symbols.Delete) && !_words.IsSet(_symbols.Yes) && !_words.IsSet(_symbols.DryRun))
        {
            throw UsageError.Of(
                "--delete removes what the source lacks, and needs --yes; what that would be says: landspeed " +
                ShellWord.Join([.. line, _symbols.DryRun.Name]));
        }

        if (_words.IsSet(_symbols.Yes) && !_words.IsSet(_symbols.Delete))
        {
            throw UsageError.Of("--yes goes with --delete; there is nothing else to say yes to");
        }
    }

    private static int? RequestSize(string name, string text)
    {
        long size = Values.Size(name, text, RequestStep, LargestRequest);
        return size % RequestStep == 0
            ? (int)size
            : throw UsageError.Of(
                $"{name} {Shown.Value(text)} is no multiple of 4KiB; allowed: 4KiB to 1GiB in steps of 4KiB, for example 1MiB");
    }
}
