using System.Text;
using Landspeed.Copying.Sharing;
using Landspeed.Quantities;

namespace Landspeed.Copying.Ranks;

/// <summary>Encodes the data of a copy in messages between ranks of the same version.</summary>
internal static class CopyForms
{
    /// <summary>Writes a text or null.</summary>
    internal static void Write(CompactWriter writer, string? text)
    {
        writer.Write(text is null ? 0 : 1);
        writer.Write(Encoding.UTF8.GetBytes(text ?? string.Empty));
    }

    /// <summary>Reads a text.</summary>
    internal static string? Text(ref CompactReader reader)
    {
        bool isThere = reader.Number() != 0;
        string text = Encoding.UTF8.GetString(reader.Bytes());
        return isThere ? text : null;
    }

    /// <summary>Writes a problem or null.</summary>
    internal static void Write(CompactWriter writer, CopyProblem? problem)
    {
        writer.Write(problem is null ? 0 : 1 + (long)problem.Kind);
        if (problem is not null)
        {
            writer.Write(problem.Path.Bytes);
            Write(writer, problem.Message);
            writer.Write(problem.Range is null ? 0 : 1);
            writer.Write(problem.Range?.Offset ?? 0);
            writer.Write(problem.Range?.Length ?? 0);
        }
    }

    /// <summary>Reads a problem.</summary>
    internal static CopyProblem? Problem(ref CompactReader reader)
    {
        int kind = reader.Count() - 1;
        if (kind < 0)
        {
            return null;
        }

        FilePath path = FilePath.FromBytes(reader.Bytes());
        string message = Text(ref reader)!;
        bool hasRange = reader.Number() != 0;
        var range = new ByteRange(reader.Number(), reader.Number());
        return new CopyProblem((CopyProblemKind)kind, path, message, hasRange ? range : null);
    }

    /// <summary>Writes a decision or null.</summary>
    internal static void Write(CompactWriter writer, CopyDecision? decision)
    {
        writer.Write(decision is null ? 0 : 1);
        if (decision is not null)
        {
            writer.Write((long)decision.Strategy);
            writer.Write((long)decision.SourceMode);
            writer.Write((long)decision.TargetMode);
            Write(writer, decision.Reason);
            writer.Write(decision.IsReflink ? 1 : 0);
        }
    }

    /// <summary>Reads a decision.</summary>
    internal static CopyDecision? Decision(ref CompactReader reader) => reader.Number() == 0
        ? null
        : new CopyDecision((CopyStrategy)reader.Count(), (IoMode)reader.Count(), (IoMode)reader.Count(), Text(ref reader)!) { IsReflink = reader.Number() != 0 };

    /// <summary>Writes an event.</summary>
    internal static byte[] Event(CopyEvent happened)
    {
        var writer = new CompactWriter();
        writer.Write((long)happened.Action);
        writer.Write(happened.Path.Bytes);
        writer.Write(happened.Bytes);
        Write(writer, happened.Decision);
        writer.Write(happened.Digests.Count);
        foreach (string digest in happened.Digests)
        {
            Write(writer, digest);
        }

        Write(writer, happened.Problem);
        return writer.ToArray();
    }

    /// <summary>Reads an event.</summary>
    internal static CopyEvent Event(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        var happened = new CopyEvent((CopyAction)reader.Count(), FilePath.FromBytes(reader.Bytes()), reader.Number()) { Decision = Decision(ref reader) };
        string[] digests = new string[reader.Elements()];
        for (int index = 0; index < digests.Length; index++)
        {
            digests[index] = Text(ref reader)!;
        }

        return happened with { Digests = digests, Problem = Problem(ref reader) };
    }

    /// <summary>Writes a rank's result.</summary>
    internal static byte[] Result(CopyResult result)
    {
        var writer = new CompactWriter();
        foreach (long number in (ReadOnlySpan<long>)[
            (long)result.Outcome, result.FilesCopied, result.FilesReflinked, result.FilesUpToDate, result.EntriesSkipped, result.EntriesFailed,
            result.Directories, result.SymbolicLinks, result.HardLinks, result.SpecialFiles, result.Removed, result.BytesCopied, result.BytesResumed,
            result.HoleBytes, result.BytesVerified, result.BytesVerifiedThroughCache, result.IsDurable ? 1 : 0, result.CpuTime.Ticks, result.ProblemCount,
            (result.ElsewhereReadBytes ?? -1) + 1, (result.ElsewhereWriteBytes ?? -1) + 1,
            result.HasChangedDirectories ? 1 : 0, result.ContentDurable.Ticks, result.ContentVerified.Ticks,
            result.BytesVerifiedOnDevice,
            result.SourceBytesVerified, result.SourceBytesVerifiedThroughCache, result.SourceBytesVerifiedOnDevice])
        {
            writer.Write(number);
        }

        Write(writer, result.Engine);
        writer.Write(result.Problems.Count);
        foreach (CopyProblem problem in result.Problems)
        {
            Write(writer, problem);
        }

        writer.Write(result.Strategies.Count);
        foreach (CopyStrategyTotal total in result.Strategies)
        {
            Write(writer, total.Decision);
            writer.Write(total.Files);
            writer.Write(total.Bytes);
        }

        return writer.ToArray();
    }

    /// <summary>Reads a rank's result.</summary>
    internal static CopyResult Result(ReadOnlySpan<byte> bytes)
    {
        var reader = new CompactReader(bytes);
        var result = new CopyResult
        {
            Outcome = (CopyOutcome)reader.Count(),
            FilesCopied = reader.Number(),
            FilesReflinked = reader.Number(),
            FilesUpToDate = reader.Number(),
            EntriesSkipped = reader.Number(),
            EntriesFailed = reader.Number(),
            Directories = reader.Number(),
            SymbolicLinks = reader.Number(),
            HardLinks = reader.Number(),
            SpecialFiles = reader.Number(),
            Removed = reader.Number(),
            BytesCopied = reader.Number(),
            BytesResumed = reader.Number(),
            HoleBytes = reader.Number(),
            BytesVerified = reader.Number(),
            BytesVerifiedThroughCache = reader.Number(),
            IsDurable = reader.Number() != 0,
            CpuTime = TimeSpan.FromTicks(reader.Number()),
            ProblemCount = reader.Number(),
            ElsewhereReadBytes = Known(reader.Number()),
            ElsewhereWriteBytes = Known(reader.Number()),
            HasChangedDirectories = reader.Number() != 0,
            ContentDurable = TimeSpan.FromTicks(reader.Number()),
            ContentVerified = TimeSpan.FromTicks(reader.Number()),
            BytesVerifiedOnDevice = reader.Number(),
            SourceBytesVerified = reader.Number(),
            SourceBytesVerifiedThroughCache = reader.Number(),
            SourceBytesVerifiedOnDevice = reader.Number(),
            Engine = Text(ref reader),
        };
        var problems = new CopyProblem[reader.Elements()];
        for (int index = 0; index < problems.Length; index++)
        {
            problems[index] = Problem(ref reader) ?? throw CompactReader.Damaged();
        }

        var strategies = new CopyStrategyTotal[reader.Elements()];
        for (int index = 0; index < strategies.Length; index++)
        {
            strategies[index] = new CopyStrategyTotal(Decision(ref reader) ?? throw CompactReader.Damaged(), reader.Number(), reader.Number());
        }

        return result with { Problems = problems, Strategies = strategies };
    }

    private static long? Known(long number) => number == 0 ? null : number - 1;
}
