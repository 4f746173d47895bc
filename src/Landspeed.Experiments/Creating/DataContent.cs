using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Landspeed.Files.Filling;

namespace Landspeed.Experiments.Creating;

/// <summary>
/// Generates the bytes of one file of a data set, from its start: the same for the same seed and file number.
/// </summary>
/// <remarks>For use by one thread. All pieces except the last must have the same size.</remarks>
internal sealed class DataContent
{
    private const ulong FirstCharacter = 0x2020202020202020; // space; 64 characters up to the underscore
    private const ulong CharacterBits = 0x3F3F3F3F3F3F3F3F;

    private static readonly double s_unit = Math.Pow(2, -53);

    private readonly DataShape _shape;
    private readonly ulong _seed;
    private readonly IncompressibleData _random;
    private long _offset;

    /// <summary>Starts a file.</summary>
    /// <param name="shape">The data set.</param>
    /// <param name="seed">Seed of the data set.</param>
    /// <param name="file">Number of the file, from 0.</param>
    internal DataContent(DataShape shape, ulong seed, long file)
    {
        _shape = shape;
        _seed = SplitMix.At(seed, file + 1);
        _random = new IncompressibleData(_seed);
    }

    /// <summary>Generates the next bytes.</summary>
    internal void Fill(Span<byte> target)
    {
        switch (_shape.Kind)
        {
            case DataKind.Text:
                _random.Fill(target);
                MakePrintable(target);
                EndLines(target);
                break;
            case DataKind.Incompressible:
                _random.Fill(target);
                break;
            case DataKind.Typed:
                FillRecords(target);
                break;
            default:
                target.Clear();
                break;
        }

        _offset += target.Length;
    }

    private static void MakePrintable(Span<byte> bytes)
    {
        Span<ulong> words = MemoryMarshal.Cast<byte, ulong>(bytes);
        for (int index = 0; index < words.Length; index++)
        {
            words[index] = (words[index] & CharacterBits) + FirstCharacter; // no carry: 0x3F + 0x20 is below 0x100
        }

        foreach (ref byte rest in bytes[(words.Length * sizeof(ulong))..])
        {
            rest = (byte)((rest & 0x3F) + 0x20);
        }
    }

    private void EndLines(Span<byte> bytes)
    {
        long line = _shape.Characters + 1;
        for (long next = _shape.Characters - (_offset % line); next < bytes.Length; next += line)
        {
            bytes[(int)next] = (byte)'\n';
        }
    }

    private void FillRecords(Span<byte> target)
    {
        Span<byte> record = stackalloc byte[DataShape.TypedRecordLength];
        long number = _offset / record.Length;
        int skipped = (int)(_offset % record.Length);
        while (!target.IsEmpty)
        {
            WriteRecord(number++, record);
            int count = Math.Min(record.Length - skipped, target.Length);
            record.Slice(skipped, count).CopyTo(target);
            target = target[count..];
            skipped = 0;
        }
    }

    private void WriteRecord(long number, Span<byte> record)
    {
        BinaryPrimitives.WriteInt32LittleEndian(record, unchecked((int)number));
        BinaryPrimitives.WriteInt64LittleEndian(record[4..], unchecked((long)SplitMix.At(_seed, number * 2)));
        BinaryPrimitives.WriteDoubleLittleEndian(record[12..], (SplitMix.At(_seed, (number * 2) + 1) >> 11) * s_unit);
    }
}
