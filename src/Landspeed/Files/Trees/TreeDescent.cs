using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Trees;

/// <summary>
/// A descent into a tree of any depth and back, with few descriptors: of the upper levels only the root stays open, and
/// on the way back a directory's own <c>..</c> is followed, which is accepted only if it is the directory that was
/// left.
/// </summary>
/// <remarks>For use by one thread. Symbolic links are not followed.</remarks>
internal sealed class TreeDescent : IDisposable
{
    private static readonly FilePath s_above = FilePath.FromBytes(".."u8);
    private readonly List<Level> _levels = [];

    /// <summary>Starts at a root.</summary>
    /// <param name="root">The root; still owned by the caller.</param>
    /// <param name="status">Its status.</param>
    internal TreeDescent(OpenDirectory root, in FileStatus status)
    {
        _levels.Add(new Level(root.Retain(), status) { IsOpen = true });
    }

    /// <summary>The current directory; must not be used after <see cref="Leave"/> failed.</summary>
    internal OpenDirectory Current => _levels[^1].Directory;

    /// <summary>Status of that directory when it was entered.</summary>
    internal FileStatus Status => _levels[^1].Status;

    /// <summary>Number of levels below the root.</summary>
    internal int Depth => _levels.Count - 1;

    /// <summary>Enters a directory.</summary>
    /// <returns>None, or why it cannot be entered; the descent then stays where it was.</returns>
    internal NativeError Enter(FilePath name)
    {
        OpenDirectory above = Current;
        NativeError error = Entries.TryOpen(new DirectoryEntry(above, name), EntryOpening.Directory, out SafeFileHandle? handle);
        if (error.IsError)
        {
            return error;
        }

        NativeResult asked = NativePlatform.Files.Status(handle!, out FileStatus status);
        if (asked.Failed)
        {
            handle!.Dispose();
            return asked.Error;
        }

        _levels.Add(new Level(above.Child(name, handle!), status) { IsOpen = true });
        int far = _levels.Count - 1 - DescriptorBudget.Levels;
        if (far > 0)
        {
            Close(_levels[far]);
        }

        return NativeError.None;
    }

    /// <summary>Returns to the parent directory.</summary>
    /// <returns>
    /// None; or why it is lost, for example because the directory below was moved: then only going further up is
    /// possible.
    /// </returns>
    internal NativeError Leave()
    {
        Level left = _levels[^1];
        _levels.RemoveAt(_levels.Count - 1);
        NativeError error = _levels[^1].IsOpen ? NativeError.None : Reopen(_levels[^1], left);
        Close(left);
        return error;
    }

    /// <summary>Closes all levels.</summary>
    public void Dispose() => _levels.ForEach(Close);

    private static NativeError Reopen(Level level, Level below)
    {
        if (!below.IsOpen)
        {
            return NativeError.Of(NativeErrorKind.NotFound);
        }

        NativeError error = Entries.TryOpen(
            new DirectoryEntry(below.Directory, s_above), EntryOpening.Directory, out SafeFileHandle? handle);
        if (error.IsError)
        {
            return error;
        }

        NativeResult asked = NativePlatform.Files.Status(handle!, out FileStatus status);
        if (asked.Failed || !Entries.IsSame(status, level.Status))
        {
            handle!.Dispose();
            return asked.Failed ? asked.Error : NativeError.Of(NativeErrorKind.NotFound);
        }

        level.Directory = level.Directory.Reopened(handle!);
        level.IsOpen = true;
        return NativeError.None;
    }

    private static void Close(Level level)
    {
        if (level.IsOpen)
        {
            level.IsOpen = false;
            level.Directory.Dispose();
        }
    }

    private sealed class Level(OpenDirectory directory, FileStatus status)
    {
        internal OpenDirectory Directory { get; set; } = directory;

        internal FileStatus Status { get; } = status;

        internal bool IsOpen { get; set; }
    }
}
