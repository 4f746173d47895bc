using System.Runtime.InteropServices;
using System.Text;
using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>One call per typed value: a string, a decimal, a date and another string.</summary>
/// <remarks>
/// Strings are stored with their length, so these records are not lines: the style has its own file, as long as that of
/// the others.
/// </remarks>
internal static class ValueStyle
{
    internal static RecordStyle Style { get; } = new("values", "BinaryReader, BinaryWriter: strings, decimal, date")
    {
        Form = RecordForm.Values, Create = Create, Read = Read,
    };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var writer = new BinaryWriter(new FileStream(path, FileMode.CreateNew, FileAccess.Write));
        long number = 0;
        RecordLoop.Each(records, monitor, writer, (target, record) =>
        {
            target.Write(Encoding.ASCII.GetString(record[..ValueRecords.KeyLength]));
            target.Write(ValueRecords.AmountOf(number));
            target.Write(ValueRecords.DateOf(number).ToBinary());
            target.Write(Encoding.ASCII.GetString(record.Slice(ValueRecords.KeyLength, ValueRecords.RestLength)));
            number++;
        });
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var reader = new BinaryReader(new FileStream(path, FileMode.Open, FileAccess.Read));
        long records = reader.BaseStream.Length / SampleRecords.Length;
        var total = default(RecordTotal);
        for (long number = 0; number < records; number++)
        {
            RecordLoop.StopAt(number, monitor);
            total.AddRecord(SumOfNext(reader));
        }

        return total;
    }

    private static long SumOfNext(BinaryReader reader)
    {
        try
        {
            return SumOf(reader.ReadString()) + SumOf(reader.ReadDecimal()) + SumOf(DateTime.FromBinary(reader.ReadInt64()))
                + SumOf(reader.ReadString());
        }
        catch (Exception wrong) when (wrong is ArgumentException or FormatException)
        {
            throw new IOException($"a record holds bytes that are no value: {wrong.Message}", wrong);
        }
    }

    // Includes the byte with its length.
    private static long SumOf(string text) => text.Length + CharacterSum.Of(text.AsSpan());

    private static long SumOf(decimal amount)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(amount, parts);
        return CharacterSum.Of(MemoryMarshal.AsBytes(parts));
    }

    private static long SumOf(DateTime date)
    {
        long stored = date.ToBinary();
        return CharacterSum.Of(MemoryMarshal.AsBytes(new Span<long>(ref stored)));
    }
}
