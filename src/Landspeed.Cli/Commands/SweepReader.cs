using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Engine;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Sweeping;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>sweep</c> into a request, or says which of them cannot be.</summary>
internal sealed class SweepReader
{
    private readonly SweepSymbols _symbols;
    private readonly GivenWords _words;
    private readonly Func<ulong> _newSeed;

    internal SweepReader(SweepSymbols symbols, ParseResult words, Func<ulong> newSeed)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _newSeed = newSeed;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line, for the command that continues an interrupted sweep.</param>
    internal SweepRequest Read(IReadOnlyList<string> line)
    {
        ulong? seed = _words.Read(_symbols.Seed, (name, text) => (ulong?)Values.Seed(name, text));
        ResultOutputs outputs = Outputs();
        SweepOptions options = Grid(seed, outputs);
        CheckFileStream(options);
        if (_words.IsSet(_symbols.DryRun) && _words.IsSet(_symbols.ShowFio))
        {
            throw UsageError.Of("--dry-run and --show-fio both want standard output; name one of them");
        }

        return new SweepRequest
        {
            Options = options,
            GivenSeed = seed,
            Outputs = outputs,
            Charts = _words.Text(_symbols.Svg),
            ShowProgress = !_words.IsSet(_symbols.Quiet),
            ShowPlan = _words.IsSet(_symbols.DryRun),
            ShowFio = _words.IsSet(_symbols.ShowFio),
            ContinueCommand = Arguments.ContinueCommand.Of(line, SweepSymbols.Verb, _words.IsSet(_symbols.Resume)),
        };
    }

    private ResultOutputs Outputs() => new()
    {
        Json = _words.Text(_symbols.Json),
        Csv = _words.Text(_symbols.Csv),
        Html = _words.Text(_symbols.Html),
        Format = _words.Choice(_symbols.Format, Choices.Formats, null),
    };

    private SweepOptions Grid(ulong? seed, ResultOutputs outputs)
    {
        FilePath place = Place();
        bool resume = _words.IsSet(_symbols.Resume);
        return new SweepOptions
        {
            Place = place,
            Grid = _words.IsSet(_symbols.Full) ? SweepGrid.Full : SweepGrid.Quick,
            RequestSizes = _words.Read(
                _symbols.RequestSize, (name, text) => ValueLists.Sizes(name, text, 1, EngineLimits.MaximumTransfer)),
            QueueDepths = _words.Read(
                _symbols.QueueDepth, (name, text) => ValueLists.Counts(name, text, 1, EngineLimits.MaximumQueueDepth)),
            Modes = List(_symbols.Mode, Choices.PlainModes),
            Operations = List(_symbols.Operation, Choices.Operations),
            Apis = List(_symbols.Api, Choices.Apis),
            Repetitions = _words.Count(_symbols.Repeat, 100),
            Time = _words.Read(_symbols.Time, (name, text) => (TimeSpan?)Values.Time(
                name, text, (TimeSpan.FromMilliseconds(10), "10ms"), (TimeSpan.FromHours(1), "1h"))),
            Bytes = _words.Size(_symbols.Bytes),
            Size = _words.Size(_symbols.Size),
            Seed = seed ?? (resume ? 0 : _newSeed()), // a sweep that is carried on keeps its own
            Overwrite = _words.IsSet(_symbols.Overwrite),
            Keep = _words.IsSet(_symbols.Keep),
            Journal = JournalPlace.Find(SweepSymbols.Verb, _words.Text(_symbols.Journal), outputs, place),
            Resume = resume,
            KeepJournal = _words.Has(_symbols.Journal),
        };
    }

    private FilePath Place() => _words.Names(_symbols.Place) switch
    {
        [] => FilePath.FromText("."),
        [var name] => Values.Path("PLACE", name),
        var names => throw UsageError.Of(
            $"more than one place named: {string.Join(", ", names.Select(Shown.Value))}; sweep takes one at a time " +
            "(the values of a list have commas between them and no spaces)"),
    };

    private IReadOnlyList<T>? List<T>(Option<string> option, IReadOnlyList<(string Word, T Value)> choices) =>
        _words.Read(option, (name, text) => ValueLists.Choices(name, text, choices));

    // FileStream is left out of a grid that has no place for it; when nothing else is asked for, nothing is left.
    private void CheckFileStream(SweepOptions options)
    {
        if (options.Apis is not [FileApi.FileStream])
        {
            return;
        }

        if (options.Modes is { } modes && !modes.Contains(IoMode.Buffered))
        {
            throw UsageError.Of(
                $"--api filestream is buffered, and --mode asks for {Shown.Value(_words.Text(_symbols.Mode)!)}: no " +
                "case is left; use --mode buffered, or --api engine");
        }

        if (options.QueueDepths is { } depths && !depths.Contains(1))
        {
            throw UsageError.Of(
                "--api filestream has one request in flight, and --queue-depth asks for " +
                $"{Shown.Value(_words.Text(_symbols.QueueDepth)!)}; use --queue-depth 1, or --api engine");
        }
    }
}
