using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Copying;

/// <summary>Lists the regular files below a directory; no symbolic link is followed.</summary>
internal static class TreeFiles
{
    private const int BufferLength = 64 * 1024;

    /// <summary>The files, with their names relative to the directory.</summary>
    /// <param name="directory">Where to begin.</param>
    /// <param name="stop">Ends it early, without an error.</param>
    /// <returns>Each name, and why a directory of that name cannot be read; null for a file.</returns>
    /// <exception cref="NativeIOException">The directory itself cannot be read.</exception>
    internal static IEnumerable<(FilePath Name, string? Problem)> Below(FilePath directory, CancellationToken stop)
    {
        // Names and not descriptors wait in line: a directory may have more of them than a process may have files open.
        var waiting = new Stack<FilePath?>([null]);
        while (waiting.TryPop(out FilePath? below) && !stop.IsCancellationRequested)
        {
            FilePath path = below is null ? directory : directory.Join(below);
            NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
            if (opened.Failed && below is null)
            {
                throw new NativeIOException("open the directory", path, opened.Error);
            }

            if (opened.Failed)
            {
                yield return (below!, $"cannot open the directory: {opened.Error}");
                continue;
            }

            using SafeFileHandle current = handle!;
            foreach ((FilePath name, FileKind kind) in Entries(current, path))
            {
                FilePath found = below?.Join(name) ?? name;
                if (kind == FileKind.Regular)
                {
                    yield return (found, null);
                }
                else if (kind == FileKind.Directory)
                {
                    waiting.Push(found);
                }
            }
        }
    }

    /// <summary>A name without the <c>./</c> that <c>find</c> puts before it.</summary>
    internal static FilePath Plain(FilePath name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        while (bytes.Length > 2 && bytes.StartsWith("./"u8))
        {
            bytes = bytes[2..].TrimStart((byte)'/');
        }

        return bytes.IsEmpty ? name : FilePath.FromBytes(bytes);
    }

    /// <summary>The names in an open directory, as far as it can be read.</summary>
    internal static IEnumerable<FilePath> Names(SafeFileHandle directory)
    {
        List<(FilePath Name, FileKind Kind)> entries = [];
        List(directory, entries);
        return entries.Select(entry => entry.Name);
    }

    private static List<(FilePath Name, FileKind Kind)> Entries(SafeFileHandle directory, FilePath path)
    {
        List<(FilePath Name, FileKind Kind)> entries = [];
        NativeResult listed = List(directory, entries);
        return listed.Succeeded ? entries : throw new NativeIOException("list the directory", path, listed.Error);
    }

    private static NativeResult List(SafeFileHandle directory, List<(FilePath Name, FileKind Kind)> entries)
    {
        byte[] buffer = new byte[BufferLength];
        while (true)
        {
            NativeResult read = NativePlatform.Trees.ReadNames(directory, buffer);
            if (read.Failed || read.Value == 0)
            {
                return read;
            }

            var records = new DirectoryRecords(buffer.AsSpan(0, (int)read.Value));
            while (records.MoveNext())
            {
                var name = FilePath.FromBytes(records.Name);
                entries.Add((name, records.Kind ?? KindOf(directory, name)));
            }
        }
    }

    private static FileKind KindOf(SafeFileHandle directory, FilePath name) =>
        NativePlatform.Trees.Status(directory, name, out FileStatus status).Succeeded ? status.Kind : FileKind.Unknown;
}
