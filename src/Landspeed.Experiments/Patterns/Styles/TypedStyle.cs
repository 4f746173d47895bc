using System.Buffers.Binary;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>One call per typed field: a key of 10 bytes, a 64-bit and a 32-bit number, 78 bytes of rest.</summary>
/// <remarks>
/// The fields are cut out of the same record that all other styles write, so that the files are equal.
/// </remarks>
internal static class TypedStyle
{
    private const int LongStart = SampleRecords.KeyLength;
    private const int IntStart = LongStart + sizeof(long);
    private const int RestStart = IntStart + sizeof(int);

    internal static RecordStyle Style { get; } =
        new("typed", "BinaryReader, BinaryWriter: bytes, two numbers, bytes") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var writer = new BinaryWriter(new FileStream(path, FileMode.CreateNew, FileAccess.Write));
        RecordLoop.Each(records, monitor, writer, static (writer, record) =>
        {
            writer.Write(record[..SampleRecords.KeyLength]);
            writer.Write(BinaryPrimitives.ReadInt64LittleEndian(record[LongStart..]));
            writer.Write(BinaryPrimitives.ReadInt32LittleEndian(record[IntStart..]));
            writer.Write(record[RestStart..]);
        });
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var reader = new BinaryReader(new FileStream(path, FileMode.Open, FileAccess.Read));
        long records = Math.DivRem(reader.BaseStream.Length, SampleRecords.Length, out long rest);
        Span<byte> fields = stackalloc byte[SampleRecords.Length];
        var total = default(RecordTotal);
        for (long number = 0; number < records; number++)
        {
            RecordLoop.StopAt(number, monitor);
            reader.ReadBytes(SampleRecords.KeyLength).CopyTo(fields);
            BinaryPrimitives.WriteInt64LittleEndian(fields[LongStart..], reader.ReadInt64());
            BinaryPrimitives.WriteInt32LittleEndian(fields[IntStart..], reader.ReadInt32());
            reader.ReadBytes(SampleRecords.Length - RestStart).CopyTo(fields[RestStart..]);
            total.Add(fields);
        }

        total.Add(reader.ReadBytes((int)rest)); // not a complete record: its fields are unknown
        return total;
    }
}
