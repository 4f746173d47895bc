using System.Numerics;
using System.Runtime.InteropServices;
using Landspeed.Hashing;

namespace Landspeed.Experiments.Blocks;

/// <summary>What each sector says of itself: its file, its place, the write that it belongs to.</summary>
/// <param name="File">Identity of the file.</param>
/// <param name="Offset">Offset of the sector in the file.</param>
/// <param name="Version">The write.</param>
/// <param name="Worker">Zero-based worker that wrote it.</param>
/// <remarks>
/// A sector is what a device writes completely or not at all, so each has a stamp, and two checksums: one of the stamp,
/// one of the other bytes. The format is described in docs/decisions/blocks.md.
/// </remarks>
internal readonly record struct BlockStamp(ulong File, long Offset, BlockVersion Version, int Worker)
{
    /// <summary>Bytes of a sector.</summary>
    internal const int SectorBytes = 512;

    private const int HeadBytes = 64;

    // The words of a head, each of 8 bytes; the last but one is 0.
    private const int MagicAt = 0;
    private const int FileAt = 1;
    private const int OffsetAt = 2;
    private const int VersionAt = 3;
    private const int WorkerAt = 4;
    private const int BodySumAt = 5;
    private const int NothingAt = 6;
    private const int HeadSumAt = 7;

    /// <summary>"LSBLOCK1", read as a number in the byte order of all machines that .NET runs on here.</summary>
    private const ulong Magic = 0x314B434F4C42534C;

    /// <summary>Makes sectors ready to be stamped: their content must not change afterwards.</summary>
    /// <param name="sectors">Whole sectors with any content; their first 64 bytes are overwritten.</param>
    internal static void Prepare(Span<byte> sectors)
    {
        for (int at = 0; at < sectors.Length; at += SectorBytes)
        {
            Span<byte> sector = sectors.Slice(at, SectorBytes);
            Span<ulong> head = MemoryMarshal.Cast<byte, ulong>(sector[..HeadBytes]);
            head.Clear();
            head[MagicAt] = Magic;
            head[BodySumAt] = Xxh3.Hash64(sector[HeadBytes..]);
        }
    }

    /// <summary>Stamps prepared sectors that follow each other in a file.</summary>
    /// <param name="sectors">Whole sectors.</param>
    /// <param name="first">The stamp of the first.</param>
    internal static void Write(Span<byte> sectors, in BlockStamp first)
    {
        for (int at = 0; at < sectors.Length; at += SectorBytes)
        {
            Span<ulong> head = MemoryMarshal.Cast<byte, ulong>(sectors.Slice(at, HeadBytes));
            head[FileAt] = first.File;
            head[OffsetAt] = (ulong)(first.Offset + at);
            head[VersionAt] = first.Version.Value;
            head[WorkerAt] = (ulong)first.Worker;
            head[HeadSumAt] = SumOf(head);
        }
    }

    /// <summary>Checks whether sectors that follow each other are whole, and hold a write at their place.</summary>
    /// <param name="sectors">Whole sectors.</param>
    /// <param name="file">Identity of the file.</param>
    /// <param name="offset">Offset of the first in the file.</param>
    /// <param name="version">The write.</param>
    internal static bool Holds(ReadOnlySpan<byte> sectors, ulong file, long offset, BlockVersion version)
    {
        for (int at = 0; at < sectors.Length; at += SectorBytes)
        {
            ReadOnlySpan<byte> sector = sectors.Slice(at, SectorBytes);
            ReadOnlySpan<ulong> head = HeadOf(sector);
            if (head[VersionAt] != version.Value || head[OffsetAt] != (ulong)(offset + at) || head[FileAt] != file
                || !IsWhole(head, sector))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Examines one sector.</summary>
    /// <param name="sector">Its bytes.</param>
    /// <param name="file">Identity of the file.</param>
    /// <param name="offset">Its offset in the file.</param>
    /// <param name="stamp">What it says of itself; only of use if it is whole.</param>
    internal static SectorState Read(ReadOnlySpan<byte> sector, ulong file, long offset, out BlockStamp stamp)
    {
        ReadOnlySpan<ulong> head = HeadOf(sector);
        stamp = new BlockStamp(
            head[FileAt], (long)Math.Min(head[OffsetAt], long.MaxValue), new BlockVersion(head[VersionAt]),
            (int)Math.Min(head[WorkerAt], int.MaxValue));
        if (IsWhole(head, sector))
        {
            return stamp.File != file ? SectorState.Foreign
                : stamp.Offset != offset ? SectorState.Misplaced
                : SectorState.Whole;
        }

        // One mark of three is enough: the others may be what changed.
        return sector.IndexOfAnyExcept((byte)0) < 0 ? SectorState.Zero
            : head[MagicAt] == Magic || stamp.File == file || (offset > 0 && stamp.Offset == offset)
                ? SectorState.Corrupt
            : SectorState.Foreign;
    }

    private static ReadOnlySpan<ulong> HeadOf(ReadOnlySpan<byte> sector) =>
        MemoryMarshal.Cast<byte, ulong>(sector[..HeadBytes]);

    private static bool IsWhole(ReadOnlySpan<ulong> head, ReadOnlySpan<byte> sector) =>
        head[MagicAt] == Magic && head[NothingAt] == 0 && head[HeadSumAt] == SumOf(head)
        && head[BodySumAt] == Xxh3.Hash64(sector[HeadBytes..SectorBytes]);

    // A hash of five words needs two multiplications, a fifth of the time of one of any number of bytes.
    private static ulong SumOf(ReadOnlySpan<ulong> head)
    {
        ulong place = Fold(head[FileAt] ^ 0x9E3779B97F4A7C15, head[OffsetAt] ^ 0xC2B2AE3D27D4EB4F);
        ulong write = Fold(
            head[VersionAt] ^ 0x165667B19E3779F9,
            BitOperations.RotateLeft(head[WorkerAt], 32) ^ head[BodySumAt] ^ 0x85EBCA77C2B2AE63);
        return Fold(place ^ 0x27D4EB2F165667C5, write ^ 0xD6E8FEB86659FD93);
    }

    private static ulong Fold(ulong a, ulong b) => Math.BigMul(a, b, out ulong low) ^ low;
}

/// <summary>What a sector holds.</summary>
internal enum SectorState
{
    /// <summary>A write, at its place.</summary>
    Whole,

    /// <summary>Zeros.</summary>
    Zero,

    /// <summary>A write to another place of the file.</summary>
    Misplaced,

    /// <summary>Nothing that was written to this file.</summary>
    Foreign,

    /// <summary>A write to this file of which bytes changed.</summary>
    Corrupt,
}
