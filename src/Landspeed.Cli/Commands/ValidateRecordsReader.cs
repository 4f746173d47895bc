using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Records;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>records validate</c> into a request, or says which of them cannot be.</summary>
internal sealed class ValidateRecordsReader
{
    private readonly ValidateRecordsSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentParts _parts;

    internal ValidateRecordsReader(ValidateRecordsSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _parts = parts;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line.</param>
    internal ValidateRecordsRequest Read(IReadOnlyList<string> line)
    {
        var experiment = new ValidateRecords(Task());
        var common = new ExperimentReader(_symbols.Common, _words, _parts);
        ExperimentRequest request = common.Read(
            ValidateRecordsSymbols.Verb, line, FilePath.FromText("."), _ => experiment);
        return new ValidateRecordsRequest(request, experiment);
    }

    private RecordCheck Task()
    {
        FilePath? file = _words.Names(_symbols.File, ResultOutputs.Standard) switch
        {
            [ResultOutputs.Standard] => null,
            [var name] => Values.Path("FILE", name),
            [] => throw UsageError.Of("no file named; for example: landspeed records validate out.dat"),
            var names => throw UsageError.Of(
                $"more than one file named: {string.Join(", ", names.Select(Shown.Value))}; validate takes one at a time"),
        };
        (IoMode Mode, Necessity Necessity)? mode = _words.Read(
            _symbols.Mode, (name, text) => ((IoMode, Necessity)?)Values.Choice(name, text, Choices.Modes));
        var task = new RecordCheck();
        return task with
        {
            Source = file,
            Input = file is null ? StandardStreams.Input() : null,
            Mode = mode?.Mode,
            Necessity = mode?.Necessity ?? task.Necessity,
            Threads = _words.Count(_symbols.Threads, RecordCheck.MostThreads) ?? task.Threads,
            IgnoresCase = _words.IsSet(_symbols.IgnoreCase),
        };
    }
}
