using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>A directory in which files are created, and the layout of the free space of its volume.</summary>
internal sealed class CreationVolume
{
    private CreationVolume(string state, FilePath directory, List<long> free, string? unknown)
    {
        (State, Directory, Unknown) = (state, directory, unknown);
        free.Sort();
        FreeSpace = free.Count == 0 ? Metrics.Of() : Metrics.Of(
            (Metrics.FreeRuns, free.Count), (Metrics.FreeRunMedian, free[(free.Count - 1) / 2]), (Metrics.FreeRunLongest, free[^1]));
    }

    /// <summary>A value of the axis of states.</summary>
    internal string State { get; }

    /// <summary>Where files are created.</summary>
    internal FilePath Directory { get; }

    /// <summary>Number and lengths of the free runs; empty if the file system does not report them.</summary>
    internal IReadOnlyDictionary<string, double> FreeSpace { get; }

    /// <summary>Why the free runs are unknown, or null if they are known.</summary>
    internal string? Unknown { get; }

    /// <summary>Reads the free space of a directory's volume.</summary>
    /// <exception cref="NativeIOException">The directory cannot be opened.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static CreationVolume Of(string state, FilePath directory, CancellationToken stop)
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(directory, out SafeFileHandle? handle);
        FileStatus status = default;
        opened = opened.Failed ? opened : NativePlatform.Files.Status(handle!, out status);
        if (opened.Failed)
        {
            handle?.Dispose();
            throw new NativeIOException("open", directory, opened.Error);
        }

        using (handle)
        {
            var free = new List<long>();
            NativeError error = FreeSpaceReader.Read(handle!, status.Device, range => free.Add(range.Length), stop, out long length);
            stop.ThrowIfCancellationRequested();
            string fileSystem = FileSystemNames.Mounted(handle!) ?? "an unknown file system";
            return new CreationVolume(
                state, directory, free,
                error.IsError ? $"{fileSystem} does not report its free space ({error.InParentheses})" : length == 0 ? $"{fileSystem} reported nothing about its device" : null);
        }
    }
}
