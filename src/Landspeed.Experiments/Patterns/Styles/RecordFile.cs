using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Hashing;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A file of records that the styles read, and what they must find in it.</summary>
internal sealed class RecordFile
{
    private RecordFile(FilePath path, long records, RecordTotal total, string digest)
    {
        (Path, Records, Total, Digest) = (path, records, total, digest);
    }

    /// <summary>Its name.</summary>
    internal FilePath Path { get; }

    /// <summary>Number of records.</summary>
    internal long Records { get; }

    /// <summary>What each style must compute from it.</summary>
    internal RecordTotal Total { get; }

    /// <summary>XXH128 of its content.</summary>
    internal string Digest { get; }

    /// <summary>Bytes.</summary>
    internal long Length => Records * SampleRecords.Length;

    /// <summary>Creates it, durable; removed again on failure.</summary>
    /// <param name="path">An unused name, or that of a file that landspeed created.</param>
    /// <param name="records">Number of records.</param>
    /// <param name="form">The layout of their bytes.</param>
    /// <param name="monitor">Stops it.</param>
    /// <exception cref="ExperimentException">The file is not ours.</exception>
    /// <exception cref="IOException">The system refused.</exception>
    internal static RecordFile Make(FilePath path, long records, RecordForm form, ProgressMonitor monitor)
    {
        using StorageFile file = NamedFile.Open(path, IoMode.Buffered);
        using var made = new CreatedFile(file);
        (RecordTotal total, string digest) = Fill(file, records, form, monitor);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        made.Keep();
        return new RecordFile(path, records, total, digest);
    }

    /// <summary>Returns the digest of a file, read through the page cache.</summary>
    internal static string DigestOf(FilePath path) => FileDigests.Read(
        path, [DigestAlgorithm.Xxh128], new SequentialFileOptions { Mode = IoMode.Buffered }, null, CancellationToken.None)
        .Digests[0].Hex;

    private static (RecordTotal Total, string Digest) Fill(
        StorageFile file, long records, RecordForm form, ProgressMonitor monitor)
    {
        const int RecordsAtOnce = 10_485; // 1 MiB
        using var digest = new WholeFileDigest(DigestAlgorithm.Xxh128);
        var total = default(RecordTotal);
        byte[] block = new byte[RecordsAtOnce * SampleRecords.Length];
        for (long number = 0; number < records; number += RecordsAtOnce)
        {
            monitor.ThrowIfStopped();
            int length = (int)Math.Min(RecordsAtOnce, records - number) * SampleRecords.Length;
            Span<byte> filled = block.AsSpan(0, length);
            if (form == RecordForm.Values)
            {
                ValueRecords.Fill(number, filled, ref total);
            }
            else
            {
                SampleRecords.Fill(number, filled);
                total.Add(filled);
            }

            RandomAccess.Write(file.Handle, filled, number * SampleRecords.Length);
            digest.Append(filled);
            monitor.Report(number * SampleRecords.Length, records * SampleRecords.Length);
        }

        return (total, digest.Finish()[0].Hex);
    }
}
