namespace Landspeed.Experiments.Records;

/// <summary>Generates complete records of one kind.</summary>
/// <remarks>Safe for all threads.</remarks>
internal abstract class RecordFiller
{
    /// <summary>Returns the filler for some records.</summary>
    internal static RecordFiller Of(RecordSet records)
    {
        RecordFiller even = records.Layout switch
        {
            RecordLayout.Ascii => new NumberedRecords<AsciiForm>(),
            RecordLayout.OldBinary => new NumberedRecords<OldBinaryForm>(),
            _ => new BinaryRecords(),
        };
        return records.IsSkewed ? new SkewedRecords(even, records.Layout) : even;
    }

    /// <summary>Generates consecutive records.</summary>
    /// <param name="first">Number of the first one.</param>
    /// <param name="target">A multiple of <see cref="RecordSet.RecordLength"/> bytes.</param>
    internal abstract void Fill(ulong first, Span<byte> target);
}
