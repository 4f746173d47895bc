using System.Runtime.InteropServices;
using Landspeed.Copying.Sharing;
using Landspeed.Hashing;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// Shares the lines of a manifest among several ranks, a few at a time, and collects their findings on rank 0 in the
/// manifest's order.
/// </summary>
/// <param name="ranks">The ranks.</param>
/// <param name="task">What is checked, the same on all ranks.</param>
/// <param name="entries">The manifest's lines.</param>
internal sealed class SharedFindings(IVerificationRanks ranks, VerificationTask task, IReadOnlyList<ManifestEntry> entries)
{
    // Number of lines that a rank takes at a time: few, because one file may be very large.
    private const int Together = 8;

    private readonly Lock _turn = new();
    private readonly List<(int Index, VerificationFinding Finding)> _found = [];
    private long _next;

    /// <summary>What the other ranks counted.</summary>
    internal RankCounters Elsewhere { get; } = new();

    /// <summary>Ensures that all ranks read the same lines and see the same directory. Collective.</summary>
    /// <exception cref="ExperimentException">On rank 0, if they do not.</exception>
    internal void Agree()
    {
        bool isThere = NativePlatform.Files.StatusOf(task.Directory, out FileStatus status).Succeeded;
        SharedIdentity.Check(
            ranks,
            [isThere ? status : default],
            Digest(),
            $"{task.Manifest.Display} or {task.Directory.Display}");
    }

    /// <summary>Checks lines until none is left. Collective.</summary>
    /// <param name="check">Checks one line; returns null if there is nothing to report, or if everything is
    /// stopped.</param>
    internal void CheckAll(Func<ManifestEntry, VerificationFinding?> check)
    {
        ranks.Begin(_ => BitConverter.GetBytes(_next++));
        var threads = new Thread[task.Threads];
        Exception? failure = null;
        for (int index = 0; index < threads.Length; index++)
        {
            threads[index] = new Thread(() =>
            {
                try
                {
                    CheckSome(check);
                }
#pragma warning disable CA1031 // thrown after all have ended
                catch (Exception mistake)
#pragma warning restore CA1031
                {
                    Interlocked.CompareExchange(ref failure, mistake, null);
                }
            })
            { IsBackground = true, Name = "landspeed verification" };
            threads[index].Start();
        }

        Array.ForEach(threads, thread => thread.Join());
        ranks.End();
        if (failure is not null)
        {
            throw new IOException(failure.Message, failure);
        }
    }

    /// <summary>Sends all findings to rank 0. Collective.</summary>
    /// <param name="readBytes">What this rank fetched from devices, if its counter reports it.</param>
    /// <param name="cpuNs">Its CPU time.</param>
    /// <param name="stop">Whether it was stopped.</param>
    /// <returns>On rank 0 all findings, in the manifest's order.</returns>
    internal IEnumerable<VerificationFinding> Gather(long? readBytes, long cpuNs, CancellationToken stop)
    {
        var writer = new CompactWriter();
        RankCounters.Write(writer, readBytes, cpuNs, stop.IsCancellationRequested);
        writer.Write(_found.Count);
        foreach ((int index, VerificationFinding finding) in _found)
        {
            Write(writer, index, finding);
        }

        IReadOnlyList<byte[]> all = ranks.Gather("verify: findings", ranks.Rank == 0 ? [] : writer.ToArray());
        foreach (byte[] other in all.Skip(1))
        {
            Read(other);
        }

        return _found.OrderBy(found => found.Index).Select(found => found.Finding);
    }

    private void CheckSome(Func<ManifestEntry, VerificationFinding?> check)
    {
        while (BitConverter.ToInt64(ranks.Ask([])) * Together is var first && first < entries.Count)
        {
            for (int index = (int)first; index < Math.Min(first + Together, entries.Count); index++)
            {
                if (check(entries[index]) is { } finding)
                {
                    lock (_turn)
                    {
                        _found.Add((index, finding));
                    }
                }
            }
        }
    }

    private ulong Digest()
    {
        ulong digest = 0;
        foreach (ManifestEntry entry in entries)
        {
            byte[] line = [.. BitConverter.GetBytes(digest), .. entry.Line?.ToBytes() ?? []];
            digest = Xxh3.Hash64(line);
        }

        return digest;
    }

    private static void Write(CompactWriter writer, int index, VerificationFinding finding)
    {
        writer.Write(index);
        writer.Write((long)finding.State);
        writer.Write(MemoryMarshal.AsBytes((finding.Message ?? string.Empty).AsSpan()));
        writer.Write(finding.Read is null ? 0 : finding.Read.Direct ? 2 : 1);
        if (finding.Read is { } read)
        {
            writer.Write(read.Bytes);
            writer.Write(System.Text.Encoding.ASCII.GetBytes(read.Digests[0].Hex));
        }
    }

    private void Read(byte[] bytes)
    {
        var reader = new CompactReader(bytes);
        Elsewhere.Add(ref reader);
        for (int left = reader.Elements(); left > 0; left--)
        {
            int index = reader.Count();
            var state = (VerificationState)reader.Count();
            string message = new(MemoryMarshal.Cast<byte, char>(reader.Bytes()));
            long kind = reader.Number();
            ManifestEntry entry = entries[index];
            ReadDigest? digest = kind == 0 ? null : new ReadDigest([], reader.Number(), kind == 2);
            digest = digest is null ? null : digest with { Digests = [new FileDigest(entry.Line!.Digest.Algorithm, System.Text.Encoding.ASCII.GetString(reader.Bytes()))] };
            _found.Add((index, new VerificationFinding(state, entry, entry.Line, digest, message.Length == 0 ? null : message)));
        }
    }
}
