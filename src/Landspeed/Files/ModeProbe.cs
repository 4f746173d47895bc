using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// Determines by transfers which mode a file really gets: the system accepts requests for direct I/O even where it
/// ignores them (tmpfs), and refuses transfers without warning.
/// </summary>
internal sealed partial class ModeProbe
{
    private readonly IFileCalls _calls = NativePlatform.Files;
    private readonly SafeFileHandle _file;
    private readonly FilePath _path;
    private readonly FileAccessKind _access;
    private readonly FileStatus _status;
    private readonly FileGeometry _geometry;
    private readonly string _fileSystem;

    internal ModeProbe(
        SafeFileHandle file, FilePath path, FileAccessKind access, in FileStatus status, string fileSystem)
    {
        _file = file;
        _path = path;
        _access = access;
        _status = status;
        _geometry = FileGeometry.From(status);
        _fileSystem = fileSystem;
    }

    /// <summary>Switches the file to the mode, or to buffered if the mode is refused.</summary>
    internal ModeDecision Apply(IoMode mode)
    {
        ModeDecision decision = mode switch
        {
            IoMode.Buffered => ModeDecision.Granted(IoMode.Buffered),
            IoMode.Direct => ProbeDirect(),
            IoMode.Uncached => ProbeUncached(),
            _ => throw new ArgumentOutOfRangeException(nameof(mode), mode, "not a mode"),
        };
        if (decision.Mode != IoMode.Direct)
        {
            SwitchToBuffered();
        }

        return decision;
    }

    private void SwitchToBuffered()
    {
        NativeResult switched = _calls.DisableDirect(_file);
        if (switched.Failed)
        {
            throw new NativeIOException("make transfers buffered on", _path, switched.Error);
        }
    }

    // Reading at the end moves no bytes and touches no pages; whether the flag is supported is checked before that.
    private ModeDecision ProbeUncached()
    {
        SwitchToBuffered();
        using ReadableDescriptor? readable = OpenReadable();
        if (readable is null)
        {
            return ModeDecision.Granted(IoMode.Uncached, "not proven: the file may not be read");
        }

        using var memory = new AlignedBufferPool(1, FileGeometry.GuessedAlignment);
        NativeResult read = Interruptions.Retry(() => _calls.Read(
            readable.Handle, memory.Address, memory.BufferSize, _status.Length, TransferFlags.Uncached));
        return read.Error.Kind is NativeErrorKind.NotSupported or NativeErrorKind.InvalidArgument
            ? ModeDecision.Refused($"{_fileSystem} cannot drop pages behind a transfer", read.Error)
            : ModeDecision.Granted(IoMode.Uncached);
    }

    private ReadableDescriptor? OpenReadable()
    {
        if (_access != FileAccessKind.Write)
        {
            return new ReadableDescriptor(_file, IsOwned: false);
        }

        SafeFileHandle? second = null;
        NativeResult opened = Interruptions.Retry(
            () => _calls.Open(_path, FileAccessKind.Read, FileCreation.MustExist, out second));
        if (opened.Failed)
        {
            return null;
        }

        var readable = new ReadableDescriptor(second!, IsOwned: true);
        bool same = _calls.Status(second!, out FileStatus status).Succeeded
            && FileIdentity.Of(status) == FileIdentity.Of(_status);
        if (!same)
        {
            readable.Dispose();
        }

        return same ? readable : null;
    }

    /// <summary>The file's own descriptor, or a second one if that cannot read.</summary>
    private sealed record ReadableDescriptor(SafeFileHandle Handle, bool IsOwned) : IDisposable
    {
        public void Dispose()
        {
            if (IsOwned)
            {
                Handle.Dispose();
            }
        }
    }
}

/// <summary>The mode that a file really got.</summary>
/// <param name="Mode">The effective mode.</param>
/// <param name="Reason">
/// Why it differs from the requested mode, or which part of it is unproven; otherwise null.
/// </param>
/// <param name="Refusal">The error behind a refusal, otherwise none.</param>
internal readonly record struct ModeDecision(IoMode Mode, string? Reason, NativeError Refusal)
{
    internal static ModeDecision Granted(IoMode mode, string? remark = null) =>
        new(mode, remark, NativeError.None);

    internal static ModeDecision Refused(string reason, NativeError error) => new(
        IoMode.Buffered,
        error.IsError ? $"{reason} ({error.InParentheses})" : reason,
        error.IsError ? error : NativeError.Of(NativeErrorKind.NotSupported));
}
