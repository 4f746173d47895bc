using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Streams;

/// <summary>Opens files for streams, with a suitable mode and with .NET's lock and exceptions.</summary>
internal static class FileOpening
{
    // EAGAIN: what callers of FileStream compare with.
    private const int AsFileStreamLocked = 11;

    /// <summary>Opens a file for reading.</summary>
    internal static StorageFile ForReading(FilePath path, SequentialFileOptions options) =>
        FinishReading(Open(path, options, FileAccessKind.Read, FileCreation.MustExist), options);

    /// <summary>Opens the file of a handle again for reading.</summary>
    internal static StorageFile ForReading(SafeFileHandle handle, SequentialFileOptions options) =>
        FinishReading(Reopen(handle, options, FileAccessKind.Read), options);

    /// <summary>Takes over an open file for reading.</summary>
    /// <param name="handle">A regular file, opened for reading; owned by the caller if this throws.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="options">The settings.</param>
    /// <exception cref="NativeIOException">
    /// A system call failed, the required mode was refused, or another opener holds a lock.
    /// </exception>
    internal static StorageFile ForReading(SafeFileHandle handle, FilePath path, SequentialFileOptions options) =>
        FinishReading(
            StorageFile.AdoptProven(handle, path, Storage(options, FileAccessKind.Read, FileCreation.MustExist)),
            options);

    /// <summary>
    /// Opens a file, or creates it if missing, for writing; also for reading if parts of sectors must be kept.
    /// </summary>
    internal static StorageFile ForWriting(FilePath path, SequentialFileOptions options) =>
        FinishWriting(OpenWritable(path, options), options);

    /// <summary>Creates a file for writing, or truncates an existing one once the lock is held.</summary>
    internal static StorageFile ForCreating(FilePath path, SequentialFileOptions options) =>
        FinishWriting(OpenWritable(path, options), options, Empty);

    /// <summary>Creates a file that must not exist yet, for reading and writing.</summary>
    internal static StorageFile ForCreatingNew(FilePath path, SequentialFileOptions options) =>
        FinishWriting(Open(path, options, FileAccessKind.ReadWrite, FileCreation.CreateNew), options);

    /// <summary>Opens a file, or creates it if missing, for reading and writing; it must permit both.</summary>
    internal static StorageFile ForUpdatingOrCreating(FilePath path, SequentialFileOptions options) =>
        FinishWriting(Open(path, options, FileAccessKind.ReadWrite, FileCreation.OpenOrCreate), options);

    /// <summary>Opens an existing file for reading and writing; it must permit both.</summary>
    internal static StorageFile ForUpdating(FilePath path, SequentialFileOptions options) =>
        FinishWriting(Open(path, options, FileAccessKind.ReadWrite, FileCreation.MustExist), options);

    /// <summary>Opens the file of a handle again for reading and writing; it must permit both.</summary>
    internal static StorageFile ForUpdating(SafeFileHandle handle, SequentialFileOptions options) => Finish(
        Reopen(handle, options, FileAccessKind.ReadWrite),
        options,
        options.Share ?? FileShare.Read, // the handle has a lock of its own, which none would exclude
        null);

    /// <summary>Opens the new file of a handle again for a writer; its holder has locked it.</summary>
    internal static StorageFile ForReplacing(SafeFileHandle handle, FilePath path, SequentialFileOptions options) =>
        Reopen(handle, path, Storage(options, FileAccessKind.ReadWrite, FileCreation.MustExist));

    /// <summary>As <see cref="ForCreating"/>; the file must also permit reading.</summary>
    internal static StorageFile ForCreatingReadable(FilePath path, SequentialFileOptions options) =>
        FinishWriting(Open(path, options, FileAccessKind.ReadWrite, FileCreation.OpenOrCreate), options, Empty);

    /// <summary>
    /// Chooses the mode again for the rest of a file whose beginning was read from the page cache: if less than half of
    /// the rest is cached, it is read past the cache. Reads in flight may have either mode.
    /// </summary>
    internal static void ChooseModeForRest(StorageFile file, long offset)
    {
        long length = file.Length - offset;
        if (length > SequentialFileOptions.ShortFile && !IsResident(file, offset, length))
        {
            file.UseMode(IoMode.Direct);
        }
    }

    // The user may write this file but not read it: parts of sectors cannot be kept, so it cannot be direct.
    private static StorageFile OpenWritable(FilePath path, SequentialFileOptions options)
    {
        try
        {
            return Open(path, options, FileAccessKind.ReadWrite, FileCreation.OpenOrCreate);
        }
        catch (UnauthorizedAccessException) when (
            (options.Mode != IoMode.Direct || !options.RequireMode)
            && NativePlatform.Files.StatusOf(path, out _).Succeeded)
        {
            StorageFile file = Open(path, options, FileAccessKind.Write, FileCreation.MustExist);
            if (file.EffectiveMode == IoMode.Direct)
            {
                file.UseMode(IoMode.Buffered, "the file may not be read, and direct writes must keep the rest of a sector");
            }

            return file;
        }
    }

    private static StorageFile Open(
        FilePath path, SequentialFileOptions options, FileAccessKind access, FileCreation creation)
    {
        StorageFileOptions storage = Storage(options, access, creation);
        return AsFileClassesDo(path, () => StorageFile.Open(path, storage));
    }

    // Another thread may close the handle: hold it until the file is open again.
    private static StorageFile Reopen(SafeFileHandle handle, SequentialFileOptions options, FileAccessKind access)
    {
        bool isHeld = false;
        try
        {
            handle.DangerousAddRef(ref isHeld);
            FilePath name = NativePlatform.Trees.NameOf(handle)
                ?? FilePath.FromText(NativePlatform.Trees.TextPathOf(handle));
            StorageFileOptions storage = Storage(options, access, FileCreation.MustExist);
            return AsFileClassesDo(name, () => Reopen(handle, name, storage));
        }
        finally
        {
            if (isHeld)
            {
                handle.DangerousRelease();
            }
        }
    }

    // Checks before opening, because opening a device or FIFO may have effects.
    private static StorageFile Reopen(SafeFileHandle handle, FilePath name, StorageFileOptions storage)
    {
        NativeResult asked = NativePlatform.Files.Status(handle, out FileStatus status);
        if (asked.Succeeded && status.Kind != FileKind.Regular)
        {
            throw new NotRegularFileException(name, status.Kind);
        }

        NativeError error = asked.Error;
        return (asked.Succeeded ? StorageFile.TryReopen(handle, name, storage, out error) : null)
            ?? throw new NativeIOException(
                "open", name, error, hint: "It is opened again by its handle: the file itself must allow it.");
    }

    private static StorageFileOptions Storage(
        SequentialFileOptions options, FileAccessKind access, FileCreation creation) => new()
        {
            Access = access,
            Creation = creation,
            Mode = options.Mode ?? IoMode.Buffered,
            RequireMode = options.RequireMode,
            UnixCreateMode = options.UnixCreateMode,
            AsksForFileSystemLater = true,
            KeepsWorkingDirectory = true,
        };

    private static StorageFile FinishReading(StorageFile file, SequentialFileOptions options) => Finish(
        file, options, options.Share ?? FileShare.Read, options.Mode is null ? ChooseMode : null);

    private static StorageFile FinishWriting(
        StorageFile file, SequentialFileOptions options, Action<StorageFile>? then = null) =>
        Finish(file, options, options.Share ?? FileShare.None, then);

    private static StorageFile Finish(
        StorageFile file, SequentialFileOptions options, FileShare share, Action<StorageFile>? then)
    {
        try
        {
            if (!file.TryLock(share == FileShare.None ? FileLockKind.Exclusive : FileLockKind.Shared))
            {
                throw new NativeIOException(
                    "open",
                    file.Path,
                    NativeError.Of(NativeErrorKind.Busy),
                    hint: "Another program, or another stream of this one, has it open with a lock that excludes this one.")
                {
                    HResult = AsFileStreamLocked,
                };
            }

            then?.Invoke(file);
            if (options.DeleteOnClose)
            {
                file.BeforeClose = opened => opened.RemoveName();
            }

            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    private static void Empty(StorageFile file)
    {
        if (file.Length > 0)
        {
            Preallocation.SetLengthOnly(file, 0);
        }
    }

    private static void ChooseMode(StorageFile file)
    {
        long length = file.LengthWhenOpened;
        if (length <= SequentialFileOptions.ShortFile)
        {
            file.UseMode(IoMode.Buffered, "the file is short");
            return;
        }

        if (IsResident(file, 0, length))
        {
            file.UseMode(IoMode.Buffered, "half or more of the file was in the page cache when it was opened");
            return;
        }

        file.UseMode(IoMode.Direct);
    }

    private static bool IsResident(StorageFile file, long offset, long length) =>
        PageResidency.Measure(file, offset, length) is { ResidentBytes: { } resident } && resident >= length - resident;

    /// <summary>Callers that catch the exceptions of File.OpenRead catch ours as well.</summary>
    /// <remarks>Source: dotnet/runtime, Interop.GetExceptionForIoErrno.</remarks>
    internal static T AsFileClassesDo<T>(FilePath path, Func<T> open)
    {
        try
        {
            return open();
        }
        catch (NotRegularFileException other) when (other.Kind == FileKind.Directory)
        {
            throw new UnauthorizedAccessException(other.Message, other);
        }
        catch (NativeIOException refused)
        {
            throw AsFileClassesDo(path, refused);
        }
    }

    private static Exception AsFileClassesDo(FilePath path, NativeIOException refused) => refused.Error.Kind switch
    {
        NativeErrorKind.NotFound when refused.Error.Name == "ENOENT" && ParentExists(path) =>
            new FileNotFoundException(refused.Message, path.Text, refused),
        NativeErrorKind.NotFound => new DirectoryNotFoundException(refused.Message, refused),
        NativeErrorKind.AccessDenied or NativeErrorKind.NotPermitted =>
            new UnauthorizedAccessException(refused.Message, refused),
        _ when refused.Error.Name == "ENAMETOOLONG" => new PathTooLongException(refused.Message, refused),
        NativeErrorKind.IsDirectory => new UnauthorizedAccessException(refused.Message, refused),
        _ => refused,
    };

    private static bool ParentExists(FilePath path) =>
        NativePlatform.Files.StatusOf(path.Parent, out FileStatus status).Succeeded && status.Kind == FileKind.Directory;
}
