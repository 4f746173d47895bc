using Landspeed.Engine;

namespace Landspeed.Files.Transfers;

/// <summary>Turns a failed request into an exception with a hint what to try.</summary>
internal static class RequestErrors
{
    /// <summary>Creates the exception for a failed transfer.</summary>
    /// <param name="operation">A verb phrase.</param>
    /// <param name="file">The file.</param>
    /// <param name="transfer">How it ended.</param>
    internal static NativeIOException Describe(string operation, StorageFile file, in Transfer transfer) =>
        transfer.Failure(operation, file.Path, HintFor(transfer.Error));

    /// <summary>What to try after an error, or null if nothing is known.</summary>
    internal static string? HintFor(NativeError error) => error.Kind switch
    {
        NativeErrorKind.NoSpace =>
            "The volume filled up in the meantime; free some space, or write less",
        NativeErrorKind.QuotaExceeded => "Write less, or ask for a larger quota",
        NativeErrorKind.FileTooLarge => "Make a smaller one",
        NativeErrorKind.InvalidArgument =>
            "With direct I/O most often the alignment of offset, length or memory; buffered I/O has none",
        NativeErrorKind.DeviceFailure => "The device or the connection to it is damaged; look at the kernel's log",
        NativeErrorKind.ReadOnly => "The file system turned read-only, often after an error; look at the kernel's log",
        _ => null,
    };
}
