using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>A file that was opened, and read from its beginning, together with others.</summary>
/// <param name="handle">The file; closed by who takes it.</param>
/// <param name="before">What it was before it was read; null where reading leaves no trace, so that asking later does as well.</param>
/// <param name="address">Where its bytes are, until the next batch is read.</param>
internal sealed class FirstRead(SafeFileHandle handle, FileStatus? before, nint address)
{
    internal SafeFileHandle Handle { get; } = handle;

    internal FileStatus? Before { get; } = before;

    internal nint Address { get; } = address;

    /// <summary>Bytes that were read; null when that failed, and reading again tells why.</summary>
    internal int? Length { get; set; }
}
