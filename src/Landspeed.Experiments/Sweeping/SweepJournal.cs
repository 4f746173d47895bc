using System.Text;
using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>
/// Keeps each run of a sweep as it ends: a file of JSON lines, the sweep before its first run in the first one. Locked
/// while it is open, so that no two sweeps write to it.
/// </summary>
/// <remarks>For one thread. A line is handed to the system before the next run starts; it survives the process.</remarks>
internal sealed class SweepJournal : IDisposable
{
    private readonly FileStream _stream;
    private readonly bool _isNew;

    private SweepJournal(FileStream stream, bool isNew)
    {
        _stream = stream;
        _isNew = isNew;
    }

    /// <summary>Runs appended by this sweep.</summary>
    internal int Appended { get; private set; }

    /// <summary>Reads a journal.</summary>
    /// <param name="path">The file.</param>
    /// <exception cref="ExperimentException">Usage: there is none. Refused: it is no journal. Failed: it cannot be read.</exception>
    internal static JournalContent Read(string path)
    {
        try
        {
            using FileStream stream = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(stream, path);
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"there is no interrupted sweep to resume: {path} does not exist; leave out --resume, or name its --journal",
                e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, e);
        }
    }

    /// <summary>Opens a new journal and writes its first line.</summary>
    /// <param name="path">The file; must be free, see <see cref="CheckFree"/>.</param>
    /// <param name="preview">The sweep before its first run.</param>
    /// <exception cref="ExperimentException">Refused: there is a file already. Failed: it cannot be made.</exception>
    /// <exception cref="NativeIOException">It cannot be written; it was removed again.</exception>
    internal static SweepJournal Create(string path, SweepDocument preview)
    {
        CheckFree(path);
        SweepJournal journal = Open(path, FileMode.Create);
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
    /// <param name="path">The place: free, or an empty file, or a journal without a run, as a killed sweep leaves it.</param>
    /// <exception cref="ExperimentException">Refused: there is a file, which may hold runs worth keeping.</exception>
    internal static void CheckFree(string path)
    {
        if (new FileInfo(path) is { Exists: true, Length: > 0 } && Read(path).Runs.Count is > 0 and var count)
        {
            string runs = count == 1 ? "1 run" : FormattableString.Invariant($"{count} runs");
            throw new ExperimentException(
                Outcome.Refused,
                $"{path} holds {runs} of an earlier sweep: carry it on with --resume, or remove the file to start anew");
        }
    }

    /// <summary>Opens a journal to append to it; a line that was cut off is cut away.</summary>
    /// <param name="path">The file.</param>
    /// <param name="content">What it holds.</param>
    /// <exception cref="ExperimentException">Refused: another sweep writes it. Failed: it cannot be read.</exception>
    internal static SweepJournal Continue(string path, out JournalContent content)
    {
        SweepJournal journal = Open(path, FileMode.Open);
        try
        {
            content = Read(journal._stream, path);
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
    internal void Append(SweepRunRecord run)
    {
        Append(ResultsJson.Line(run));
        Appended++;
    }

    /// <summary>Removes the file when this sweep has made it, and kept nothing in it.</summary>
    internal void RemoveIfEmpty()
    {
        if (_isNew && Appended == 0)
        {
            File.Delete(_stream.Name);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stream.Dispose();

    private static SweepJournal Open(string path, FileMode mode)
    {
        try
        {
            // Without a buffer: on a full volume, disposal would try what is left in it again, and take the result along.
            return new SweepJournal(
                new FileStream(path, mode, FileAccess.ReadWrite, FileShare.None, bufferSize: 0), mode == FileMode.Create);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(path, e);
        }
    }

    private static JournalContent Read(FileStream stream, string path)
    {
        byte[] bytes = new byte[stream.Length];
        if (bytes.Length == 0)
        {
            throw new ExperimentException(
                Outcome.Usage, $"there is no interrupted sweep to resume: {path} is empty; leave out --resume");
        }

        stream.ReadExactly(bytes);
        SweepDocument? preview = null;
        var runs = new List<SweepRunRecord>();
        int start = 0;
        for (int end; (end = Array.IndexOf(bytes, (byte)'\n', start)) >= 0; start = end + 1)
        {
            string line = Encoding.UTF8.GetString(bytes, start, end - start);
            if (preview is null)
            {
                preview = ResultsJson.ReadSweepLine(line) is { } read && SweepLimits.Permit(read)
                    ? read
                    : throw NoJournal(path);
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

        return new JournalContent(preview ?? throw NoJournal(path), runs, start);
    }

    private static ExperimentException NoJournal(string path) => new(
        Outcome.Refused, $"{path} is no journal of a sweep and is left alone: name another file with --journal");

    private static ExperimentException Unusable(string path, Exception e) => new(
        e is IOException and not DirectoryNotFoundException ? Outcome.Refused : Outcome.Failed,
        $"cannot use the journal {path}: {e.Message.TrimEnd('.')}; another sweep may be running, or name another "
        + "place with --journal",
        e);

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
