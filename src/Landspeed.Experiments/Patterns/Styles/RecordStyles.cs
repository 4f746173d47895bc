namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>All styles, in the order of the report: those of 2004 first.</summary>
internal static class RecordStyles
{
    /// <summary>The styles.</summary>
    internal static IReadOnlyList<RecordStyle> All { get; } =
    [
        ByteStyle.Style,
        LineStyle.Style,
        BlockStyle.Style,
        BlockStyle.SequentialScan,
        TypedStyle.Style,
        ValueStyle.Style,
        TextStyle.Style,
        LazyLinesStyle.Style,
        PositionalStyle.Records,
        PositionalStyle.Spans,
        PipeStyle.Style,
        MapStyle.Style,
        LandspeedStyle.Stream,
        LandspeedStyle.Blocks,
        LandspeedStyle.Lines,
    ];

    /// <summary>The styles that IOexamples timed, and those that its text shows.</summary>
    internal static IReadOnlyList<string> Of2004 { get; } =
        [ByteStyle.Style.Name, LineStyle.Style.Name, BlockStyle.Style.Name, BlockStyle.SequentialScan.Name, ValueStyle.Style.Name];
}
