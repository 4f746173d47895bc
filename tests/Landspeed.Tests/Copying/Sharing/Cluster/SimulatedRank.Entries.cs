using Landspeed.Copying.Sharing;
using Landspeed.Quantities;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>Directories, and small files in batches.</summary>
internal sealed partial class SimulatedRank
{
    private readonly Dictionary<WorkId, SharedItem> _parked = [];

    // What becomes of results of own items.
    private readonly Dictionary<WorkId, Action<SharedResult>> _waiting = [];

    private void Came(SharedResult result)
    {
        if (_waiting.Remove(result.Id, out Action<SharedResult>? then))
        {
            then(result);
        }
    }

    private void List(SharedItem item, SimulatedDirectory directory) => Do(
        0.2 + (directory.Files.Count * 0.01),
        () =>
        {
            SimulatedFiles.Refuse(directory.ListedIn == _job.Run, $"directory {directory.Id} was listed twice");
            (directory.ListedIn, directory.IsFinished) = (_job.Run, false);
            foreach (Inode dead in directory.Temporaries.Where(one => one.Value < _job.Run).Select(one => one.Key).ToArray())
            {
                directory.Temporaries.Remove(dead);
            }
        },
        () => HandOut(item, directory));

    private void HandOut(SharedItem item, SimulatedDirectory directory)
    {
        if (HasStopped)
        {
            Done(item, result: null);
            return;
        }

        foreach (SimulatedDirectory child in directory.Children)
        {
            Share.Offer(WorkKind.Directory, Payload.Of(child.Id));
        }

        Park(item);
        SimulatedFile[][] batches = [.. directory.Files.Where(file => file.Chunks == 1).Chunk(_plan.Batch)];
        SimulatedFile[] large = [.. directory.Files.Where(file => file.Chunks > 1)];
        int left = batches.Length + large.Length + (Is(Mutant.FinishesDirectoriesEarly) ? -1 : 0);
        foreach (SimulatedFile[] batch in batches)
        {
            _waiting[Share.Offer(WorkKind.Batch, Payload.Of(batch.Select(file => file.Id)))] = _ => EndOne();
        }

        Array.ForEach(large, file => CopyLarge(file, EndOne));
        if (batches.Length + large.Length == 0)
        {
            Finish();
        }

        void EndOne()
        {
            if (--left == 0)
            {
                Finish();
            }
        }

        void Finish() => Do(0.1, () => directory.IsFinished = !HasStopped, () => EndParked(item, result: null));
    }

    private void Copy(SharedItem item, SimulatedFile[] files)
    {
        SimulatedFile[] needed = [.. files.Where(file => file.Published is null || file.PublishedVersion != file.Version || Is(Mutant.CopiesWhatIsThere))];
        List<(SimulatedFile File, Inode Inode, int Version)> written = [];
        WriteNext(0);

        void WriteNext(int index)
        {
            if (HasStopped)
            {
                Done(item, result: null);
                return;
            }

            if (index == needed.Length)
            {
                Do(
                    1,
                    () => written.ForEach(one => Flush(one.Inode, ByteRange.FromBounds(0, 1), isLeftOut: false)),
                    () => Written(item, written));
                return;
            }

            SimulatedFile file = needed[index];
            int version = file.Version;
            bool failed = false;
            Do(
                0.3,
                () =>
                {
                    SimulatedFiles.Change(file.Directory, $"a temporary of file {file.Id} was made");
                    Inode inode = _job.Files.Make(1);
                    file.Directory.Temporaries.Add(inode, _job.Run);
                    failed = _random.NextDouble() < _plan.Failing;
                    if (!failed)
                    {
                        _job.Files.Write(file, inode, 0, Me, _random.NextDouble() < _plan.Corrupt);
                        written.Add((file, inode, version));
                    }
                    else
                    {
                        file.Directory.Temporaries.Remove(inode);
                    }
                },
                () =>
                {
                    if (failed)
                    {
                        NotCopied(file);
                    }

                    WriteNext(index + 1);
                });
        }
    }

    private void Written(SharedItem item, List<(SimulatedFile File, Inode Inode, int Version)> written)
    {
        if (HasStopped)
        {
            Done(item, result: null);
            return;
        }

        Park(item);
        if (!_plan.Verifies || written.Count == 0)
        {
            PublishNext(item, written, 0, []);
            return;
        }

        byte[] payload = Payload.Of(written.SelectMany(one => new[] { one.Inode.Id, 0, 1, one.Version }));
        _waiting[Share.Offer(WorkKind.Verification, payload, Rank)] = result => PublishNext(item, written, 0, result.Payload);
    }

    private void PublishNext(SharedItem item, List<(SimulatedFile File, Inode Inode, int Version)> written, int index, byte[] differs)
    {
        if (index == written.Count || HasStopped)
        {
            EndParked(item, []);
            return;
        }

        (SimulatedFile file, Inode inode, int version) = written[index];
        bool isGood = (differs.Length == 0 || differs[index] == 0 || Is(Mutant.PublishesUnverified)) && (file.Version == version || Is(Mutant.PublishesChanged));
        Do(
            0.1,
            () =>
            {
                isGood &= file.Version == version || Is(Mutant.PublishesChanged);
                if (isGood)
                {
                    SimulatedFiles.Publish(file, inode, version);
                }
                else
                {
                    file.Directory.Temporaries.Remove(inode);
                }
            },
            () =>
            {
                if (!isGood)
                {
                    NotCopied(file);
                }

                PublishNext(item, written, index + 1, differs);
            });
    }

    private void Flush(Inode inode, ByteRange range, bool isLeftOut)
    {
        if (!Is(Mutant.PublishesBeforeDurable) && !isLeftOut)
        {
            _job.Files.Flush(inode, range, Me);
        }
    }

    private void Verify(SharedItem item)
    {
        int[] numbers = Payload.Read(item.Payload);
        byte[] differs = new byte[numbers.Length / 4];
        Next(0);

        void Next(int index)
        {
            if (HasStopped || Share.IsRevoked(item.Id) || index == differs.Length)
            {
                Done(item, index == differs.Length ? differs : null);
                return;
            }

            Inode inode = _job.Files.Inode(numbers[4 * index]);
            (int from, int end, int version) = (numbers[(4 * index) + 1], numbers[(4 * index) + 2], numbers[(4 * index) + 3]);
            Do(
                0.2 * (end - from),
                () =>
                {
                    for (int chunk = from; chunk < end; chunk++)
                    {
                        bool isOwn = inode.Writers[chunk] == Me && item.AvoidsToo.Append(item.Avoids).Distinct().Count() < _job.Size;
                        SimulatedFiles.Refuse(isOwn && _job.Size > 1, $"rank {Rank} verified what it wrote");
                        differs[index] |= inode.IsCorrupt[chunk] || inode.Versions[chunk] != version ? (byte)1 : (byte)0;
                    }
                },
                () => Next(index + 1));
        }
    }
}
