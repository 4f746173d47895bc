using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting;

/// <summary>A copy for people: one line that says what was done and how fast, then what went wrong, then the figures.</summary>
/// <param name="style">Width and colour.</param>
/// <param name="content">What is told.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
public sealed class CopyTable(ReportStyle style, CopyTableContent content = CopyTableContent.Figures)
{
    // The rest is in the JSON document.
    private const int ToldProblems = 10;

    /// <summary>Writes it.</summary>
    /// <param name="document">The copy.</param>
    /// <param name="target">Where to; stays open.</param>
    public void Write(CopyDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        Flow.Write(canvas, Headline(document));
        WriteProblems(canvas, document);
        if (!document.Options.DryRun)
        {
            var rows = new LabeledRows();
            AddCounts(rows, document.Counts);
            AddFigures(rows, document);
            canvas.Write(rows);
        }

        if (content == CopyTableContent.WithWays)
        {
            WriteWays(canvas, document);
        }

        canvas.CopyTo(target);
    }

    private static IEnumerable<(string Text, Mark Mark)> Headline(CopyDocument document)
    {
        yield return (What(document), Mark.Plain);
        if (document.Options.DryRun)
        {
            yield return ("nothing was touched", Mark.Good);
            yield break;
        }

        if (document.ThroughputToDurableBytesPerS is { } durable)
        {
            yield return ($"{Format.Throughput(durable)} to durable", Mark.Number);
        }

        if (document.CpuNsPerByte is { } ns)
        {
            yield return ($"{Format.Number(ns)} ns/B", Mark.Plain);
        }

        if (document.Bytes.VerifiedBytes > 0)
        {
            yield return ("verified", Mark.Good);
        }
    }

    private static string What(CopyDocument document)
    {
        CopyCountsRecord counts = document.Counts;
        long files = counts.FilesCopied + counts.FilesReflinked;
        string verb = document.Options.DryRun ? "would copy" : "copied";
        string shared = counts.FilesReflinked == 0 ? string.Empty
            : counts.FilesReflinked == files ? " by sharing blocks"
            : $" ({Format.Count(counts.FilesReflinked)} by sharing blocks)";
        return files == 0 && counts.FilesUpToDate > 0
            ? $"up to date: {Format.Count(counts.FilesUpToDate, "file")}"
            : document.Options.DryRun || counts.FilesCopied == 0 ? $"{verb} {Format.Count(files, "file")}{shared}"
            : $"{verb} {Format.Count(files, "file")}{shared}, {Format.Moved(document.Bytes.CopiedBytes)}";
    }

    private static void WriteProblems(Canvas canvas, CopyDocument document)
    {
        var rows = new LabeledRows();
        foreach (CopyProblemRecord problem in document.Problems.Take(ToldProblems))
        {
            rows.Add($"{Word(problem.Kind)}:", problem.Message, Mark.Warning);
        }

        long more = document.Counts.Problems - Math.Min(document.Problems.Count, ToldProblems);
        if (more > 0)
        {
            rows.Add("and", $"{Format.Count(more)} more", Mark.Warning);
        }

        canvas.Write(rows);
    }

    private static string Word(string kind) => kind switch
    {
        "not_preserved" => "not kept",
        "source_changed" => "changed",
        "out_of_space" => "no space",
        _ => kind,
    };

    private static void AddCounts(LabeledRows rows, CopyCountsRecord counts) =>
        rows.Add("entries", [
            Some(counts.FilesCopied, "file copied", "files copied"),
            Some(counts.FilesReflinked, "shared", "shared"),
            Some(counts.FilesUpToDate, "up to date", "up to date"),
            Some(counts.Directories, "directory made", "directories made"),
            Some(counts.SymbolicLinks, "symbolic link", "symbolic links"),
            Some(counts.HardLinks, "hard link", "hard links"),
            Some(counts.SpecialFiles, "special file", "special files"),
            Some(counts.Removed, "removed", "removed"),
            Some(counts.EntriesSkipped, "skipped", "skipped"),
            Some(counts.EntriesFailed, "failed", "failed")]);

    private static string? Some(long count, string one, string many) =>
        count == 0 ? null : $"{Format.Count(count)} {(count == 1 ? one : many)}";

    private static void AddFigures(LabeledRows rows, CopyDocument document)
    {
        CopyBytesRecord bytes = document.Bytes;
        rows.Add("bytes", [
            $"{Format.Moved(bytes.CopiedBytes)} copied",
            bytes.ResumedBytes > 0 ? $"{Format.Moved(bytes.ResumedBytes)} there from an interrupted copy" : null,
            bytes.HoleBytes > 0 ? $"{Format.Moved(bytes.HoleBytes)} holes" : null,
            bytes.VerifiedBytes > 0 ? $"{Format.Moved(bytes.VerifiedBytes)} verified{ThroughCache(bytes)}" : null]);
        rows.Add("time", [
            Time(document.ElapsedToWrittenNs, document.ThroughputToWrittenBytesPerS, "written"),
            Time(document.ElapsedToDurableNs, document.ThroughputToDurableBytesPerS, "durable")]);
        rows.Add("cpu", [
            Format.Duration(document.CpuNs),
            document.CpuNsPerByte is { } ns ? $"{Format.Number(ns)} ns/B" : null,
            document.PeakResidentBytes is { } peak ? $"{Format.Size(peak)} resident at most" : null]);
        if (document.Counts.FilesCopied + document.Counts.FilesReflinked > 0)
        {
            rows.Add("read", $"{VerdictWords.Name(document.Reads.Verdict)}: {document.Reads.Reason}");
            rows.Add("written", $"{VerdictWords.Name(document.Writes.Verdict)}: {document.Writes.Reason}");
        }

        rows.Add("from", Place(document.Source, "standard input"));
        rows.Add("to", Place(document.Target, "standard output"));
    }

    private static string ThroughCache(CopyBytesRecord bytes) => bytes.VerifiedThroughCacheBytes == 0
        ? string.Empty
        : $" ({Format.Moved(bytes.VerifiedThroughCacheBytes)} of it through the page cache, dropped before)";

    private static string? Time(long? ns, double? rate, string what) => ns is not { } known ? null
        : $"{Format.Duration(known)} to {what}{(rate is { } perS ? $" ({Format.Throughput(perS)})" : string.Empty)}";

    private static IEnumerable<string?> Place(EnvironmentRecord? place, string standard) => place is null
        ? [standard]
        : [place.Path, place.FileSystem, place.Device is { } device ? $"on {device}" : null, place.DeviceModel];

    private static void WriteWays(Canvas canvas, CopyDocument document)
    {
        var rows = new LabeledRows();
        foreach (CopyWayRecord way in document.Ways)
        {
            string how = way.Reflink ? "shared" : way.Way;
            string modes = way.Reflink ? string.Empty : $" (read {way.SourceMode}, written {way.TargetMode})";
            rows.Add(how, $"{Format.Count(way.Files, "file")}, {Format.Moved(way.Bytes)}{modes}: {way.Reason}");
        }

        if (document.Engine is { } engine)
        {
            rows.Add("engine", engine);
        }

        if (rows.Count > 0)
        {
            canvas.BlankLine();
            canvas.WriteLine("Ways of the bytes:");
            canvas.Write(rows);
        }
    }
}
