using Landspeed.Copying.Ranks;
using Landspeed.Copying.Sharing;
using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Encodes entries to compare, and what was found, in messages between ranks of the same version.</summary>
internal static class PairForms
{
    // Of an entry; 0 if nothing of it was read.
    private const int Ended = 1;
    private const int Stopped = 2;

    /// <summary>Writes the entries of a batch.</summary>
    internal static void Write(CompactWriter writer, PairBatch batch)
    {
        writer.Write(batch.Number);
        writer.Write(batch.A.PathBelowRoot.Bytes);
        SharedIdentity.WriteIdentity(writer, batch.StatusA);
        SharedIdentity.WriteIdentity(writer, batch.StatusB);
        writer.Write(batch.Items.Count);
        foreach (PairItem item in batch.Items)
        {
            writer.Write(item.Name.Bytes);
            writer.Write(item.KindA is { } a ? 1 + (long)a : 0);
            writer.Write(item.KindB is { } b ? 1 + (long)b : 0);
        }
    }

    /// <summary>Reads the entries of a batch, after its directory and the identities.</summary>
    internal static PairItem[] Items(ref CompactReader reader)
    {
        var items = new PairItem[reader.Elements()];
        for (int index = 0; index < items.Length; index++)
        {
            items[index] = new PairItem(FilePath.FromBytes(reader.Bytes()), Kind(ref reader), Kind(ref reader));
        }

        return items;
    }

    /// <summary>Writes what was found.</summary>
    /// <param name="writer">Receives it.</param>
    /// <param name="batch">
    /// The entries; linked files are sent only if they are on the device of their directory.
    /// </param>
    internal static void WriteFindings(CompactWriter writer, PairBatch batch)
    {
        writer.Write(batch.Number);
        writer.Write(batch.Findings.Length);
        foreach (PairFinding? finding in batch.Findings)
        {
            writer.Write(finding switch { null => 0, { IsStopped: true } => Stopped, _ => Ended });
            if (finding is not null)
            {
                Write(writer, finding, batch);
            }
        }
    }

    /// <summary>Reads what was found.</summary>
    /// <param name="reader">Where it is read, after the number of the batch.</param>
    /// <param name="batch">The entries, as this rank sees them.</param>
    internal static PairFinding?[] Findings(ref CompactReader reader, PairBatch batch)
    {
        var findings = new PairFinding?[reader.Elements()];
        if (findings.Length != batch.Items.Count)
        {
            throw CompactReader.Damaged();
        }

        for (int index = 0; index < findings.Length; index++)
        {
            long state = reader.Number();
            findings[index] = state == 0 ? null : Finding(ref reader, batch) with { IsStopped = state == Stopped };
        }

        return findings;
    }

    private static FileKind? Kind(ref CompactReader reader) =>
        reader.Count() is var kind and > 0 ? (FileKind)(kind - 1) : null;

    private static void Write(CompactWriter writer, PairFinding finding, PairBatch batch)
    {
        writer.Write(finding.Path.Bytes);
        writer.Write(finding.Failure is { } failure ? 1 + (long)failure : 0);
        CopyForms.Write(writer, finding.Message);
        writer.Write(finding.Differences.Count);
        foreach (PairDifferenceRecord difference in finding.Differences)
        {
            writer.Write((long)difference.What);
            CopyForms.Write(writer, difference.A);
            CopyForms.Write(writer, difference.B);
            writer.Write((difference.OffsetBytes ?? -1) + 1);
            CopyForms.Write(writer, difference.Name);
            CopyForms.Write(writer, difference.OnlyIn);
        }

        PairReading read = finding.Reading;
        foreach (long number in (ReadOnlySpan<long>)[
            read.BytesA, read.BytesB, read.DirectA, read.DirectB, read.OnDeviceB, read.IsOneFile ? 1 : 0])
        {
            writer.Write(number);
        }

        // Hosts number devices differently: another rank only knows the device of the directory.
        (LinkedFile a, LinkedFile b) = finding.Linked.GetValueOrDefault();
        bool isTold = finding.Linked is not null
            && a.Device == batch.StatusA.Device && b.Device == batch.StatusB.Device;
        writer.Write(isTold ? 1 : 0);
        if (isTold)
        {
            Write(writer, a);
            Write(writer, b);
        }
    }

    private static PairFinding Finding(ref CompactReader reader, PairBatch batch)
    {
        FilePath path = FilePath.FromBytes(reader.Bytes());
        int failure = reader.Count();
        string? message = CopyForms.Text(ref reader);
        var differences = new PairDifferenceRecord[reader.Elements()];
        for (int index = 0; index < differences.Length; index++)
        {
            differences[index] = new PairDifferenceRecord
            {
                What = (PairAspect)reader.Count(),
                A = CopyForms.Text(ref reader),
                B = CopyForms.Text(ref reader),
                OffsetBytes = reader.Number() is var offset and > 0 ? offset - 1 : null,
                Name = CopyForms.Text(ref reader),
                OnlyIn = CopyForms.Text(ref reader),
            };
        }

        (long bytesA, long bytesB) = (reader.Number(), reader.Number());
        (long directA, long directB, long onDevice) = (reader.Number(), reader.Number(), reader.Number());
        var reading = new PairReading { IsOneFile = reader.Number() != 0 };
        (reading.BytesA, reading.BytesB) = (bytesA, bytesB);
        (reading.DirectA, reading.DirectB, reading.OnDeviceB) = (directA, directB, onDevice);
        return new PairFinding(path)
        {
            Failure = failure > 0 ? (PairState)(failure - 1) : null,
            Message = message,
            Differences = differences,
            Reading = reading,
            Linked = reader.Number() == 0
                ? null
                : (Linked(ref reader, batch.StatusA.Device), Linked(ref reader, batch.StatusB.Device)),
        };
    }

    private static void Write(CompactWriter writer, in LinkedFile file)
    {
        writer.Write(BitConverter.GetBytes(file.Inode));
        writer.Write(file.Names);
    }

    private static LinkedFile Linked(ref CompactReader reader, DeviceNumber device) =>
        new(device, BitConverter.ToUInt64(reader.Bytes()), (uint)reader.Number());
}
