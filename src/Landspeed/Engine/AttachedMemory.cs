using static System.FormattableString;

namespace Landspeed.Engine;

/// <summary>The range of memory attached to one engine: none, or one for the engine's whole life.</summary>
internal sealed class AttachedMemory
{
    /// <summary>Start of the range; 0 while there is none.</summary>
    internal nint Address { get; private set; }

    /// <summary>Bytes of the range; 0 while there is none.</summary>
    internal long Length { get; private set; }

    /// <summary>Whether a range lies wholly inside the attached one.</summary>
    internal bool Contains(nint address, long length) =>
        address >= Address && length <= Length && address - Address <= Length - length;

    /// <summary>Notes the range.</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="outstanding">Requests outstanding in the engine.</param>
    /// <exception cref="ArgumentOutOfRangeException">The start is no page boundary, or the length is not positive; nothing changed.</exception>
    /// <exception cref="InvalidOperationException">Memory was attached before, or requests are outstanding; nothing changed.</exception>
    internal void Attach(nint address, long length, int outstanding)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(length);
        if (address == 0 || address % Environment.SystemPageSize != 0)
        {
            throw new ArgumentOutOfRangeException(
                nameof(address), address, Invariant($"memory starts on a boundary of {Environment.SystemPageSize} bytes"));
        }

        if (Length != 0)
        {
            throw new InvalidOperationException("memory was attached before; an engine takes one range");
        }

        if (outstanding != 0)
        {
            throw new InvalidOperationException(
                Invariant($"{outstanding} requests are outstanding: reap them, then attach the memory"));
        }

        (Address, Length) = (address, length);
    }
}
