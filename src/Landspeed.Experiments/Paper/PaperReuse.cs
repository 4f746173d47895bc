using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Paper;

/// <summary>
/// Decides which stored results a paper can be based on, and why the others do not fit; a pure function.
/// </summary>
public sealed record PaperReuse
{
    private const string Buffered = "buffered";
    private static readonly string[] s_curves = ["read-filestream", "write-filestream", "read-direct-q1", "write-direct-q1"];

    private PaperReuse(ResultDocument? sweep, ResultDocument? creation, IReadOnlyList<(string Name, string Reason)> unused)
    {
        (Sweep, Creation, Unused) = (sweep, creation, unused);
    }

    /// <summary>The sweep, labelled with its name, or null if it must be measured.</summary>
    public ResultDocument? Sweep { get; }

    /// <summary>The created files, labelled with their name, or null if they must be measured.</summary>
    public ResultDocument? Creation { get; }

    /// <summary>What does not fit, each with the reason, without a full stop.</summary>
    public IReadOnlyList<(string Name, string Reason)> Unused { get; }

    /// <summary>No results are given.</summary>
    public static PaperReuse Nothing { get; } = new(null, null, []);

    /// <summary>Chooses the results.</summary>
    /// <param name="given">Stored results with their names; for a paper its parts count.</param>
    /// <param name="here">A result without cells for the place where the rest would be measured.</param>
    public static PaperReuse Of(IEnumerable<(string Name, ResultDocument Document)> given, ResultDocument here)
    {
        ArgumentNullException.ThrowIfNull(given);
        ArgumentNullException.ThrowIfNull(here);
        (string Name, ResultDocument Document)[] all =
            [.. given.SelectMany(one => one.Document.Kind == ResultKinds.Paper && one.Document.Parts.Count > 0 ? one.Document.Parts.Select(part => (one.Name, part)) : [one])];
        var unused = new List<(string Name, string Reason)>();
        ResultDocument? sweep = null;
        ResultDocument? creation = null;
        foreach ((string name, ResultDocument document) in all)
        {
            if (Problem(document, sweep, creation) is { } problem)
            {
                unused.Add((name, problem));
            }
            else if (PaperKinds.IsSweep(document))
            {
                sweep = document with { Label = name };
            }
            else
            {
                creation = document with { Label = name };
            }
        }

        // Everything shown must be from one machine: from this one, unless nothing remains to be measured.
        ResultDocument reference = sweep is not null && creation is not null ? sweep : here;
        sweep = Fits(sweep, reference, unused);
        creation = Fits(creation, reference, unused);
        return new PaperReuse(sweep, creation, unused);
    }

    private static ResultDocument? Fits(ResultDocument? document, ResultDocument reference, List<(string Name, string Reason)> unused)
    {
        if (document is null || Difference(document, reference) is not { } difference)
        {
            return document;
        }

        unused.Add((document.Label!, difference));
        return null;
    }

    private static string? Problem(ResultDocument document, ResultDocument? sweep, ResultDocument? creation)
    {
        string kind = document.Variant is { } variant ? $"{document.Kind} {variant.Replace('_', ' ')}" : document.Kind;
        return document.MethodVersion != ResultDocument.CurrentMethodVersion
            ? Invariant($"its numbers were obtained by method {document.MethodVersion}, and this is method {ResultDocument.CurrentMethodVersion}")
            : document.Partial && (PaperKinds.IsSweep(document) || PaperKinds.IsCreation(document)) ? "it was stopped early"
            : PaperKinds.IsSweep(document) ? sweep is not null ? $"there is a sweep already, {sweep.Label}" : Missing(document)
            : PaperKinds.IsCreation(document) ? creation is not null ? $"there are created files already, {creation.Label}" : NotBuffered(document)
            : $"it is a result of {kind}; a paper uses those of sweep and of patterns --creation";
    }

    private static string? Missing(ResultDocument sweep)
    {
        string[] measured = [.. sweep.Cells.Where(cell => cell.State == CellState.Done).Select(cell => cell.Curve ?? string.Empty).Distinct(StringComparer.Ordinal)];
        string[] missing = [.. s_curves.Except(measured)];
        return missing.Length == 0 ? null : $"it has no curve {string.Join(", ", missing)}";
    }

    private static string? NotBuffered(ResultDocument creation) =>
        creation.Setup.Options.GetValueOrDefault(CreationLabels.ModeOption) is { } mode && mode != Buffered ? $"its files were written {mode}, not by FileStream"
        : creation.Cells.Any(cell => cell.State == CellState.Done) ? null : "no cell of it was measured";

    private static string? Difference(ResultDocument one, ResultDocument other)
    {
        (HostRecord? host, HostRecord? here) = (First(one.Hosts), First(other.Hosts));
        (PlaceRecord? place, PlaceRecord? there) = (First(one.Places), First(other.Places));
        (string Name, string? Before, string? After)[] all =
        [
            ("processor", host?.ProcessorModel, here?.ProcessorModel), ("processors", Text(host?.ProcessorCount), Text(here?.ProcessorCount)),
            ("device", place?.Device, there?.Device), ("model", place?.DeviceModel, there?.DeviceModel), ("file system", place?.FileSystem, there?.FileSystem),
        ];
        string[] differences = [.. all.Where(fact => fact.Before != fact.After).Select(fact => $"{fact.Name} {fact.Before ?? "unknown"}, not {fact.After ?? "unknown"}")];
        return differences.Length == 0
            ? null
            : $"it is from another machine or volume: {string.Join("; ", differences)}";
    }

    private static T? First<T>(IReadOnlyList<T> all) => all is [var first, ..] ? first : default;

    private static string? Text(int? number) => number is { } known ? Invariant($"{known}") : null;
}
