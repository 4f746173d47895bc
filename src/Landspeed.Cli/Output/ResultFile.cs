using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>
/// A result on its way to a file: its place is tried before the work starts, so that an unwritable one is found early,
/// and filled as a whole at the end. Until then an older result stays, and nothing of ours lies beside it: what kill -9
/// ends leaves nothing behind.
/// </summary>
internal sealed class ResultFile : IDisposable
{
    private const int CharsAtATime = 16 * 1024;
    private readonly string _option;
    private readonly FilePath _path;
    private readonly FileStream? _device;
    private readonly string? _temporary;
    private readonly string _target;

    private ResultFile(string option, FilePath path, string target, FileStream device)
    {
        (_option, _path, _target, _device) = (option, path, target, device);
    }

    private ResultFile(string option, FilePath path, string target, string temporary)
    {
        (_option, _path, _target, _temporary) = (option, path, target, temporary);
    }

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

    /// <summary>Writes the result, makes it durable and gives it its name.</summary>
    /// <param name="write">Writes it.</param>
    /// <exception cref="ExperimentException">It could not be written; an older result is still there.</exception>
    internal void Complete(Action<TextWriter> write) => CompleteBytes(stream => WriteText(stream, write));

    /// <summary>Writes the result as bytes, makes it durable and gives it its name.</summary>
    /// <param name="write">Writes it.</param>
    /// <exception cref="ExperimentException">It could not be written; an older result is still there.</exception>
    internal void CompleteBytes(Action<Stream> write)
    {
        try
        {
            Fill(write);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                OutOfSpace.OutcomeOf(e),
                $"cannot write {_option} {_path.Display}: {Reason(e, _path)}; what was there before is still there",
                e);
        }
        finally
        {
            Abandon();
        }
    }

    /// <summary>Removes what is not complete while another thread may still write it: the process is about to end.</summary>
    internal void Abandon()
    {
        // Its directory may be gone already, and deleting would complain.
        if (File.Exists(_temporary))
        {
            File.Delete(_temporary);
        }
    }

    /// <summary>Removes what is not complete.</summary>
    public void Dispose()
    {
        _device?.Dispose();
        Abandon();
    }

    // The stream has no buffer: what could not be written would be tried again, and fail again, when it is closed.
    private void Fill(Action<Stream> write)
    {
        if (_temporary is null)
        {
            write(_device!);
            return;
        }

        using (FileStream stream = New(_temporary))
        {
            write(stream);
            stream.Flush(flushToDisk: true);
        }

        File.Move(_temporary, _target, overwrite: true);
    }

    private static void WriteText(Stream stream, Action<TextWriter> write)
    {
        var writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), CharsAtATime, leaveOpen: true)
        {
            NewLine = "\n",
        };
        write(writer);
        writer.Flush();
    }

    // The system's own message names the temporary file, which nobody asked for.
    private static string Reason(Exception e, FilePath path) => e switch
    {
        DirectoryNotFoundException => $"the directory {path.Parent.Display} does not exist",
        FileNotFoundException => $"{path.Parent.Display} takes no new files",
        UnauthorizedAccessException => $"no permission to write it, or to write in {path.Parent.Display}",
        _ => e.Message.Split(" : ")[0].TrimEnd('.'),
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
            return new ResultFile(option, path, target, OpenExisting(path.Text));
        }

        if (result.Succeeded)
        {
            // Renaming over a file asks only for rights to its directory; ask for those to the file, too.
            OpenExisting(target).Dispose();
        }

        string temporary = Path.Join(
            Path.GetDirectoryName(target),
            string.Create(CultureInfo.InvariantCulture, $".landspeed-{Guid.NewGuid():N}.tmp"));
        New(temporary).Dispose();
        File.Delete(temporary);
        return new ResultFile(option, path, target, temporary);
    }

    private static FileStream OpenExisting(string name) =>
        new(name, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    private static FileStream New(string name) =>
        new(name, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0);
}
