using System.Globalization;
using System.Text;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Streams;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Output;

/// <summary>
/// A result for a file: the target is tried before the work starts, so that an unwritable one is found early,
/// and filled as a whole at the end. Until then an older result stays, and nothing of ours lies beside it: what kill -9
/// ends leaves nothing behind. A device, a FIFO, and what the process was started with (<see cref="OwnDescriptor"/>) is
/// written directly.
/// </summary>
internal sealed class ResultFile : IDisposable
{
    private const int CharsAtATime = 16 * 1024;
    private const string StillThere = "; the previous file, if any, is unchanged";
    private const string Unsure = "; the file is written, but a power cut may take it away again";
    private const int Permissions = FilePermissions.NewFile;

    // The options whose directory may collect results: their names are the endings of the files.
    private static readonly string[] s_collecting = ["--json", "--csv", "--html"];
    private readonly string _option;
    private readonly FilePath _path;
    private readonly FilePath _target;
    private Stream? _device;
    private OpenDirectory? _held;
    private volatile WholeReplacement? _replacement;
    private FilePath? _moved;

    private ResultFile(string option, FilePath path, FilePath target)
    {
        (_option, _path, _target) = (option, path, target);
    }

    /// <summary>The option and the file, as they were given, for messages.</summary>
    internal string Named => $"{_option} {_path.Display}";

    /// <summary>Where the result is, for people, if its directory was renamed in the meantime; null if it is where it was requested.</summary>
    internal string? MovedText => _moved is null ? null
        : $"{_option} {_path.Display}: its directory was renamed during the run; the result is {_moved.Display}";

    /// <summary>Tries the target of a result.</summary>
    /// <param name="option">The option that named it, for messages.</param>
    /// <param name="name">The file; created, or replaced at the end. A directory with a slash at the end gets a new
    /// file, named after the time, so that results add up to a history.</param>
    /// <exception cref="ExperimentException">It cannot be written; nothing was changed.</exception>
    internal static ResultFile Open(string option, string name)
    {
        FilePath path = Values.Path(option, Collects(option) && name.EndsWith('/') ? NewIn(option, name) : name);
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
            Outcome outcome = OutOfSpace.OutcomeOf(e);
            string advice = outcome == Outcome.OutOfSpace
                ? "free some space, or name a file on another volume"
                : "name a file in a directory that you can write to";
            throw new ExperimentException(
                outcome, $"cannot write {option} {path.Display}: {Reason(e, path)}; {advice}", e);
        }
    }

    private static bool Collects(string option) => s_collecting.Contains(option, StringComparer.Ordinal);

    // To the millisecond; a number tells results of the same one apart.
    private static string NewIn(string option, string directory)
    {
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        string start = string.Create(CultureInfo.InvariantCulture, $"{directory}landspeed-{now:yyyyMMdd-HHmmss.fff}");
        string ending = $".{option[2..]}";
        string name = start + ending;
        for (int number = 2; Path.Exists(name); number++)
        {
            name = string.Create(CultureInfo.InvariantCulture, $"{start}-{number}{ending}");
        }

        return name;
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
                $"cannot write {Named}: {Reason(e, _path)}{Left(e)}",
                e);
        }
    }

    /// <summary>Removes what is not complete while another thread may still write it: the process is about to end.</summary>
    internal void Abandon() => _replacement?.Part.RemoveName();

    /// <summary>Closes the device that the result went to, or the directory that it lies in.</summary>
    public void Dispose()
    {
        _device?.Dispose();
        _held?.Dispose();
    }

    private string Left(Exception failure) => _device is not null ? string.Empty
        : failure is NativeIOException { Operation: "flush the directory" } ? Unsure : StillThere;

    private void Fill(Action<Stream> write)
    {
        if (_device is not null)
        {
            write(_device);
            return;
        }

        using OpenDirectory directory = Place();
        using WholeReplacement replacement = _replacement = Begin(directory, _target.Name);

        // Without a buffer: what could not be written would be tried again, and fail again, when it is closed. And not
        // the stream's own to close: a descriptor that is closed before it is unlocked stays locked in a child process
        // that was started this moment.
        using var borrowed = new SafeFileHandle(replacement.Part.Handle.DangerousGetHandle(), ownsHandle: false);
        using var stream = new DescriptorStream(borrowed, _target);
        write(stream);
        replacement.Publish();
        _moved = ReferenceEquals(directory, _held) ? NativePlatform.Trees.NameOf(directory.Handle)?.Join(_target.Name) : null;
        replacement.Settle();
    }

    // What was asked for is a name: who has replaced its directory wants the result in the new one. Where nothing has the name, the
    // directory was renamed, or the one above it, and holds the older result.
    private OpenDirectory Place()
    {
        try
        {
            return OpenDirectory.Holding(_target.Parent);
        }
        catch (NativeIOException e) when (e.Error.Kind == NativeErrorKind.NotFound
            && NativePlatform.Files.Status(_held!.Handle, out FileStatus held).Succeeded && held.LinkCount > 0)
        {
            return _held.Retain();
        }
    }

    private static WholeReplacement Begin(OpenDirectory directory, FilePath name) =>
        WholeReplacement.Begin(new DirectoryEntry(directory, name), Permissions);

    private static void WriteText(Stream stream, Action<TextWriter> write)
    {
        var writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), CharsAtATime, leaveOpen: true)
        {
            NewLine = "\n",
        };
        write(writer);
        writer.Flush();
    }

    // The system's own message names the temporary file, which the user did not name.
    private static string Reason(Exception e, FilePath path) => e switch
    {
        DirectoryNotFoundException => $"the directory {path.Parent.Display} does not exist",
        FileNotFoundException => $"{path.Parent.Display} does not accept new files",
        NativeIOException { Operation: "create", Error.Kind: NativeErrorKind.NotFound } => $"{path.Parent.Display} does not accept new files",
        NativeIOException { Error.Kind: NativeErrorKind.NotFound } => $"the directory {path.Parent.Display} does not exist",
        UnauthorizedAccessException or NativeIOException { Error.Kind: NativeErrorKind.AccessDenied or NativeErrorKind.NotPermitted }
            => $"no permission to write it, or to write in {path.Parent.Display}",
        _ => FrameworkErrors.Cause(e),
    };

    private static ResultFile Open(string option, FilePath path)
    {
        NativeResult result = NativePlatform.Files.StatusOf(path, out FileStatus status);
        if (result.Succeeded && status.Kind == FileKind.Directory)
        {
            throw UsageError.Of(Collects(option)
                ? $"{option} {path.Display} is a directory; write {path.Display}/ for a new file in it, or name a file"
                : $"{option} {path.Display} is a directory; name a file");
        }

        if (result.Failed && result.Error.Kind != NativeErrorKind.NotFound)
        {
            throw new NativeIOException("ask about", path, result.Error);
        }

        if (OwnDescriptor.Find(path) is { } descriptor)
        {
            return new ResultFile(option, path, path) { _device = OwnDescriptor.Open(descriptor, path) };
        }

        FilePath target = SymbolicLinks.Follow(path).Last();
        if (result.Succeeded && status.Kind != FileKind.Regular)
        {
            return new ResultFile(option, path, target) { _device = OpenExisting(path) };
        }

        if (result.Succeeded)
        {
            // Renaming over a file asks only for rights to its directory; ask for those to the file, too.
            OpenExisting(target).Dispose();
        }

        var file = new ResultFile(option, path, target) { _held = OpenDirectory.Holding(target.Parent) };
        try
        {
            WholeReplacement.RemoveLeft(new DirectoryEntry(file._held, target.Name));
            Begin(file._held, target.Name).Dispose();
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static DescriptorStream OpenExisting(FilePath path) =>
        new(TextPath.Use(
            path, text => File.OpenHandle(text, FileMode.Open, FileAccess.Write, FileShare.ReadWrite)), path);
}
