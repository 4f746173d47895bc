using Landspeed.Cli.Output;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;

namespace Landspeed.Cli.Commands;

/// <summary>The words that options accept, and what they mean.</summary>
internal static class Choices
{
    internal static readonly (string Word, (IoMode Mode, Necessity Necessity) Value)[] Modes =
    [
        ("direct", (IoMode.Direct, Necessity.Required)),
        ("buffered", (IoMode.Buffered, Necessity.Required)),
        ("uncached", (IoMode.Uncached, Necessity.Required)),
        ("prefer-direct", (IoMode.Direct, Necessity.Preferred)),
        ("prefer-uncached", (IoMode.Uncached, Necessity.Preferred)),
    ];

    internal static readonly (string Word, IoMode Value)[] PlainModes =
        [("direct", IoMode.Direct), ("buffered", IoMode.Buffered), ("uncached", IoMode.Uncached)];

    internal static readonly (string Word, MeasuredOperation Value)[] Operations =
    [
        ("read", MeasuredOperation.Read), ("write", MeasuredOperation.Write), ("extend", MeasuredOperation.Extend),
    ];

    internal static readonly (string Word, FileApi Value)[] Apis =
        [("engine", FileApi.Engine), ("filestream", FileApi.FileStream)];

    internal static readonly (string Word, double? Value)[] Patterns = [("sequential", 0), ("random", 100)];

    internal static readonly (string Word, FilePreparation? Value)[] Preparations =
    [
        ("none", FilePreparation.None),
        ("length", FilePreparation.Length),
        ("reserve", FilePreparation.Reserve),
        ("zero", FilePreparation.Zero),
    ];

    internal static readonly (string Word, EngineChoice Value)[] Engines =
    [
        ("automatic", EngineChoice.Automatic),
        ("uring", EngineChoice.Uring),
        ("threads", EngineChoice.Threads),
        ("synchronous", EngineChoice.Synchronous),
    ];

    internal static readonly (string Word, FlushPolicy Value)[] Flushes =
        [("none", FlushPolicy.None), ("end", FlushPolicy.End), ("each", FlushPolicy.Each)];

    internal static readonly (string Word, ResultFormat? Value)[] Formats =
    [
        ("table", ResultFormat.Table),
        ("json", ResultFormat.Json),
        ("csv", ResultFormat.Csv),
        ("fio", ResultFormat.Fio),
    ];

    internal static readonly (string Word, ResultFormat? Value)[] ExperimentFormats =
        [("table", ResultFormat.Table), ("json", ResultFormat.Json), ("csv", ResultFormat.Csv)];

    internal static readonly (string Word, Verdict? Value)[] Verdicts =
        [("device", Verdict.Device), ("cache", Verdict.Cache), ("hole", Verdict.Hole)];
}
