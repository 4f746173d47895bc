using Landspeed.Platform;
using Landspeed.Platform.Observation;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Opening: the kind of the name, the descriptor, and the mode it really gets.</summary>
internal sealed partial class StorageFile
{
    /// <summary>Opens or creates a regular file.</summary>
    /// <param name="path">The name; symbolic links are followed, except that creation refuses them.</param>
    /// <param name="options">Access, creation, mode.</param>
    /// <returns>The open file, owned by the caller.</returns>
    /// <exception cref="ArgumentOutOfRangeException">
    /// An option is undefined, or creation lacks write access.
    /// </exception>
    /// <exception cref="NotRegularFileException">
    /// The name is a directory, FIFO, socket or device; the call never waits for one.
    /// </exception>
    /// <exception cref="NativeIOException">
    /// A system call failed or the required mode was refused; a file created by the call is removed again.
    /// </exception>
    /// <remarks>
    /// Five system calls for buffered files. Direct adds one aligned read of one block, uncached one read of no bytes,
    /// each with a small mapping. If the file system does not report its alignment, direct also drops the file's first
    /// page from the page cache and checks whether the read brought it back.
    /// </remarks>
    public static StorageFile Open(FilePath path, StorageFileOptions options)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(options);
        Check(options);
        if (options.Creation != FileCreation.CreateNew)
        {
            RefuseOtherThanRegular(path, options.Creation);
        }

        SafeFileHandle handle = OpenDescriptor(path, options);
        bool completed = false;
        try
        {
            StorageFile file = Complete(handle, path, options);
            completed = true;
            return file;
        }
        finally
        {
            if (!completed)
            {
                Abandon(handle, path, options.Creation);
            }
        }
    }

    /// <inheritdoc cref="Open(FilePath, StorageFileOptions)"/>
    public static StorageFile Open(string path, StorageFileOptions? options = null) =>
        Open(FilePath.FromText(path), options ?? new());

    /// <summary>Takes over an open file, for callers that reach names through directories rather than paths.</summary>
    /// <param name="handle">A regular file; owned by the result, or by the caller if this throws.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="options">Access and mode; creation is ignored.</param>
    /// <remarks>
    /// If the file system reports the rules for direct transfers, they are trusted without a read to prove them. The
    /// caller's first transfer proves them, and the caller responds to a refusal with <see cref="UseMode"/>.
    /// </remarks>
    internal static StorageFile Adopt(SafeFileHandle handle, FilePath path, StorageFileOptions options)
    {
        if (options.Mode == IoMode.Direct
            && NativePlatform.Files.Status(handle, out FileStatus status).Succeeded
            && status is { Kind: FileKind.Regular, DirectAlignmentKnown: true, DirectOffsetAlignment: > 0 }
            && NativePlatform.Files.Volume(handle, out VolumeStatus volume).Succeeded
            && FileSystemNames.Of(volume.TypeMagic) is var fileSystem && !FileSystemNames.IsMemory(fileSystem)
            && NativePlatform.Files.EnableDirect(handle).Succeeded)
        {
            return new StorageFile(handle, path, options, status, fileSystem) { EffectiveMode = IoMode.Direct };
        }

        return AdoptProven(handle, path, options);
    }

    /// <summary>Takes over an open file as <see cref="Adopt"/> does, and proves its mode by a transfer as <see cref="Open(FilePath, StorageFileOptions)"/> does.</summary>
    /// <exception cref="NativeIOException">A system call failed, or the required mode was refused.</exception>
    internal static StorageFile AdoptProven(SafeFileHandle handle, FilePath path, StorageFileOptions options) =>
        Complete(handle, path, options);

    /// <summary>Opens a file again through a descriptor of it. The two have separate modes and locks.</summary>
    /// <param name="handle">A regular file; still owned by the caller.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="options">Access and mode; creation is ignored.</param>
    /// <param name="error">Why the system refused; otherwise none.</param>
    /// <returns>The file, its mode proven, owned by the caller, or null if the system refused.</returns>
    /// <exception cref="NativeIOException">Another system error occurred, or the required mode was refused.</exception>
    internal static StorageFile? TryReopen(
        SafeFileHandle handle, FilePath path, StorageFileOptions options, out NativeError error)
    {
        var link = FilePath.FromText(NativePlatform.Trees.TextPathOf(handle));
        NativeResult opened = Leases.Open(link, options.Access, FileCreation.MustExist, out SafeFileHandle? own);
        error = opened.Error;
        if (opened.Failed)
        {
            return null;
        }

        try
        {
            return Complete(own!, path, options);
        }
        catch
        {
            own!.Dispose();
            throw;
        }
    }

    private static void Check(StorageFileOptions options)
    {
        if (options.Access is not (FileAccessKind.Read or FileAccessKind.Write or FileAccessKind.ReadWrite))
        {
            throw new ArgumentOutOfRangeException(nameof(options), options.Access, "access is read, write or both");
        }

        if (options is { Creation: not FileCreation.MustExist, Access: FileAccessKind.Read })
        {
            throw new ArgumentOutOfRangeException(
                nameof(options), options.Access, "a new file is opened to be written");
        }

        if (!Enum.IsDefined(options.Mode))
        {
            throw new ArgumentOutOfRangeException(nameof(options), options.Mode, "not a mode");
        }
    }

    private static void RefuseOtherThanRegular(FilePath path, FileCreation creation)
    {
        FileStatus status = default;
        NativeResult result = Interruptions.Retry(() => NativePlatform.Files.StatusOf(path, out status));
        if (creation == FileCreation.OpenOrCreate && result.Error.Kind == NativeErrorKind.NotFound)
        {
            return;
        }

        if (result.Failed)
        {
            throw new NativeIOException("open", path, result.Error);
        }

        if (status.Kind != FileKind.Regular)
        {
            throw new NotRegularFileException(path, status.Kind);
        }
    }

    private static SafeFileHandle OpenDescriptor(FilePath path, StorageFileOptions options)
    {
        NativeResult result = Leases.Open(
            path, options.Access, options.Creation, out SafeFileHandle? handle, options.UnixCreateMode);
        return result.Succeeded
            ? handle!
            : throw new NativeIOException(
                options.Creation == FileCreation.CreateNew ? "create" : "open",
                path,
                result.Error,
                hint: Leases.Hint(result.Error, path));
    }

    private static StorageFile Complete(SafeFileHandle handle, FilePath path, StorageFileOptions options)
    {
        IFileCalls calls = NativePlatform.Files;
        NativeResult known = calls.Status(handle, out FileStatus status);
        if (known.Failed)
        {
            throw new NativeIOException("open", path, known.Error);
        }

        // The name may have changed since it was checked: the descriptor's own status counts.
        if (status.Kind != FileKind.Regular)
        {
            throw new NotRegularFileException(path, status.Kind);
        }

        bool asksLater = options.AsksForFileSystemLater && options.Mode == IoMode.Buffered;
        string? fileSystem = asksLater ? null : NameOfFileSystem(handle);
        var probe = new ModeProbe(handle, path, options.Access, status, fileSystem ?? string.Empty);
        ModeDecision decision = probe.Apply(options.Mode);
        if (decision.Mode != options.Mode && options.RequireMode)
        {
            throw Refused(path, options.Mode, decision);
        }

        if (decision.Mode != options.Mode)
        {
            IoMeter.FellBack("mode", path, decision.Reason ?? "the system refused it");
        }

        return new StorageFile(handle, path, options, status, fileSystem)
        {
            EffectiveMode = decision.Mode,
            ModeReason = decision.Reason,
            WorkingDirectory = options.KeepsWorkingDirectory && path.Bytes[0] != (byte)'/'
                ? Environment.CurrentDirectory : null,
        };
    }

    private static string NameOfFileSystem(SafeFileHandle handle) =>
        !handle.IsClosed && NativePlatform.Files.Volume(handle, out VolumeStatus volume).Succeeded
            ? FileSystemNames.Of(volume.TypeMagic)
            : "an unknown file system";

    private static NativeIOException Refused(FilePath path, IoMode mode, ModeDecision decision)
    {
        string word = mode == IoMode.Direct ? "direct" : "uncached";
        string where = mode == IoMode.Direct
            ? "a file on ext4 or XFS" : "a file on XFS with Linux 6.16, or on ext4 with 6.17, or later";
        return new NativeIOException(
            $"open for {word} I/O",
            path,
            decision.Refusal,
            hint: $"The reason is that {decision.Reason}. Use {where}, or prefer {word} I/O instead of requiring it.");
    }

    private static void Abandon(SafeFileHandle handle, FilePath path, FileCreation creation)
    {
        if (creation == FileCreation.CreateNew)
        {
            RemoveName(handle, path);
        }

        handle.Dispose();
    }

    // Only while it leads to this file, which may have been replaced.
    private static void RemoveName(SafeFileHandle handle, FilePath path)
    {
        IFileCalls calls = NativePlatform.Files;
        if (calls.Status(handle, out FileStatus ours).Succeeded
            && calls.StatusOf(path, out FileStatus named).Succeeded
            && FileIdentity.Of(ours) == FileIdentity.Of(named))
        {
            calls.Remove(path);
        }
    }
}
