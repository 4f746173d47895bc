using System.Text;
using Landspeed.Platform;

namespace Landspeed.Experiments.Journals;

/// <summary>
/// Keeps each run as it ends, so that an interrupted work can be carried on: a file of JSON lines, the work before its
/// first run in the first one. Locked while it is open, so that no two works write to it.
/// </summary>
/// <typeparam name="TPreview">The work before its first run.</typeparam>
/// <typeparam name="TRun">A run.</typeparam>
/// <remarks>For one thread. A line is handed to the system before the next run starts; it survives the process.</remarks>
internal sealed class RunJournal<TPreview, TRun> : IDisposable
    where TPreview : class
    where TRun : class
{
    private readonly JournalForm<TPreview, TRun> _form;
    private readonly FileStream _stream;
    private readonly bool _isNew;

    private RunJournal(JournalForm<TPreview, TRun> form, FileStream stream, bool isNew)
    {
        _form = form;
        _stream = stream;
        _isNew = isNew;
    }

    /// <summary>Runs appended by this work.</summary>
    internal int Appended { get; private set; }

    /// <summary>Reads a journal.</summary>
    /// <param name="form">Of which kind.</param>
    /// <param name="path">The file.</param>
    /// <exception cref="ExperimentException">Usage: there is none. Refused: it is no journal. Failed: it cannot be read.</exception>
    internal static JournalContent<TPreview, TRun> Read(JournalForm<TPreview, TRun> form, string path)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(form, stream, path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"there is no interrupted {form.Word} to resume: {path} does not exist; leave out --resume, or name its --journal",
                e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(form, path, e);
        }
    }

    /// <summary>Opens a new journal and writes its first line.</summary>
    /// <param name="form">Of which kind.</param>
    /// <param name="path">The file; must be free, see <see cref="CheckFree"/>.</param>
    /// <param name="preview">The work before its first run.</param>
    /// <exception cref="ExperimentException">Refused: there is a file already. Failed: it cannot be made.</exception>
    /// <exception cref="NativeIOException">It cannot be written; it was removed again.</exception>
    internal static RunJournal<TPreview, TRun> Create(JournalForm<TPreview, TRun> form, string path, TPreview preview)
    {
        CheckFree(form, path);
        RunJournal<TPreview, TRun> journal = Open(form, path, FileMode.Create);
        try
        {
            journal.Append(form.WritePreview(preview));
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
    /// <param name="form">Of which kind.</param>
    /// <param name="path">The place: free, or an empty file, or a journal without a run, as a killed work leaves it.</param>
    /// <exception cref="ExperimentException">Refused: there is a file, which may hold runs worth keeping.</exception>
    internal static void CheckFree(JournalForm<TPreview, TRun> form, string path)
    {
        RefuseLink(path);
        if (new FileInfo(path) is not { Exists: true, Length: > 0 and var length })
        {
            return;
        }

        JournalContent<TPreview, TRun> content = Read(form, path);
        if (content.Runs.Count > 0 || content.Length < length)
        {
            int count = content.Runs.Count;
            string held = count == 1 ? "1 run"
                : count > 1 ? FormattableString.Invariant($"{count} runs") : "a damaged run";
            throw new ExperimentException(
                Outcome.Refused,
                $"{path} holds {held} of an earlier {form.Word}: carry it on with --resume, or remove the file to start anew");
        }
    }

    /// <summary>Opens a journal to append to it; a line that was cut off is cut away.</summary>
    /// <param name="form">Of which kind.</param>
    /// <param name="path">The file.</param>
    /// <param name="content">What it holds.</param>
    /// <exception cref="ExperimentException">Refused: another work writes it. Failed: it cannot be read.</exception>
    internal static RunJournal<TPreview, TRun> Continue(JournalForm<TPreview, TRun> form, string path, out JournalContent<TPreview, TRun> content)
    {
        RefuseLink(path);
        RunJournal<TPreview, TRun> journal = Open(form, path, FileMode.Open);
        try
        {
            content = Read(form, journal._stream, path);
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
    internal void Append(TRun run)
    {
        Append(_form.WriteRun(run));
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

    private static RunJournal<TPreview, TRun> Open(JournalForm<TPreview, TRun> form, string path, FileMode mode)
    {
        try
        {
            // Without a buffer: on a full volume, disposal would try what is left in it again, and take the result along.
            return new RunJournal<TPreview, TRun>(
                form,
                new FileStream(path, mode, FileAccess.ReadWrite, FileShare.None, bufferSize: 0), mode == FileMode.Create);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(form, path, e);
        }
    }

    private static JournalContent<TPreview, TRun> Read(JournalForm<TPreview, TRun> form, FileStream stream, string path)
    {
        byte[] bytes = new byte[stream.Length];
        if (bytes.Length == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"there is no interrupted {form.Word} to resume: {path} is empty; leave out --resume");
        }

        stream.ReadExactly(bytes);
        TPreview? preview = null;
        var runs = new List<TRun>();
        int start = 0;
        for (int end; (end = Array.IndexOf(bytes, (byte)'\n', start)) >= 0; start = end + 1)
        {
            string line = Encoding.UTF8.GetString(bytes, start, end - start);
            if (preview is null)
            {
                preview = form.ReadPreview(line) ?? throw NoJournal(form, path);
            }
            else if (form.ReadRun(line) is { } run)
            {
                runs.Add(run);
            }
            else
            {
                break; // what follows a damaged line is measured again
            }
        }

        return new JournalContent<TPreview, TRun>(preview ?? throw NoJournal(form, path), runs, start);
    }

    private static ExperimentException NoJournal(JournalForm<TPreview, TRun> form, string path) => new(
        Outcome.Refused, $"{path} is no journal of {form.Word} runs and is left alone: name another file with --journal");

    private static ExperimentException Unusable(JournalForm<TPreview, TRun> form, string path, Exception e) => new(
        IsLocked(e) ? Outcome.Refused : Outcome.Failed,
        IsLocked(e)
            ? $"the journal {path} is in use: another {form.Word} is running; wait for it, or name another place with --journal"
            : $"cannot use the journal {path}: {e.Message.TrimEnd('.')}; name another place with --journal",
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
}
