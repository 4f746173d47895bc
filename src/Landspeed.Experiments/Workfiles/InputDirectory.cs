using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>The files to process: the regular ones of one directory, in the order of their names.</summary>
/// <remarks>Immutable. Directories, links and our own sidecar marks in it are ignored.</remarks>
internal sealed class InputDirectory
{
    private InputDirectory(FilePath path, IReadOnlyList<InputFile> files, int leftOut)
    {
        (Path, Files, LeftOut) = (path, files, leftOut);
        TotalBytes = files.Sum(file => file.Length);
    }

    /// <summary>The directory.</summary>
    public FilePath Path { get; }

    /// <summary>The files, one or more.</summary>
    public IReadOnlyList<InputFile> Files { get; }

    /// <summary>Total number of bytes.</summary>
    public long TotalBytes { get; }

    /// <summary>
    /// Entries that are not regular files, and are not processed: directories, symbolic links, FIFOs.
    /// </summary>
    public int LeftOut { get; }

    /// <summary>Lists a directory.</summary>
    /// <param name="path">The directory; symbolic links are followed.</param>
    /// <returns>Its files.</returns>
    /// <exception cref="ExperimentException">It is missing, cannot be read, or has no file that can be
    /// processed.</exception>
    public static InputDirectory Read(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
        if (opened.Failed)
        {
            throw new ExperimentException(
                Outcome.Usage,
                $"cannot open the directory {path.Display}: {opened.Error}; name an existing directory to read from");
        }

        using (handle)
        {
            RefuseStrangeName(path);
            List<InputFile> files = List(handle!, path, out int leftOut);
            return files.Count > 0
                ? new InputDirectory(path, files, leftOut)
                : throw new ExperimentException(
                    Outcome.Usage,
                    $"the directory {path.Display} has no regular files: landspeed create makes a data set");
        }
    }

    /// <summary>Returns the path of a file.</summary>
    /// <param name="index">Zero-based.</param>
    public FilePath PathOf(int index) => Path.Join(Files[index].Name);

    /// <summary>Returns only the first files: up to 32 of them, and not many more than 4 MiB.</summary>
    internal InputDirectory First()
    {
        long bytes = 0;
        return new InputDirectory(Path, [.. Files.Take(32).TakeWhile(file => (bytes += file.Length) - file.Length < 4 << 20)], LeftOut);
    }

    /// <summary>Returns the first file that no longer exists, or null.</summary>
    internal FilePath? FirstMissing() => Files.Select(file => Path.Join(file.Name)).FirstOrDefault(
        path => NativePlatform.Files.StatusOf(path, out _) is { Failed: true, Error.Kind: NativeErrorKind.NotFound });

    private static List<InputFile> List(SafeFileHandle directory, FilePath path, out int leftOut)
    {
        leftOut = 0;
        List<InputFile> files = [];
        foreach (FilePath name in TreeFiles.Names(directory))
        {
            if (IsSidecar(name) || NativePlatform.Trees.Status(directory, name, out FileStatus status).Failed)
            {
                continue;
            }

            if (status.Kind != FileKind.Regular)
            {
                leftOut++;
                continue;
            }

            RefuseStrangeName(path.Join(name));
            files.Add(new InputFile(name, status.Length, status.Modified));
        }

        files.Sort((left, right) => left.Name.Bytes.SequenceCompareTo(right.Name.Bytes));
        return files;
    }

    private static bool IsSidecar(FilePath name) =>
        name.Bytes.StartsWith("."u8) && name.Bytes.EndsWith(".landspeed"u8);

    // .NET's own file classes, which two of the strategies use, cannot open such a name.
    private static void RefuseStrangeName(FilePath path)
    {
        if (!path.IsUtf8)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"the name {path.Display} is not UTF-8, and .NET's FileStream, which is compared here, cannot open it: rename it");
        }
    }
}

/// <summary>One file to process, as it was when the directory was listed.</summary>
/// <param name="Name">Its name in the directory; the result has the same name.</param>
/// <param name="Length">Its length in bytes.</param>
/// <param name="Modified">Last change of its content.</param>
internal sealed record InputFile(FilePath Name, long Length, FileTime Modified);
