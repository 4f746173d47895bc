using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>
/// A directory that receives several files of one result: made when missing, and tried before the work starts, so that
/// an unwritable place is found early.
/// </summary>
internal sealed class ResultDirectory : IDisposable
{
    private readonly string _option;
    private readonly FilePath _path;
    private readonly bool _made;
    private bool _done;

    private ResultDirectory(string option, FilePath path, bool made)
    {
        _option = option;
        _path = path;
        _made = made;
    }

    /// <summary>Opens it.</summary>
    /// <param name="option">The option that named it, for messages.</param>
    /// <param name="name">The directory; that which holds it must be there.</param>
    /// <exception cref="ExperimentException">It cannot be made, or takes no files; nothing was changed.</exception>
    internal static ResultDirectory Open(string option, string name)
    {
        FilePath path = name.Length > 0
            ? FilePath.FromText(name)
            : throw UsageError.Of($"{option} names no directory: the name is empty");
        if (!path.IsUtf8)
        {
            throw UsageError.Of($"{option} {path.Display}: the name must be UTF-8; choose another one");
        }

        bool present = NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded;
        if (present && status.Kind != FileKind.Directory)
        {
            throw UsageError.Of($"{option} {path.Display} is no directory; name one, or one to be made");
        }

        var directory = new ResultDirectory(option, path, made: !present);
        try
        {
            directory.Try();
            return directory;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            directory.Dispose();
            throw new ExperimentException(
                Outcome.Failed,
                $"cannot write files in {option} {path.Display}: {Reason(e, path)}; name a directory in which you may write",
                e);
        }
    }

    /// <summary>Writes the files, each put in place as a whole.</summary>
    /// <param name="files">Name within the directory, and text.</param>
    /// <exception cref="ExperimentException">A name is taken by something else than a file.</exception>
    /// <exception cref="IOException">One could not be written; older ones are still there.</exception>
    internal void Complete(IEnumerable<(string Name, string Text)> files)
    {
        foreach ((string name, string text) in files)
        {
            using ResultFile file = ResultFile.Open(_option, Path.Join(_path.Text, name));
            file.Writer.Write(text);
            file.Complete();
        }

        _done = true;
    }

    /// <summary>Removes it when it was made and nothing is in it, from any thread.</summary>
    internal void Abandon()
    {
        if (_made && !_done && Directory.Exists(_path.Text) && !Directory.EnumerateFileSystemEntries(_path.Text).Any())
        {
            Directory.Delete(_path.Text);
        }
    }

    /// <inheritdoc cref="Abandon"/>
    public void Dispose() => Abandon();

    private static string Reason(Exception e, FilePath path) => e switch
    {
        DirectoryNotFoundException => $"the directory {path.Parent.Display} does not exist",
        UnauthorizedAccessException => $"no permission to write there, or in {path.Parent.Display}",
        _ => e.Message.TrimEnd('.'),
    };

    // Only the last of its directories is made: a typing error must not leave a tree behind.
    private void Try()
    {
        if (_made)
        {
            if (!Directory.Exists(_path.Parent.Text))
            {
                throw new DirectoryNotFoundException();
            }

            Directory.CreateDirectory(_path.Text);
        }

        string name = string.Create(CultureInfo.InvariantCulture, $".landspeed-{Guid.NewGuid():N}.tmp");
        using FileStream probe = new(
            Path.Join(_path.Text, name),
            new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, Options = FileOptions.DeleteOnClose });
    }
}
