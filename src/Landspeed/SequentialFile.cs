using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Streams;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// Opens files for reading or writing from one end to the other, bypassing the page cache and with many requests in
/// flight: the counterpart of File.OpenRead and File.Create, which return a FileStream.
/// </summary>
/// <remarks>Thread-safe; each opened object must be used by one caller at a time.</remarks>
/// <example>
/// <code>
/// await using SequentialReadStream source = SequentialFile.OpenRead("big.dat");
/// await using SequentialWriteStream target = SequentialFile.Create("streamed.dat");
/// await source.CopyToAsync(target);
/// await target.FlushToDiskAsync();
/// </code>
/// </example>
public static class SequentialFile
{
    /// <summary>Opens a file for reading.</summary>
    /// <param name="path">File name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="FileNotFoundException">The file does not exist.</exception>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not read it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>
    /// Five system calls; a direct file takes ten more and the read of one block. Starts no thread yet.
    /// </remarks>
    /// <example>
    /// <code>
    /// using SequentialReadStream stream = SequentialFile.OpenRead("big.dat");
    /// byte[] digest = System.Security.Cryptography.SHA256.HashData(stream);
    /// Console.WriteLine(Convert.ToHexString(digest));
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static SequentialReadStream OpenRead(string path, SequentialFileOptions? options = null) =>
        OpenRead(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenRead(string, SequentialFileOptions?)"/>
    public static SequentialReadStream OpenRead(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialReadStream(FileOpening.ForReading(path, options), options);
    }

    /// <summary>Opens the file behind a handle again, for reading from its start.</summary>
    /// <param name="handle">
    /// Identifies the file. The handle still belongs to the caller and its position is not used; the file itself must
    /// permit reading.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="UnauthorizedAccessException">The user lacks the permission, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, the required mode was refused, or the handle or another opener holds a lock on
    /// the file.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static SequentialReadStream OpenRead(SafeFileHandle handle, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(handle, options);
        return new SequentialReadStream(FileOpening.ForReading(handle, options), options);
    }

    /// <summary>Creates a file, or truncates an existing one, for writing.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// using SequentialWriteStream stream = SequentialFile.Create("report.txt");
    /// using (var writer = new StreamWriter(stream, leaveOpen: true))
    /// {
    ///     writer.WriteLine("all is well");
    /// }
    ///
    /// stream.FlushToDisk();
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static SequentialWriteStream Create(string path, SequentialFileOptions? options = null) =>
        Create(FilePath.FromText(path), options);

    /// <inheritdoc cref="Create(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream Create(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialWriteStream(FileOpening.ForCreating(path, options), options, 0, 0);
    }

    /// <summary>Creates a file for writing; fails if the name exists.</summary>
    /// <param name="path">File name.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to the directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NativeIOException">
    /// The name already exists, even as a symbolic link (EEXIST); or another system error occurred, or the required
    /// mode was refused, and nothing was created.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>If several callers race for one name, only one gets the file.</remarks>
    /// <example>
    /// <code>
    /// using SequentialWriteStream result = SequentialFile.CreateNew("job-17.result"); // fails if it exists
    /// result.Write("done"u8);
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static SequentialWriteStream CreateNew(string path, SequentialFileOptions? options = null) =>
        CreateNew(FilePath.FromText(path), options);

    /// <inheritdoc cref="CreateNew(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream CreateNew(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        return new SequentialWriteStream(FileOpening.ForCreatingNew(path, options), options, 0, 0);
    }

    /// <summary>Opens a file, or creates it if missing, to overwrite it from its start; its length is kept.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <example>
    /// <code>
    /// File.WriteAllText("state.txt", "running since Monday");
    /// using SequentialWriteStream stream = SequentialFile.OpenWrite("state.txt");
    /// stream.Write("stopped"u8);
    /// stream.SetLength(stream.Position); // otherwise, the rest of the old content stays
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static SequentialWriteStream OpenWrite(string path, SequentialFileOptions? options = null) =>
        OpenWrite(FilePath.FromText(path), options);

    /// <inheritdoc cref="OpenWrite(string, SequentialFileOptions?)"/>
    public static SequentialWriteStream OpenWrite(FilePath path, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(path, options);
        StorageFile file = FileOpening.ForWriting(path, options);
        return new SequentialWriteStream(file, options, 0, 0);
    }

    /// <summary>Opens the file behind a handle again, to overwrite it from its start; its length is kept.</summary>
    /// <param name="handle">
    /// Identifies the file. The handle still belongs to the caller and its position is not used; the file itself must
    /// permit reading and writing.
    /// </param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at offset 0.</returns>
    /// <exception cref="UnauthorizedAccessException">The user lacks the permission, or it is a directory.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, the required mode was refused, or the handle or another opener holds a lock on
    /// the file.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="ObjectDisposedException">The handle is closed.</exception>
    public static SequentialWriteStream OpenWrite(SafeFileHandle handle, SequentialFileOptions? options = null)
    {
        options = SequentialFileOptions.Checked(handle, options);
        return new SequentialWriteStream(FileOpening.ForUpdating(handle, options), options, 0, 0);
    }

    /// <summary>
    /// Opens a file, or creates it if missing, to append at its end; existing content is not touched.
    /// </summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <returns>The stream, owned by the caller, at the end of the file.</returns>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The user may not write to it, or it is a directory.</exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>
    /// The end is looked up once; bytes that others append to the file at the same time are overwritten.
    /// </remarks>
    /// <example>
    /// <code>
    /// using SequentialWriteStream log = SequentialFile.Append("audit.log");
    /// log.Write("signed in\n"u8);
    /// log.FlushToDisk();
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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

    /// <summary>Enumerates the bytes of a file block by block, without a copy.</summary>
    /// <param name="path">File name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">
    /// Ends the loop before its next block, with an <see cref="OperationCanceledException"/>.
    /// </param>
    /// <returns>For one foreach or several; each opens the file. A block is valid until the next one.</returns>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>The loop throws what <see cref="BlockReader.Open(string, SequentialFileOptions?)"/> and
    /// <see cref="BlockReader.Read"/> throw.</remarks>
    /// <example>
    /// <code>
    /// long zeros = 0;
    /// foreach (ReadOnlySpan&lt;byte&gt; block in SequentialFile.ReadBlocks("big.dat"))
    /// {
    ///     zeros += block.Count((byte)0);
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static BlockEnumerable ReadBlocks(
        string path, SequentialFileOptions? options = null, CancellationToken cancellationToken = default) =>
        ReadBlocks(FilePath.FromText(path), options, cancellationToken);

    /// <inheritdoc cref="ReadBlocks(string, SequentialFileOptions?, CancellationToken)"/>
    public static BlockEnumerable ReadBlocks(
        FilePath path, SequentialFileOptions? options = null, CancellationToken cancellationToken = default) =>
        new(path, SequentialFileOptions.Checked(path, options), cancellationToken);

    /// <summary>Enumerates the bytes of a file block by block, without a copy, for await foreach.</summary>
    /// <param name="path">File name; lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8.</param>
    /// <param name="options">Settings, or null for the defaults.</param>
    /// <param name="cancellationToken">Ends the wait for a block, and the loop.</param>
    /// <returns>
    /// A sequence that opens the file when the loop begins. A block is valid until the next one: to collect blocks or
    /// process them elsewhere, copy them first. Using a block later throws an <see cref="ObjectDisposedException"/>.
    /// </returns>
    /// <remarks>The loop throws what <see cref="BlockReader.Open(string, SequentialFileOptions?)"/> and
    /// <see cref="BlockReader.ReadAsync"/> throw.</remarks>
    /// <example>
    /// <code>
    /// using var response = new MemoryStream();
    /// await foreach (ReadOnlyMemory&lt;byte&gt; block in SequentialFile.ReadBlocksAsync("big.dat"))
    /// {
    ///     await response.WriteAsync(block);
    /// }
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
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
