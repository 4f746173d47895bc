using Landspeed.Engine;
using Landspeed.Files.Transfers;

namespace Landspeed.Experiments.Processing;

/// <summary>One buffer of the ring with the piece of a file in it: read, processed, written, free again.</summary>
internal sealed class PipeSlot(int index, nint address)
{
    /// <summary>The file; set while the slot is not free.</summary>
    internal LargeFile File { get; private set; } = null!;

    /// <summary>Offset of the piece in the file.</summary>
    internal long Offset { get; private set; }

    /// <summary>Bytes of the piece.</summary>
    internal int Length { get; private set; }

    /// <summary>Lines that end in the piece, after the work.</summary>
    internal long Lines { get; set; }

    /// <summary>Whether the piece is being written; otherwise it is being read.</summary>
    internal bool IsWriting { get; private set; }

    /// <summary>Whether the file ends with this piece.</summary>
    internal bool IsLast => Offset + Length == File.Length;

    /// <summary>Its number.</summary>
    internal int Index => index;

    /// <summary>The piece's bytes.</summary>
    internal unsafe Span<byte> Bytes => new((void*)address, Length);

    /// <summary>Prepares the read of the file's next piece.</summary>
    internal Transfer Read(LargeFile file, int size)
    {
        (File, Offset, IsWriting) = (file, file.Next, false);
        Length = (int)Math.Min(size, file.Length - file.Next);
        file.Next += Length;
        return FileTransfers.Read(file.Source, file.SourceInEngine, address, Offset, Length, index);
    }

    /// <summary>Prepares the write of the piece to where it was read.</summary>
    internal unsafe Transfer Write()
    {
        IsWriting = true;
        Transfer writing = FileTransfers.Write(File.Target, File.TargetInEngine, address, Offset, Length, index);
        new Span<byte>((void*)(address + Length), writing.Next.Length - Length).Clear();
        return writing;
    }
}
