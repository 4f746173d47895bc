using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Records;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>records generate</c> into a request, or says which of them cannot be.</summary>
internal sealed class GenerateRecordsReader
{
    private static readonly (string Word, RecordLayout Value)[] s_layouts =
        [("1.5", RecordLayout.Binary), ("1.1", RecordLayout.OldBinary)];

    private readonly GenerateRecordsSymbols _symbols;
    private readonly ParseResult _parsed;
    private readonly GivenWords _words;
    private readonly ExperimentParts _parts;

    internal GenerateRecordsReader(GenerateRecordsSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _parsed = words;
        _words = new GivenWords(words);
        _parts = parts;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line.</param>
    internal ExperimentRequest Read(IReadOnlyList<string> line)
    {
        (long count, FilePath? file) = CountAndFile();
        RecordSet records = Records(count);
        var common = new ExperimentReader(_symbols.Common, _words, _parts);
        ExperimentRequest request = common.Read(
            GenerateRecordsSymbols.Verb, line, FilePath.FromText("."), settings => new GenerateRecords(Task(records, file, settings)));
        return request with { StandardOutputIsTaken = file is null && Free(request.Outputs) };
    }

    private (long Count, FilePath? File) CountAndFile()
    {
        // A negative number is a wrong number, and no unknown option.
        string[] given = _parsed.GetValue(_symbols.CountAndFile) ?? [];
        string[] numbers = [.. given.Take(1).Where(word => word.Length > 1 && word[1..].All(char.IsAsciiDigit))];
        return _words.Names(_symbols.CountAndFile, [.. numbers, ResultOutputs.Standard]) switch
        {
            [var count, var file] => (
                Values.LongCount("COUNT", count, 0, RecordSet.MostRecords),
                file == ResultOutputs.Standard ? null : Values.Path("FILE", file)),
            [] or [_] => throw UsageError.Of("name how many records, and the file; for example: landspeed records generate 1000000 in.dat"),
            var names => throw UsageError.Of(
                $"one number and one file, and not {string.Join(", ", names.Select(Shown.Value))}; see landspeed records generate --help"),
        };
    }

    private RecordSet Records(long count)
    {
        bool ascii = _words.IsSet(_symbols.Ascii);
        if (ascii && _words.Has(_symbols.Layout))
        {
            throw UsageError.Of("--layout is one of binary records, and --ascii asks for printable ones; leave one of them out");
        }

        RecordLayout binary = _words.Choice(_symbols.Layout, s_layouts, RecordLayout.Binary);
        bool skewed = _words.IsSet(_symbols.Skewed);
        if (skewed && binary == RecordLayout.OldBinary)
        {
            throw UsageError.Of("--layout 1.1 has no --skewed keys; leave one of them out");
        }

        ulong start = _words.Read(_symbols.Start, (name, text) => Values.UnsignedCount(name, text, 0, ulong.MaxValue));
        if (count > 0 && start > ulong.MaxValue - (ulong)(count - 1))
        {
            throw UsageError.Of(FormattableString.Invariant(
                $"--start {start} leaves no numbers for {count} records: the last one's is at most {ulong.MaxValue}"));
        }

        return new RecordSet
        {
            Count = count,
            Layout = ascii ? RecordLayout.Ascii : binary,
            IsSkewed = skewed,
            Start = start,
        };
    }

    private RecordGeneration Task(RecordSet records, FilePath? file, ExperimentSettings settings)
    {
        var task = new RecordGeneration
        {
            Records = records,
            Target = file,
            Output = file is null ? StandardStreams.Output() : null,
            ComputesChecksum = _words.IsSet(_symbols.Checksum),
            Overwrite = _words.IsSet(_symbols.Overwrite),
            KeepsPart = settings.Keep,
            Resumes = settings.Resume,
        };
        (IoMode mode, Necessity necessity) = _words.Choice(_symbols.Mode, Choices.Modes, (task.Mode, task.Necessity));
        return task with
        {
            Mode = mode,
            Necessity = necessity,
            Threads = _words.Count(_symbols.Threads, RecordGeneration.MostThreads) ?? task.Threads,
        };
    }

    private static bool Free(ResultOutputs outputs) => outputs is { Format: null }
        && !new[] { outputs.Json, outputs.Csv, outputs.Html }.Contains(ResultOutputs.Standard)
            ? true
            : throw UsageError.Of("standard output gets the records; name a file for the result");
}
