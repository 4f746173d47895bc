using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Experiments.Processing;

/// <summary>One buffer of the ring with the piece of a file in it: read, processed, written, free again.</summary>
internal sealed class PipeSlot(int index, nint address)
{
    private Transfer _transfer;

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

    /// <summary>The request, until its end.</summary>
    internal ref Transfer Transfer => ref _transfer;

    /// <summary>The piece's bytes.</summary>
    internal unsafe Span<byte> Bytes => new((void*)address, Length);

    /// <summary>Prepares the read of the file's next piece.</summary>
    internal void Read(LargeFile file, int size)
    {
        (File, Offset, IsWriting) = (file, file.Next, false);
        Length = (int)Math.Min(size, file.Length - file.Next);
        file.Next += Length;
        Begin(IoOperation.Read, file.SourceInEngine, file.ReadAlignment, file.Source.TransferFlags);
    }

    /// <summary>Prepares the write of the piece to where it was read.</summary>
    internal unsafe void Write()
    {
        IsWriting = true;
        int whole = (int)Files.Alignment.AlignUp(Length, File.WriteAlignment);
        new Span<byte>((void*)(address + Length), whole - Length).Clear();
        Begin(IoOperation.Write, File.TargetInEngine, File.WriteAlignment, File.Target.TransferFlags);
    }

    private void Begin(IoOperation operation, EngineFile file, int alignment, TransferFlags flags) => _transfer = new Transfer(
        new IoRequest
        {
            Operation = operation,
            File = file,
            Offset = Offset,
            Address = address,
            Length = (int)Files.Alignment.AlignUp(Length, alignment),
            Flags = flags,
            Tag = (ulong)index,
        },
        alignment,
        Length);
}
