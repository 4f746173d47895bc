using System.Runtime.CompilerServices;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Landspeed.Streams;
using Microsoft.Win32.SafeHandles;

namespace Landspeed;

/// <summary>
/// Replaces a file as a whole: at every moment, also after a crash or a power cut, the name has the complete old
/// content or the complete new one.
/// </summary>
/// <remarks>
/// <para>The new content is written to a hidden file in the same directory, made durable, and then given the name. It
/// is durable when the call returns. If <c>write</c> or the system fails, or the process is killed, the old file is
/// unchanged. A hidden file that a killed process leaves (<c>.NAME.….landspeed-part</c>) is removed by the next
/// replacement of that name.</para>
/// <para>It is a new file: other hard links keep the old content, a process that has the old file open goes on
/// reading the old content, and extended attributes and access lists are not taken over. Permissions are, and owner and
/// group if the process may set them. A symbolic link stays, and the file that it leads to is replaced.</para>
/// <para>Calls may overlap; of several for one name, the last to end wins.</para>
/// </remarks>
/// <example>
/// <code>
/// AtomicFile.Replace("settings.json", stream => stream.Write("{ \"theme\": \"dark\" }"u8));
/// </code>
/// </example>
public static class AtomicFile
{
    /// <summary>Replaces a file, or creates it if missing.</summary>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="write">Writes the new content into the stream, which it may but need not dispose.</param>
    /// <param name="options">
    /// Settings, or null for the defaults; no other process can open the file by its name, so <c>Share</c> is ignored.
    /// </param>
    /// <exception cref="DirectoryNotFoundException">The directory does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">
    /// The user may not write to the file or to its directory, or it is a directory.
    /// </exception>
    /// <exception cref="PathTooLongException">The name or path is longer than the system permits.</exception>
    /// <exception cref="NotRegularFileException">It is a device, FIFO or socket.</exception>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, for example the volume is full; the old file is unchanged. If the operation is
    /// <c>flush the directory</c>, the name has the new content, which a power cut may take away again.
    /// </exception>
    /// <exception cref="ArgumentException">The options say that the file is removed when it is closed.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <remarks>
    /// What <paramref name="write"/> throws, this throws, and nothing has changed. The call costs two flushes of the
    /// device.
    /// </remarks>
    /// <example>
    /// <code>
    /// AtomicFile.Replace("report.csv", stream =>
    /// {
    ///     using var writer = new StreamWriter(stream);
    ///     writer.WriteLine("name;bytes");
    ///     writer.WriteLine("big.dat;3000001");
    /// });
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static void Replace(
        string path, Action<SequentialWriteStream> write, SequentialFileOptions? options = null) =>
        Replace(FilePath.FromText(path), write, options);

    /// <inheritdoc cref="Replace(string, Action{SequentialWriteStream}, SequentialFileOptions?)"/>
    public static void Replace(
        FilePath path, Action<SequentialWriteStream> write, SequentialFileOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(write);
        using Work work = Begin(path, options);
        try
        {
            write(work.Stream);
        }
        catch
        {
            work.Abandon();
            throw;
        }

        work.Stream.Dispose();
        work.Complete();
    }

    /// <inheritdoc cref="Replace(string, Action{SequentialWriteStream}, SequentialFileOptions?)"/>
    /// <param name="path">File name; symbolic links are followed.</param>
    /// <param name="write">
    /// Writes the new content into the stream, which it may but need not dispose; receives the token.
    /// </param>
    /// <param name="options">Settings, or null for the defaults; <c>Share</c> is ignored.</param>
    /// <param name="cancellationToken">Ends it, before the file has its name.</param>
    /// <exception cref="OperationCanceledException">It was cancelled; the old file is unchanged.</exception>
    /// <example>
    /// <code>
    /// await AtomicFile.ReplaceAsync(
    ///     "zeros.dat", (stream, token) => stream.WriteAsync(new byte[1_000_000], token).AsTask());
    /// </code>
    /// </example>
    [OverloadResolutionPriority(1)]
    public static Task ReplaceAsync(
        string path,
        Func<SequentialWriteStream, CancellationToken, Task> write,
        SequentialFileOptions? options = null,
        CancellationToken cancellationToken = default) =>
        ReplaceAsync(FilePath.FromText(path), write, options, cancellationToken);

    /// <inheritdoc cref="ReplaceAsync(string,
    /// Func{SequentialWriteStream, CancellationToken, Task}, SequentialFileOptions?, CancellationToken)"/>
    public static async Task ReplaceAsync(
        FilePath path,
        Func<SequentialWriteStream, CancellationToken, Task> write,
        SequentialFileOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(write);
        cancellationToken.ThrowIfCancellationRequested();
        using Work work = Begin(path, options);
        try
        {
            await write(work.Stream, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }
        catch
        {
            work.Abandon();
            throw;
        }

        await work.Stream.DisposeAsync().ConfigureAwait(false);

        // Flushes are system calls that block for as long as the device needs.
        await Task.Run(work.Complete, CancellationToken.None).ConfigureAwait(false);
    }

    private static Work Begin(FilePath path, SequentialFileOptions? options)
    {
        options = SequentialFileOptions.Checked(path, options);
        if (options.DeleteOnClose)
        {
            throw new ArgumentException("a file that is removed when it is closed replaces nothing", nameof(options));
        }

        return FileOpening.AsFileClassesDo(path, () => new Work(SymbolicLinks.Follow(path).Last(), options));
    }

    private sealed class Work : IDisposable
    {
        // As an owner: it stays as it is (chown(2)).
        private const uint Unchanged = uint.MaxValue;

        private readonly OpenDirectory _directory;
        private readonly WholeReplacement _replacement;
        private readonly FileStatus? _old;

        internal Work(FilePath target, SequentialFileOptions options)
        {
            _old = Old(target);
            _directory = OpenDirectory.Holding(target.Parent);
            try
            {
                var final = new DirectoryEntry(_directory, target.Name);
                WholeReplacement.RemoveLeft(final);
                int permissions = _old is not null ? UnpublishedFile.OwnerOnly
                    : (int?)options.UnixCreateMode ?? FilePermissions.NewFile;
                _replacement = WholeReplacement.Begin(final, permissions);
            }
            catch
            {
                _directory.Dispose();
                throw;
            }

            try
            {
                UnpublishedFile part = _replacement.Part;
                Stream = new SequentialWriteStream(
                    FileOpening.ForReplacing(part.Handle, part.Path, options), options, 0, 0);
            }
            catch
            {
                Dispose();
                throw;
            }
        }

        internal SequentialWriteStream Stream { get; }

        public void Dispose()
        {
            _replacement.Dispose();
            _directory.Dispose();
        }

        // The exception on its way says more.
        internal void Abandon()
        {
            try
            {
                Stream.Dispose();
            }
            catch (IOException)
            {
            }
        }

        // The stream is closed.
        internal void Complete()
        {
            Stream.ThrowIfFailed();
            if (_old is { } old)
            {
                TakeOver(old);
            }

            _replacement.Publish();
            _replacement.Settle();
        }

        // Renaming over a file asks only for rights to its directory; ask for those to the file, too.
        private static FileStatus? Old(FilePath target)
        {
            NativeResult asked = NativePlatform.Files.StatusOf(target, out FileStatus status);
            if (asked.Failed)
            {
                return asked.Error.Kind == NativeErrorKind.NotFound
                    ? null : throw new NativeIOException("ask about", target, asked.Error);
            }

            if (status.Kind != FileKind.Regular)
            {
                throw new NotRegularFileException(target, status.Kind);
            }

            NativeResult opened = Leases.Open(
                target, FileAccessKind.Write, FileCreation.MustExist, out SafeFileHandle? handle);
            handle?.Dispose();

            // A program that is running cannot be written, but replaced.
            return opened.Succeeded || opened.Error.Name == "ETXTBSY"
                ? status : throw new NativeIOException("open", target, opened.Error);
        }

        // Rights of a group or owner are not given to another one.
        private void TakeOver(in FileStatus old)
        {
            UnpublishedFile part = _replacement.Part;
            bool isOwned = NativePlatform.Trees.SetOwner(part.Handle, old.UserId, old.GroupId).Succeeded;
            int permissions = old.Permissions;
            if (!isOwned)
            {
                permissions &= FilePermissions.Everybody;
                if (NativePlatform.Trees.SetOwner(part.Handle, Unchanged, old.GroupId).Failed)
                {
                    int others = permissions & FilePermissions.Others;
                    permissions &= ~FilePermissions.Group | (others << 3);
                }
            }

            NativeResult set = NativePlatform.Trees.SetPermissions(part.Handle, permissions);
            if (set.Failed)
            {
                throw new NativeIOException("set the permissions of", part.Path, set.Error);
            }
        }
    }
}
