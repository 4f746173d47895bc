using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>
/// A result on its way to a file: opened before the work starts, so that an unwritable place is found early, and
/// put in place as a whole at the end. Until then an older result stays.
/// </summary>
internal sealed class ResultFile : IDisposable
{
    private readonly FileStream _stream;
    private readonly string? _temporary;
    private readonly string _target;
    private bool _done;

    private ResultFile(FileStream stream, string target, string? temporary)
    {
        _stream = stream;
        _target = target;
        _temporary = temporary;
        Writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), leaveOpen: true)
        {
            NewLine = "\n",
        };
    }

    /// <summary>Receives the result.</summary>
    internal StreamWriter Writer { get; }

    /// <summary>Opens the place of a result.</summary>
    /// <param name="option">The option that named it, for messages.</param>
    /// <param name="name">The file; created, or replaced at the end. A device or FIFO is written directly.</param>
    /// <exception cref="ExperimentException">It cannot be written; nothing was changed.</exception>
    internal static ResultFile Open(string option, string name)
    {
        FilePath path = Values.Path(option, name);
        if (!path.IsUtf8)
        {
            throw UsageError.Of($"{option} {path.Display}: a result's name must be UTF-8; choose another name");
        }

        try
        {
            return Open(option, path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"cannot write {option} {path.Display}: {Reason(e, path)}; name a file in a directory that you may write",
                e);
        }
    }

    /// <summary>Makes the result durable and gives it its name.</summary>
    /// <exception cref="IOException">It could not be written; an older result is still there.</exception>
    internal void Complete()
    {
        Writer.Flush();
        if (_temporary is not null)
        {
            _stream.Flush(flushToDisk: true);
            File.Move(_temporary, _target, overwrite: true);
        }

        _done = true;
    }

    /// <summary>Removes what is not complete while another thread may still write it: the process is about to end.</summary>
    internal void Abandon()
    {
        // Its directory may be gone already, and deleting would complain.
        if (!_done && File.Exists(_temporary))
        {
            File.Delete(_temporary);
        }
    }

    /// <summary>Removes what is not complete.</summary>
    public void Dispose()
    {
        _stream.Dispose();
        Abandon();
    }

    // The system's own message names the temporary file, which nobody asked for.
    private static string Reason(Exception e, FilePath path) => e switch
    {
        DirectoryNotFoundException => $"the directory {path.Parent.Display} does not exist",
        FileNotFoundException => $"{path.Parent.Display} takes no new files",
        UnauthorizedAccessException => $"no permission to write it, or to write in {path.Parent.Display}",
        _ => e.Message.TrimEnd('.'),
    };

    private static ResultFile Open(string option, FilePath path)
    {
        NativeResult result = NativePlatform.Files.StatusOf(path, out FileStatus status);
        if (result.Succeeded && status.Kind == FileKind.Directory)
        {
            throw UsageError.Of($"{option} {path.Display} is a directory; name a file");
        }

        string target = new FileInfo(path.Text).LinkTarget is null
            ? Path.GetFullPath(path.Text)
            : File.ResolveLinkTarget(path.Text, returnFinalTarget: true)!.FullName;
        if (result.Succeeded && status.Kind != FileKind.Regular)
        {
            return new ResultFile(OpenExisting(path.Text), target, temporary: null);
        }

        if (result.Succeeded)
        {
            // Renaming over a file asks only for rights to its directory; ask for those to the file, too.
            OpenExisting(target).Dispose();
        }

        string temporary = Path.Join(
            Path.GetDirectoryName(target),
            string.Create(CultureInfo.InvariantCulture, $".landspeed-{Guid.NewGuid():N}.tmp"));
        return new ResultFile(new FileStream(temporary, FileMode.CreateNew, FileAccess.Write), target, temporary);
    }

    private static FileStream OpenExisting(string name) =>
        new(name, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
}
