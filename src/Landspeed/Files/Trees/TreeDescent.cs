using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Trees;

/// <summary>
/// A way down a tree and back up, of any depth, with few descriptors: of the levels far above only the root stays open,
/// and coming back the way is found by the directory's own <c>..</c>, believed only when it is the one that was left.
/// </summary>
/// <remarks>For one thread. No symbolic link is followed.</remarks>
internal sealed class TreeDescent : IDisposable
{
    private static readonly FilePath s_above = FilePath.FromBytes(".."u8);
    private readonly List<Level> _levels = [];

    /// <summary>Starts at a root.</summary>
    /// <param name="root">Stays the caller's.</param>
    /// <param name="status">What it is.</param>
    internal TreeDescent(OpenDirectory root, in FileStatus status)
    {
        _levels.Add(new Level(root.Retain(), status) { IsOpen = true });
    }

    /// <summary>The directory where it stands; not for use after <see cref="Leave"/> failed.</summary>
    internal OpenDirectory Current => _levels[^1].Directory;

    /// <summary>What that directory was when it was entered.</summary>
    internal FileStatus Status => _levels[^1].Status;

    /// <summary>Levels below the root.</summary>
    internal int Depth => _levels.Count - 1;

    /// <summary>Goes into a directory.</summary>
    /// <returns>None, or why it cannot; then it stands where it stood.</returns>
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

    /// <summary>Goes back to the directory above.</summary>
    /// <returns>
    /// None; or why it is lost, for example because somebody moved the one below: then only going further up is possible.
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
