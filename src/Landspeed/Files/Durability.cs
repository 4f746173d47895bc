using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// Makes files and names durable. One failed flush is final: file systems mark the pages they could not write as clean,
/// so that a second flush would succeed although data was lost (Rebello et al., USENIX ATC 2020).
/// </summary>
/// <remarks>Thread-safe. One system call each, which takes as long as the device does.</remarks>
/// <example>
/// <code>
/// using (SequentialWriteStream stream = SequentialFile.Create("settings.json.new"))
/// {
///     stream.Write("{}"u8);
///     stream.FlushToDisk(); // before the name: otherwise, a crash could leave the name without the bytes
/// }
///
/// File.Move("settings.json.new", "settings.json", overwrite: true);
/// Durability.FlushDirectory(".");
/// </code>
/// </example>
public static class Durability
{
    private const string Condemned =
        "What the file holds on the medium is unknown: write it again, a repeated flush proves nothing.";

    /// <summary>Waits until written data is durable.</summary>
    /// <param name="file">An open file, even if open for reading only; owned by the caller.</param>
    /// <param name="scope">What to make durable.</param>
    /// <exception cref="NativeIOException">
    /// The flush failed, or an earlier one had, in which case no system call is made; the file is condemned.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// Flushes of one file take turns: of two at the same time, the system would report the error to one and success to
    /// the other for the same lost data. A flush by an engine takes no turn. Source: fdatasync(2), fsync(2).
    /// </remarks>
    internal static void Flush(StorageFile file, FlushScope scope)
    {
        ArgumentNullException.ThrowIfNull(file);
        IFileCalls calls = NativePlatform.Files;
        SafeFileHandle handle = file.Handle;
        Func<NativeResult> flush = scope switch
        {
            FlushScope.Data => () => calls.FlushData(handle),
            FlushScope.DataAndMetadata => () => calls.FlushAll(handle),
            _ => throw new ArgumentOutOfRangeException(nameof(scope), scope, "not a scope"),
        };
        Flush(file, flush, isHarmless: static _ => false);
    }

    /// <summary>
    /// Writes back the dirty pages of a file, whoever made them dirty. If the file is open for reading only, a file
    /// system without a flush, such as squashfs, is not a failure, because it has nothing to write.
    /// </summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <inheritdoc cref="Flush(StorageFile, FlushScope)" path="/exception"/>
    internal static void WriteBack(StorageFile file)
    {
        SafeFileHandle handle = file.Handle;
        Flush(
            file,
            () => NativePlatform.Files.FlushData(handle),
            error => !file.CanWrite && error.Kind == NativeErrorKind.InvalidArgument);
    }

    /// <summary>
    /// Waits until the names in a directory are durable; use it after creating, renaming or removing one.
    /// </summary>
    /// <param name="directory">The directory's name.</param>
    /// <exception cref="NativeIOException">It is not a directory, cannot be opened, or the flush failed.</exception>
    /// <remarks>Opens and closes the directory.</remarks>
    public static void FlushDirectory(FilePath directory)
    {
        ArgumentNullException.ThrowIfNull(directory);
        IFileCalls calls = NativePlatform.Files;
        FileStatus status = default;
        Require(Interruptions.Retry(() => calls.StatusOf(directory, out status)), directory);
        if (status.Kind != FileKind.Directory)
        {
            throw new NativeIOException(
                "flush the directory",
                directory,
                NativeError.Of(NativeErrorKind.InvalidArgument),
                hint: "The name does not stand for a directory.");
        }

        Require(HoldingDirectory.Open(directory, out SafeFileHandle? handle, out bool isReadable), directory);
        using (handle)
        {
            Require(HoldingDirectory.Flush(handle!, isReadable), directory);
        }
    }

    /// <inheritdoc cref="FlushDirectory(FilePath)"/>
    /// <example>
    /// <code>
    /// File.WriteAllText("draft.txt", "a letter");
    /// File.Move("draft.txt", "letter.txt", overwrite: true);
    /// Durability.FlushDirectory("."); // from now on, a power cut does not bring the old name back
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static void FlushDirectory(string directory) => FlushDirectory(FilePath.FromText(directory));

    /// <summary>
    /// Gets what makes files durable on the file system of an open file or directory; if the system does not say, each
    /// flush.
    /// </summary>
    internal static VolumeFlush FlushOf(SafeFileHandle file) =>
        NativePlatform.Files.Volume(file, out VolumeStatus volume).Succeeded
            && NativePlatform.Files.Status(file, out FileStatus status).Succeeded
            ? NativePlatform.Host.FlushOf(volume, status)
            : VolumeFlush.Each;

    /// <summary>Creates the exception for a flush of a condemned file.</summary>
    internal static NativeIOException Failure(StorageFile file) =>
        new("flush", file.Path, file.CondemnedBy, hint: Condemned);

    private static void Flush(StorageFile file, Func<NativeResult> flush, Func<NativeError, bool> isHarmless)
    {
        lock (file.FlushTurn)
        {
            if (!file.IsCondemned && Interruptions.Retry(flush).Error is var error && !isHarmless(error))
            {
                file.Condemn(error);
            }
        }

        if (file.IsCondemned)
        {
            throw Failure(file);
        }
    }

    private static void Require(NativeResult result, FilePath directory)
    {
        if (result.Failed)
        {
            throw new NativeIOException("flush the directory", directory, result.Error);
        }
    }
}

/// <summary>What a flush makes durable.</summary>
public enum FlushScope
{
    /// <summary>The data, and the metadata needed to read it back, such as the length.</summary>
    Data,

    /// <summary>The data and all metadata, including times.</summary>
    DataAndMetadata,
}
