namespace Landspeed.Experiments.Results;

/// <summary>The names of the experiments in documents.</summary>
public static class ExperimentNames
{
    /// <summary>Programming styles: by byte, line, block, typed, text (IOexamples, 2004).</summary>
    public const string Styles = "patterns_styles";

    /// <summary>Every file API by record size, order, operation and flush (LandenLabs FileIO).</summary>
    public const string Apis = "patterns_apis";

    /// <summary>File modes and their outcomes (IOexamples, 2004).</summary>
    public const string FileModes = "patterns_modes";

    /// <summary>Access hints: what they really fetch (Kraus, 2014).</summary>
    public const string Hints = "hints";

    /// <summary>Streaming, buffering and pipelining (Skeet, 2009).</summary>
    public const string Processing = "process";

    /// <summary>Making a data set.</summary>
    public const string Creating = "create";

    /// <summary>Making sort-benchmark records.</summary>
    public const string GeneratingRecords = "records_generate";

    /// <summary>Checking the order of sort-benchmark records.</summary>
    public const string ValidatingRecords = "records_validate";
}
