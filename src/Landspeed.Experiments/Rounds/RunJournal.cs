using System.Text;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>
/// Keeps each run as it ends, so that an interrupted work can be carried on: a file of JSON lines, the work before its
/// first run in the first one. Locked while it is open, so that no two works write to it.
/// </summary>
/// <remarks>For one thread. A line is handed to the system before the next run starts; it survives the process.</remarks>
internal sealed class RunJournal : IDisposable
{
    // More than any verb takes.
    private const int MostRounds = 1_000;

    private readonly FileStream _stream;
    private readonly bool _isNew;

    private RunJournal(FileStream stream, bool isNew)
    {
        _stream = stream;
        _isNew = isNew;
    }

    /// <summary>Runs appended by this work.</summary>
    internal int Appended { get; private set; }

    /// <summary>Reads a journal.</summary>
    /// <param name="path">The file.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <exception cref="ExperimentException">Usage: there is none. Refused: it is no journal. Failed: it cannot be read.</exception>
    internal static JournalContent Read(string path, string word)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(stream, path, word);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"there is no interrupted {word} to resume: {path} does not exist; leave out --resume, or name its --journal",
                e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, word, e);
        }
    }

    /// <summary>Opens a new journal and writes its first line.</summary>
    /// <param name="path">The file; must be free, see <see cref="CheckFree"/>.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <param name="preview">The work before its first run.</param>
    /// <exception cref="ExperimentException">Refused: there is a file already. Failed: it cannot be made.</exception>
    /// <exception cref="NativeIOException">It cannot be written; it was removed again.</exception>
    internal static RunJournal Create(string path, string word, ResultDocument preview)
    {
        CheckFree(path, word);
        RunJournal journal = Open(path, word, FileMode.Create);
        try
        {
            journal.Append(ResultsJson.Line(preview));
            return journal;
        }
        catch
        {
            File.Delete(path);
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Refuses the place of a new journal where there is something to lose.</summary>
    /// <param name="path">The place: free, or an empty file, or a journal without a run, as a killed work leaves it.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <exception cref="ExperimentException">Refused: there is a file, which may hold runs worth keeping.</exception>
    internal static void CheckFree(string path, string word)
    {
        RefuseLink(path);
        if (new FileInfo(path) is not { Exists: true, Length: > 0 and var length })
        {
            return;
        }

        JournalContent content = Read(path, word);
        if (content.Runs.Count > 0 || content.Length < length)
        {
            int count = content.Runs.Count;
            string held = count == 1 ? "1 run"
                : count > 1 ? FormattableString.Invariant($"{count} runs") : "a damaged run";
            throw new ExperimentException(
                Outcome.Refused,
                $"{path} holds {held} of an earlier {word}: carry it on with --resume, or remove the file to start anew");
        }
    }

    /// <summary>Opens a journal to append to it; a line that was cut off is cut away.</summary>
    /// <param name="path">The file.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <param name="content">What it holds.</param>
    /// <exception cref="ExperimentException">Refused: another work writes it. Failed: it cannot be read.</exception>
    internal static RunJournal Continue(string path, string word, out JournalContent content)
    {
        RefuseLink(path);
        RunJournal journal = Open(path, word, FileMode.Open);
        try
        {
            content = Read(journal._stream, path, word);
            journal._stream.SetLength(content.Length);
            journal._stream.Position = content.Length;
            return journal;
        }
        catch
        {
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Keeps a run.</summary>
    /// <exception cref="NativeIOException">It cannot be written whole; what was kept before is still there.</exception>
    internal void Append(RunRecord run)
    {
        Append(ResultsJson.Line(run));
        Appended++;
    }

    /// <summary>Removes the file when this work has made it, and kept nothing in it.</summary>
    internal void RemoveIfEmpty()
    {
        if (_isNew && Appended == 0)
        {
            File.Delete(_stream.Name);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();

    private static void RefuseLink(string path)
    {
        if (new FileInfo(path).LinkTarget is not null)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{path} is a symbolic link and is left alone: name the file itself with --journal");
        }
    }

    private static RunJournal Open(string path, string word, FileMode mode)
    {
        try
        {
            // Without a buffer: on a full volume, disposal would try what is left in it again, and take the result along.
            return new RunJournal(
                new FileStream(path, mode, FileAccess.ReadWrite, FileShare.None, bufferSize: 0), mode == FileMode.Create);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, word, e);
        }
    }

    private static JournalContent Read(FileStream stream, string path, string word)
    {
        byte[] bytes = new byte[stream.Length];
        if (bytes.Length == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"there is no interrupted {word} to resume: {path} is empty; leave out --resume");
        }

        stream.ReadExactly(bytes);
        ResultDocument? preview = null;
        var runs = new List<RunRecord>();
        int start = 0;
        for (int end; (end = Array.IndexOf(bytes, (byte)'\n', start)) >= 0; start = end + 1)
        {
            string line = Encoding.UTF8.GetString(bytes, start, end - start);
            if (preview is null)
            {
                preview = ReadPreview(line) ?? throw NoJournal(path, word);
            }
            else if (ResultsJson.ReadRunLine(line) is { } run)
            {
                runs.Add(run);
            }
            else
            {
                break; // what follows a damaged line is measured again
            }
        }

        return new JournalContent(preview ?? throw NoJournal(path, word), runs, start);
    }

    /// <summary>Says that a file is no journal of such work.</summary>
    internal static ExperimentException NoJournal(string path, string word) => new(
        Outcome.Refused, $"{path} is no journal of {word} runs and is left alone: name another file with --journal");

    private static ExperimentException Unusable(string path, string word, Exception e) => new(
        IsLocked(e) ? Outcome.Refused : Outcome.Failed,
        IsLocked(e)
            ? $"the journal {path} is in use: another {word} is running; wait for it, or name another place with --journal"
            : $"cannot use the journal {path}: {FrameworkErrors.Cause(e)}; name another place with --journal",
        e);

    private static bool IsLocked(Exception e) =>
        NativeError.TryFrom(e, out NativeError error) && error.Kind == NativeErrorKind.WouldBlock;

    private void Append(string line)
    {
        try
        {
            _stream.Write(Encoding.UTF8.GetBytes(line + "\n"));
        }
        catch (Exception e) when (NativeError.TryFrom(e, out NativeError error))
        {
            throw new NativeIOException(
                "write", FilePath.FromText(_stream.Name), error, hint: "Name another place with --journal");
        }
    }

    // A first line that nobody can have planned here is none: the file may have been changed.
    private static ResultDocument? ReadPreview(string line) => ResultsJson.ReadPreviewLine(line) is
    {
        SchemaVersion: ResultDocument.CurrentSchemaVersion,
        Kind: not null,
        Hosts: [not null, ..],
        Places: [not null, ..],
        Setup: { Rounds: >= 1 and <= MostRounds, Options: not null, Axes: not null },
        Cells.Count: > 0,
    } read
        && read.Cells.All(cell => cell is { Name: not null, Labels: not null })
        && read.Cells.DistinctBy(cell => cell.Name, StringComparer.Ordinal).Count() == read.Cells.Count
            ? read : null;
}

/// <summary>What a journal holds.</summary>
/// <param name="Preview">The work before its first run.</param>
/// <param name="Runs">The runs that have ended.</param>
/// <param name="Length">Bytes up to the end of the last whole line.</param>
internal sealed record JournalContent(ResultDocument Preview, IReadOnlyList<RunRecord> Runs, long Length);
