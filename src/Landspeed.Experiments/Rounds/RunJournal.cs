using System.Text;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Rounds;

/// <summary>
/// Stores each run as it ends, so that interrupted work can be resumed: a file of JSON lines, whose first line is the
/// work before its first run. It is locked while open, so that no two processes write to it.
/// </summary>
/// <remarks>
/// For use by one thread. A line is passed to the system before the next run starts; it survives the process. A journal
/// that we created carries a mark from the moment when it gets its name: only such a journal is replaced or removed.
/// </remarks>
internal sealed class RunJournal : IDisposable
{
    // More than any verb needs.
    private const int MostRounds = 1_000;

    private readonly FilePath _path;
    private readonly FileStream _stream;
    private readonly (OpenDirectory Directory, UnpublishedFile File)? _made;

    private RunJournal(FilePath path, FileStream stream, (OpenDirectory Directory, UnpublishedFile File)? made)
    {
        (_path, _stream, _made) = (path, stream, made);
    }

    /// <summary>Runs that this object has appended.</summary>
    internal int Appended { get; private set; }

    /// <summary>Reads a journal.</summary>
    /// <param name="path">The file.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <exception cref="ExperimentException">Usage: the file does not exist. Refused: it is not a journal. Failed: it
    /// cannot be read.</exception>
    internal static JournalContent Read(string path, string word)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(stream, out bool isBlank)
                ?? throw (stream.Length == 0 || (isBlank && IsOurs(path)) ? NothingKept(path, word, stream.Length) : NoJournal(path, word));
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
    /// <param name="isNamed">Whether the user named it.</param>
    /// <param name="preview">The work before its first run.</param>
    /// <exception cref="ExperimentException">Refused: the file already exists. Failed: it cannot be
    /// created.</exception>
    /// <exception cref="NativeIOException">It cannot be written; it was removed again.</exception>
    internal static RunJournal Create(string path, string word, bool isNamed, ResultDocument preview)
    {
        CheckFree(path, word, isNamed);
        RunJournal journal = Open(
            path, word, name => NameKinds.IsFile(path) && !IsOurs(path) ? OpenExisting(name) : Make(name));
        try
        {
            journal.Append(ResultsJson.Line(preview));
            return journal;
        }
        catch
        {
            journal.RemoveIfEmpty();
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Refuses the path of a new journal if there is data to lose, or a file that is not ours.</summary>
    /// <param name="path">The path: unused, or an empty file that the user named, or one of our journals without a run,
    /// as left by a killed process or a crash of the machine.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <param name="isNamed">Whether the user named it.</param>
    /// <exception cref="ExperimentException">Refused: the file exists, and may contain runs worth keeping.</exception>
    internal static void CheckFree(string path, string word, bool isNamed)
    {
        RefuseLink(path);
        if (!NativePlatform.Files.StatusOf(FilePath.FromText(path), out FileStatus present).Succeeded
            || present.Kind == FileKind.Directory)
        {
            return;
        }

        long length = present.Length;

        bool isOurs = IsOurs(path);
        if (!isOurs && length == 0 && isNamed)
        {
            return;
        }

        JournalContent? content = Contents(path, word, out bool isBlank);
        if (content is null ? !isOurs || !isBlank : content.Runs.Count > 0 || content.Length < length)
        {
            int count = content?.Runs.Count ?? 0;
            string held = count == 1 ? "1 run"
                : count > 1 ? FormattableString.Invariant($"{count} runs") : "a damaged run";
            throw content is null ? NoJournal(path, word) : new ExperimentException(
                Outcome.Refused,
                $"{path} holds {held} of an earlier {word}: resume it with --resume, or remove the file to start again");
        }

        if (!isOurs)
        {
            throw NoJournal(path, word);
        }
    }

    /// <summary>Removes a journal that we created; any other file of that name remains.</summary>
    /// <param name="path">The file.</param>
    internal static void Remove(string path) => TakeOver(path, file => file.Remove());

    /// <summary>Removes the mark of a journal that remains with the user, after all its runs.</summary>
    /// <param name="path">The file.</param>
    internal static void HandOver(string path) => TakeOver(path, file =>
    {
        file.Unmark();
        file.Release();
    });

    private static void TakeOver(string path, Action<UnpublishedFile> end)
    {
        try
        {
            var name = FilePath.FromText(path);
            using OpenDirectory directory = OpenDirectory.Holding(name.Parent);
            if (UnpublishedFile.TakeOver(new DirectoryEntry(directory, name.Name), name.Name, PartMarks.Runs) is { } file)
            {
                end(file);
            }
        }
        catch (IOException)
        {
            // Removed with its directory, replaced, or in use: then it is not ours to remove.
        }
    }

    /// <summary>Opens a journal to append to it; an incomplete last line is removed.</summary>
    /// <param name="path">The file.</param>
    /// <param name="word">What the work is called in messages, for example <c>sweep</c>.</param>
    /// <param name="content">Its contents.</param>
    /// <exception cref="ExperimentException">Refused: another process is writing to it. Failed: it cannot be
    /// read.</exception>
    internal static RunJournal Continue(string path, string word, out JournalContent content)
    {
        RefuseLink(path);
        RunJournal journal = Open(path, word, OpenExisting);
        try
        {
            content = Read(journal._stream, out _) ?? throw NoJournal(path, word);
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

    /// <summary>Stores a run.</summary>
    /// <exception cref="NativeIOException">It cannot be written completely; what was stored earlier still
    /// exists.</exception>
    internal void Append(RunRecord run)
    {
        Append(ResultsJson.Line(run));
        Appended++;
    }

    /// <summary>Removes the file if this object created it and has stored nothing in it.</summary>
    internal void RemoveIfEmpty()
    {
        if (_made is { } made && Appended == 0)
        {
            made.File.RemoveName();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _made?.File.Release();
        _made?.Directory.Dispose();
        _stream.Dispose();
    }

    private static void RefuseLink(string path)
    {
        if (SymbolicLinks.Said(FilePath.FromText(path)) is not null)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{path} is a symbolic link and is left alone: name the file itself with --journal");
        }
    }

    private static RunJournal Open(string path, string word, Func<FilePath, RunJournal> open)
    {
        try
        {
            return open(FilePath.FromText(path));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, word, e);
        }
    }

    // Without a buffer: on a full volume, disposal would try to write the rest again, and the result would be lost with
    // it.
    private static RunJournal OpenExisting(FilePath path) => new(
        path,
        TextPath.Use(
            path, text => new FileStream(text, FileMode.Open, FileAccess.ReadWrite, FileShare.None, bufferSize: 0)),
        made: null);

    private static RunJournal Make(FilePath path)
    {
        OpenDirectory directory = OpenDirectory.Holding(path.Parent);
        try
        {
            var entry = new DirectoryEntry(directory, path.Name);
            UnpublishedFile.TakeOver(entry, path.Name, PartMarks.Runs)?.Remove();
            UnpublishedFile file = UnpublishedFile.Create(entry, path.Name, PartMarks.Runs, FilePermissions.NewFile);
            return new RunJournal(path, new FileStream(file.Handle, FileAccess.ReadWrite, bufferSize: 0), (directory, file));
        }
        catch
        {
            directory.Dispose();
            throw;
        }
    }

    private static bool IsOurs(string path)
    {
        var name = FilePath.FromText(path);
        if (NativePlatform.Files.Open(name, FileAccessKind.Read, FileCreation.MustExist, out SafeFileHandle? handle).Failed)
        {
            return false;
        }

        using (handle)
        {
            return NativePlatform.Files.Status(handle!, out FileStatus status).Succeeded
                && PartMarks.Runs.IsOn(handle!, name, FileIdentity.Of(status));
        }
    }

    private static JournalContent? Contents(string path, string word, out bool isBlank)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(stream, out isBlank);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, word, e);
        }
    }

    // Null if not even the first line is valid; blank if the first line was never written completely: after a crash of
    // the machine a file may have its length but contain zeros.
    private static JournalContent? Read(FileStream stream, out bool isBlank)
    {
        byte[] bytes = new byte[stream.Length];
        stream.ReadExactly(bytes);
        isBlank = !bytes.AsSpan().ContainsAnyExcept((byte)0) || !bytes.AsSpan().Contains((byte)'\n');
        ResultDocument? preview = null;
        var runs = new List<RunRecord>();
        int start = 0;
        for (int end; (end = Array.IndexOf(bytes, (byte)'\n', start)) >= 0; start = end + 1)
        {
            string line = Encoding.UTF8.GetString(bytes, start, end - start);
            if (preview is null)
            {
                preview = ReadPreview(line);
                if (preview is null)
                {
                    return null;
                }
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

        return preview is null ? null : new JournalContent(preview, runs, start);
    }

    /// <summary>Reports that a file is not a journal of such work.</summary>
    internal static ExperimentException NoJournal(string path, string word) => new(
        Outcome.Refused, $"{path} is not a journal of {word} runs and is left alone: name another file with --journal");

    private static ExperimentException NothingKept(string path, string word, long length) => new(
        Outcome.Usage,
        $"there is no interrupted {word} to resume: {path} {(length == 0 ? "is empty" : "holds no run")}; leave out --resume");

    private static ExperimentException Unusable(string path, string word, Exception e) => new(
        IsLocked(e) ? Outcome.Refused : Outcome.Failed,
        IsLocked(e)
            ? $"the journal {path} is in use: another {word} is running; wait for it, or name another file with --journal"
            : $"cannot use the journal {path}: {FrameworkErrors.Cause(e)}; name another file with --journal",
        e);

    private static bool IsLocked(Exception e) => e is PartRefusedException { Reason: PartRefusal.InUse }
        || (NativeError.TryFrom(e, out NativeError error) && error.Kind == NativeErrorKind.WouldBlock);

    private void Append(string line)
    {
        try
        {
            _stream.Write(Encoding.UTF8.GetBytes(line + "\n"));
        }
        catch (Exception e) when (NativeError.TryFrom(e, out NativeError error))
        {
            throw new NativeIOException(
                "write", _path, error, hint: "Name another file with --journal");
        }
    }

    // A first line that cannot have been planned here is invalid: the file may have been changed.
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

/// <summary>The contents of a journal.</summary>
/// <param name="Preview">The work before its first run.</param>
/// <param name="Runs">The runs that have ended.</param>
/// <param name="Length">Bytes up to the end of the last complete line.</param>
internal sealed record JournalContent(ResultDocument Preview, IReadOnlyList<RunRecord> Runs, long Length);
