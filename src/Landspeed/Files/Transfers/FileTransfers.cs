using Landspeed.Engine;

namespace Landspeed.Files.Transfers;

/// <summary>Describes transfers of an open file, rounded up to what its mode needs.</summary>
internal static class FileTransfers
{
    /// <summary>Describes a read.</summary>
    /// <param name="file">The file.</param>
    /// <param name="attached">The file within the engine.</param>
    /// <param name="address">Memory for all of it, rounded up.</param>
    /// <param name="offset">First byte, aligned if the file is direct.</param>
    /// <param name="length">Bytes wanted.</param>
    /// <param name="tag">Marks its requests.</param>
    internal static Transfer Read(
        StorageFile file, EngineFile attached, nint address, long offset, long length, int tag) =>
        Of(IoOperation.Read, file, file.Geometry.ReadOffsetAlignment, attached, address, offset, length, tag);

    /// <summary>Describes a write; what rounding up adds is written, too, and the caller clears it.</summary>
    /// <inheritdoc cref="Read"/>
    internal static Transfer Write(
        StorageFile file, EngineFile attached, nint address, long offset, long length, int tag) =>
        Of(IoOperation.Write, file, file.Geometry.OffsetAlignment, attached, address, offset, length, tag);

    private static Transfer Of(
        IoOperation operation,
        StorageFile file,
        int directAlignment,
        EngineFile attached,
        nint address,
        long offset,
        long length,
        int tag)
    {
        bool isDirect = file.EffectiveMode == IoMode.Direct;
        int alignment = isDirect ? directAlignment : 1;
        var request = new IoRequest
        {
            Operation = operation,
            File = attached,
            Offset = offset,
            Address = address,
            Length = (int)Alignment.AlignUp(length, alignment),
            Flags = file.TransferFlags,
            Tag = (ulong)tag,
        };
        return new Transfer(request, alignment, isDirect ? file.Geometry.MemoryAlignment : 1, (int)length);
    }
}
