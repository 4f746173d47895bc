using System.Buffers.Binary;

namespace Landspeed.Experiments.Records;

/// <summary>
/// Computes CRC-32 (zlib's) from tables, for machines without carry-less multiplication: eight bytes per step.
/// </summary>
/// <remarks>Source: Kounavis and Berry, "A Systematic Approach to Building High Performance Software-Based CRC Generators", 2005.</remarks>
internal static class CrcTables
{
    private const int Width = 256;
    private const uint Polynomial = 0xEDB8_8320;

    private static readonly uint[] s_tables = Make();

    /// <summary>Computes the CRC of bytes.</summary>
    internal static uint Compute(ReadOnlySpan<byte> bytes)
    {
        uint crc = uint.MaxValue;
        for (; bytes.Length >= 8; bytes = bytes[8..])
        {
            uint low = BinaryPrimitives.ReadUInt32LittleEndian(bytes) ^ crc;
            uint high = BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]);
            crc = Look(7, low) ^ Look(6, low >> 8) ^ Look(5, low >> 16) ^ Look(4, low >> 24)
                ^ Look(3, high) ^ Look(2, high >> 8) ^ Look(1, high >> 16) ^ Look(0, high >> 24);
        }

        foreach (byte one in bytes)
        {
            crc = Look(0, crc ^ one) ^ (crc >> 8);
        }

        return ~crc;
    }

    private static uint Look(int table, uint place) => s_tables[(table * Width) + (int)(place & 0xFF)];

    // Table t: what a byte becomes after t more zero bytes.
    private static uint[] Make()
    {
        uint[] tables = new uint[8 * Width];
        for (int value = 0; value < Width; value++)
        {
            uint crc = (uint)value;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ ((crc & 1) != 0 ? Polynomial : 0);
            }

            tables[value] = crc;
        }

        for (int place = Width; place < tables.Length; place++)
        {
            uint before = tables[place - Width];
            tables[place] = (before >> 8) ^ tables[before & 0xFF];
        }

        return tables;
    }
}
