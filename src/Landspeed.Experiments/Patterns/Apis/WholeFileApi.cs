namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>
/// File.ReadAllBytes and WriteAllBytes: the whole file is one record. A time limit does not end them early.
/// </summary>
internal static class WholeFileApi
{
    /// <summary>Reads the test file, or creates one.</summary>
    /// <returns>Records moved: 1.</returns>
    internal static long Move(RecordWork work)
    {
        byte[] content = work.Writes ? work.WholeContent! : File.ReadAllBytes(work.File.Text);
        if (work.Writes)
        {
            File.WriteAllBytes(work.File.Text, content);
        }
        else if (content.LongLength != work.FileLength)
        {
            throw RecordMover.Short(work, 0, content.Length);
        }

        long step = Math.Max(1, content.LongLength / 32);
        for (long offset = 0; offset < content.LongLength; offset += step)
        {
            work.Witness.Keep(offset, content.AsSpan((int)offset));
        }

        return 1;
    }
}
