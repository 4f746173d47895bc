using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting;

/// <summary>A verification for people: one line that says what was found, then the figures behind it.</summary>
/// <param name="style">Width and colour.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
public sealed class VerificationTable(ReportStyle style)
{
    /// <summary>Writes it.</summary>
    /// <param name="document">What was found.</param>
    /// <param name="target">Where to; stays open.</param>
    public void Write(VerificationDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        Flow.Write(canvas, Headline(document));
        var rows = new LabeledRows();
        rows.Add("bytes", [
            $"{Format.Moved(document.Bytes)} read in {Format.Duration(document.ElapsedNs)}",
            document.Bytes > 0 ? $"{Format.Moved(document.DirectBytes)} of it past the page cache" : null]);
        rows.Add("cpu", [
            Format.Duration(document.CpuNs),
            document.CpuNsPerByte is { } ns ? $"{Format.Number(ns)} ns/B" : null]);
        rows.Add("read", $"{VerdictWords.Name(document.Reads.Verdict)}: {document.Reads.Reason}");
        canvas.Write(rows);
        canvas.CopyTo(target);
    }

    private static IEnumerable<(string Text, Mark Mark)> Headline(VerificationDocument document)
    {
        bool clean = document is
        {
            Partial: false, FilesDifferent: 0, FilesMissing: 0, FilesUnreadable: 0, LinesMalformed: 0,
        };
        yield return ($"{Format.Count(document.FilesOk, "file")} OK", clean ? Mark.Good : Mark.Plain);
        (long Count, string What)[] others =
        [
            (document.FilesDifferent, "different"),
            (document.FilesMissing, "missing"),
            (document.FilesUnreadable, "unreadable"),
            (document.FilesExtra ?? 0, "not in the manifest"),
        ];
        foreach ((long count, string what) in others.Where(other => other.Count > 0))
        {
            yield return ($"{Format.Count(count)} {what}", Mark.Warning);
        }

        if (document.LinesMalformed > 0)
        {
            yield return ($"{Format.Count(document.LinesMalformed, "line")} of the manifest malformed", Mark.Warning);
        }

        if (document.Partial)
        {
            yield return ("stopped early", Mark.Warning);
        }

        if (document.ThroughputBytesPerS is { } rate)
        {
            yield return (Format.Throughput(rate), Mark.Number);
        }
    }
}
