using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams;
using Landspeed.Streams.Blocks;
using Landspeed.Streams.Sequential;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// Opens files to be read or written from one end to the other, past the page cache and with many requests in flight:
/// what File.OpenRead and File.Create are to FileStream.
/// </summary>
/// <remarks>Thread-safe; what is opened belongs to one caller at a time.</remarks>
public static class SequentialFile
{
    /// <summary>Opens a file to be read.</summary>
    /// <param name="path">Its name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="FileNotFoundException">There is no such file.</exception>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>Five system calls; a direct file takes ten more and the read of one block. No thread yet.</remarks>
    public static SequentialReadStream OpenRead(string path, SequentialFileOptions? options = null) =>
        OpenRead(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenRead(string, SequentialFileOptions?)"/>
    public static SequentialReadStream OpenRead(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialReadStream(FileOpening.ForReading(path, options), options);
    }

    /// <summary>Opens the file behind a handle again, to be read from its start.</summary>
    /// <param name="handle">
    /// Says which file: the handle stays the caller's, its position is not used, and the file itself must allow
    /// reading.
    /// </param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="UnauthorizedAccessException">The user may not do this, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// The system refused otherwise, or refused the required mode, or the handle or another opener has the file locked.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static SequentialReadStream OpenRead(SafeFileHandle handle, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(handle, options);
        return new SequentialReadStream(FileOpening.ForReading(handle, options), options);
    }

    /// <summary>Creates a file, or cuts an existing one to nothing, to be written.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static SequentialWriteStream Create(string path, SequentialFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream Create(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialWriteStream(FileOpening.ForCreating(path, options), options, 0, 0);
    }

    /// <summary>Creates a file to be written; there must be none of that name.</summary>
    /// <param name="path">Its name.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write there.</exception>
    /// <exception cref="NativeIOException">
    /// There is something of that name, a symbolic link too (EEXIST); the system refused otherwise, or refused the
    /// required mode, and nothing was created.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>Of several that call it at once for one name, one gets the file.</remarks>
    public static SequentialWriteStream CreateNew(string path, SequentialFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream CreateNew(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialWriteStream(FileOpening.ForCreatingNew(path, options), options, 0, 0);
    }

    /// <summary>Opens a file, or creates a missing one, to be written over from its start; its length stays.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public static SequentialWriteStream OpenWrite(string path, SequentialFileOptions? options = null) =>
        OpenWrite(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenWrite(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream OpenWrite(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        StorageFile file = FileOpening.ForWriting(path, options);
        return new SequentialWriteStream(file, options, 0, 0);
    }

    /// <summary>Opens the file behind a handle again, to be written over from its start; its length stays.</summary>
    /// <param name="handle">
    /// Says which file: the handle stays the caller's, its position is not used, and the file itself must allow reading
    /// and writing.
    /// </param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="UnauthorizedAccessException">The user may not do this, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// The system refused otherwise, or refused the required mode, or the handle or another opener has the file locked.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static SequentialWriteStream OpenWrite(SafeFileHandle handle, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(handle, options);
        return new SequentialWriteStream(FileOpening.ForUpdating(handle, options), options, 0, 0);
    }

    /// <summary>Opens a file, or creates a missing one, to be written on from its end; what it holds is not touched.</summary>
    /// <param name="path">Its name; symbolic links are followed.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at the end of the file.</returns>
    /// <exception cref="DirectoryNotFoundException">There is no such directory.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write it, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">The system refused otherwise, or refused the required mode.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>The end is asked once: what others append to the file at the same time is overwritten.</remarks>
    public static SequentialWriteStream Append(string path, SequentialFileOptions? options = null) =>
        Append(FilePath.FromText(path), options);

    /// <inheritdoc cref="Append(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream Append(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        StorageFile file = FileOpening.ForWriting(path, options);
        long end = file.Length;
        return new SequentialWriteStream(file, options, end, end);
    }

    /// <summary>The bytes of a file, block by block, without a copy.</summary>
    /// <param name="path">Its name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Ends the loop before its next block, by an
    /// <see cref="OperationCanceledException"/>.</param>
    /// <returns>For one foreach or several: each opens the file. A block is valid until the next one.</returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    /// <remarks>The loop throws what <see cref="BlockReader.Open(string, SequentialFileOptions?)"/> and
    /// <see cref="BlockReader.Read"/> throw.</remarks>
    public static BlockEnumerable ReadBlocks(
        string path, SequentialFileOptions? options = null, CancellationToken cancellationToken = default) =>
        ReadBlocks(FilePath.FromText(path), options, cancellationToken);

    /// <inheritdoc cref="ReadBlocks(string, SequentialFileOptions?, CancellationToken)"/>
    public static BlockEnumerable ReadBlocks(
        FilePath path, SequentialFileOptions? options = null, CancellationToken cancellationToken = default) =>
        new(path, SequentialFileOptions.Checked(path, options), cancellationToken);

    /// <summary>The bytes of a file, block by block, without a copy, for await foreach.</summary>
    /// <param name="path">Its name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">How; null for the defaults.</param>
    /// <param name="cancellationToken">Ends the wait for a block, and the loop.</param>
    /// <returns>
    /// Opens the file when the loop begins. A block is valid until the next one: who collects blocks, or works on one
    /// elsewhere, copies it before, else the use of it throws an <see cref="ObjectDisposedException"/>.
    /// </returns>
    /// <remarks>The loop throws what <see cref="BlockReader.Open(string, SequentialFileOptions?)"/> and
    /// <see cref="BlockReader.ReadAsync"/> throw.</remarks>
    public static IAsyncEnumerable<ReadOnlyMemory<byte>> ReadBlocksAsync(
        string path, SequentialFileOptions? options = null, CancellationToken cancellationToken = default) =>
        ReadBlocksAsync(FilePath.FromText(path), options, cancellationToken);

    /// <inheritdoc cref="ReadBlocksAsync(string, SequentialFileOptions?, CancellationToken)"/>
    public static async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadBlocksAsync(
        FilePath path,
        SequentialFileOptions? options = null,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await using BlockReader reader = BlockReader.Open(path, options);
        while (true)
        {
            using ReadBlock block = await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
            if (block.IsEnd)
            {
                yield break;
            }

            yield return block.Memory;
        }
    }
}
