using Landspeed.Cli.Arguments;
using Landspeed.Experiments;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Output;

/// <summary>
/// A directory that receives several files of one result: made when missing, and tried before the work starts, so that
/// an unwritable one is found early.
/// </summary>
internal sealed class ResultDirectory : IDisposable
{
    private readonly FilePath _path;
    private readonly bool _made;
    private readonly List<(string Name, ResultFile File)> _files = [];
    private bool _done;

    private ResultDirectory(FilePath path, bool made)
    {
        _path = path;
        _made = made;
    }

    /// <summary>Tries it for its files.</summary>
    /// <param name="option">The option that named it, for messages.</param>
    /// <param name="name">The directory; that which holds it must be there.</param>
    /// <param name="files">The names of the files.</param>
    /// <exception cref="ExperimentException">It cannot be made, or takes no files; nothing was changed.</exception>
    internal static ResultDirectory Open(string option, string name, IEnumerable<string> files)
    {
        FilePath path = PathOf(option, name);
        bool present = NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded;
        if (present && status.Kind != FileKind.Directory)
        {
            throw UsageError.Of($"{option} {path.Display} is not a directory; name an existing or a new one");
        }

        if (!present)
        {
            Make(option, path);
        }

        var directory = new ResultDirectory(path, made: !present);
        try
        {
            foreach (string file in files)
            {
                directory._files.Add((file, ResultFile.Open(option, Path.Join(path.Text, file))));
            }

            return directory;
        }
        catch
        {
            directory.Dispose();
            throw;
        }
    }

    /// <summary>The directory's name.</summary>
    /// <exception cref="ExperimentException">It is empty, or not UTF-8.</exception>
    internal static FilePath PathOf(string option, string name)
    {
        FilePath path = name.Length > 0
            ? Values.Path(option, name)
            : throw UsageError.Of($"{option} names no directory: the name is empty");
        return path.IsUtf8
            ? path
            : throw UsageError.Of($"{option} {path.Display}: the name must be UTF-8; choose another one");
    }

    /// <summary>Writes the files, each published as a whole.</summary>
    /// <param name="write">Gives the text of a file by its name.</param>
    /// <exception cref="ExperimentException">One could not be written; older ones are still there.</exception>
    internal void Complete(Func<string, string> write)
    {
        foreach ((string name, ResultFile file) in _files)
        {
            file.Complete(writer => writer.Write(write(name)));
            _done = true;
        }
    }

    /// <summary>Removes what is not complete, from any thread: the process is about to end.</summary>
    internal void Abandon()
    {
        _files.ForEach(file => file.File.Abandon());
        RemoveDirectory();
    }

    /// <summary>Removes what is not complete.</summary>
    public void Dispose()
    {
        _files.ForEach(file => file.File.Dispose());
        RemoveDirectory();
    }

    private void RemoveDirectory()
    {
        if (_made && !_done && NameKinds.IsDirectory(_path))
        {
            // Only an empty one goes.
            TextPath.Use(_path.Parent, parent => RemoveEmpty(Path.Join(parent, _path.Name.Text)));
        }
    }

    private static bool RemoveEmpty(string path)
    {
        bool isEmpty = !Directory.EnumerateFileSystemEntries(path).Any();
        if (isEmpty)
        {
            Directory.Delete(path);
        }

        return isEmpty;
    }

    // Only the last of its directories is made: a typing error must not leave a tree behind.
    private static void Make(string option, FilePath path)
    {
        try
        {
            if (!NameKinds.IsDirectory(path.Parent))
            {
                throw new DirectoryNotFoundException();
            }

            TextPath.Use(path, Directory.CreateDirectory);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"cannot make {option} {path.Display}: {Reason(e, path)}; name a directory that you can write to",
                e);
        }
    }

    private static string Reason(Exception e, FilePath path) => e switch
    {
        DirectoryNotFoundException => $"the directory {path.Parent.Display} does not exist",
        UnauthorizedAccessException => $"no permission to write in {path.Parent.Display}",
        _ => FrameworkErrors.Cause(e),
    };
}
