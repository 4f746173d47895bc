using Landspeed.Copying.Sharing;
using Landspeed.Quantities;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>Large files, in segments.</summary>
internal sealed partial class SimulatedRank
{
    private const byte Complete = 0;
    private const byte NotWritten = 1;
    private const byte Changed = 2;

    private void CopyLarge(SimulatedFile file, Action ended)
    {
        if (file.Published is not null && file.PublishedVersion == file.Version && !Is(Mutant.CopiesWhatIsThere))
        {
            ended();
            return;
        }

        int version = file.Version;
        Inode? part = null;
        Do(0.3, () => part = MakeOrTakeOver(file, version), () =>
        {
            if (!HasStopped)
            {
                CopySegments(file, part!, version, ended);
            }
        });
    }

    private Inode MakeOrTakeOver(SimulatedFile file, int version)
    {
        SimulatedFiles.Change(file.Directory, $"the part of file {file.Id} was made");
        if (file.Owner is { } owner && owner.Version == version && file.Part == owner.Part)
        {
            file.Owner = owner with { Rank = Is(Mutant.ReadsOneJournal) ? owner.Rank : Rank, Ranks = Math.Max(owner.Ranks, _job.Size) };
            return owner.Part;
        }

        file.RemovePart();
        file.Part = _job.Files.Make(file.Chunks);
        file.Owner = new OwnerJournal(Rank, _job.Size, version, file.Part);
        return file.Part;
    }

    private void CopySegments(SimulatedFile file, Inode part, int version, Action ended)
    {
        ByteRange[] missing = [.. file.Durable(_job.Mutant).Missing(ByteRange.FromBounds(0, file.Chunks))];
        List<(ByteRange Range, SharedResult? Result)> done = [.. file.Durable(_job.Mutant).Ranges.Select(range => (range, (SharedResult?)null))];
        List<ByteRange> segments = [.. missing.SelectMany(Cut)];
        int left = segments.Count;
        byte worst = Complete;
        foreach (ByteRange segment in segments)
        {
            byte[] payload = Payload.Of(file.Id, part.Id, (int)segment.Offset, (int)segment.End, version);
            _waiting[Share.Offer(WorkKind.Segment, payload)] = result =>
            {
                worst = Math.Max(worst, result.Payload[0]);
                done.Add((segment, result));
                if (--left == 0)
                {
                    AllWritten();
                }
            };
        }

        if (left == 0)
        {
            AllWritten();
        }

        void AllWritten()
        {
            if (worst != Complete || !_plan.Verifies)
            {
                Publish(file, part, version, worst, ended);
                return;
            }

            int verifications = done.Count;
            bool differs = false;
            foreach ((ByteRange range, SharedResult? writer) in done)
            {
                byte[] payload = Payload.Of(part.Id, (int)range.Offset, (int)range.End, version);
                _waiting[Share.Offer(WorkKind.Verification, payload, writer?.By ?? SharedItem.Nobody, writer?.Also)] = result =>
                {
                    differs |= result.Payload[0] != 0 && !Is(Mutant.PublishesUnverified);
                    if (--verifications == 0)
                    {
                        Publish(file, part, version, differs ? Changed : Complete, ended);
                    }
                };
            }
        }
    }

    private IEnumerable<ByteRange> Cut(ByteRange missing)
    {
        for (long offset = missing.Offset; offset < missing.End; offset += _plan.Segment)
        {
            yield return ByteRange.FromBounds(offset, Math.Min(missing.End, offset + _plan.Segment));
        }
    }

    private void Publish(SimulatedFile file, Inode part, int version, byte outcome, Action ended) => Do(
        0.3,
        () =>
        {
            outcome = outcome == Complete && file.Version != version && !Is(Mutant.PublishesChanged) ? Changed : outcome;
            if (outcome == Complete)
            {
                SimulatedFiles.Publish(file, part, version);
                file.RemovePart();
            }
            else if (outcome == Changed)
            {
                file.RemovePart();
            }
        },
        () =>
        {
            if (outcome != Complete)
            {
                NotCopied(file);
            }

            ended();
        });

    private void CopySegment(SharedItem item)
    {
        int[] numbers = Payload.Read(item.Payload);
        SimulatedFile file = _job.Files.Files[numbers[0]];
        Inode part = _job.Files.Inode(numbers[1]);
        (int from, int end, int version) = (numbers[2], numbers[3], numbers[4]);
        bool hasFailed = false;
        bool hasLetGo = false;
        Next(from);

        void Next(int chunk)
        {
            if (!hasLetGo && (HasStopped || Share.IsRevoked(item.Id)))
            {
                hasLetGo = true;
                LetGo(null);
            }

            if (hasLetGo && (!Is(Mutant.LetsGoWhileWriting) || chunk == end))
            {
                return;
            }

            if (hasFailed || (file.Version != version && !Is(Mutant.PublishesChanged)))
            {
                LetGo([hasFailed ? NotWritten : Changed]);
            }
            else if (chunk == end)
            {
                End();
            }
            else
            {
                Do(0.5, () => Write(chunk), () => Next(chunk + 1));
            }
        }

        // What it wrote must not reach the medium after the file has its name: another may have been faster, and succeeded.
        void LetGo(byte[]? result) => Do(
            1,
            () => Flush(part, ByteRange.FromBounds(from, end), Is(Mutant.LetsGoWithoutFlush)),
            () => Done(item, result));

        void Write(int chunk)
        {
            hasFailed = _random.NextDouble() < _plan.Failing;
            if (!hasFailed)
            {
                _job.Files.Write(file, part, chunk, Me, _random.NextDouble() < _plan.Corrupt);
            }
        }

        void End()
        {
            var range = ByteRange.FromBounds(from, end);
            bool isEarly = Is(Mutant.NotesBeforeDurable);
            Do(1, () => (isEarly ? (Action)Note : MakeDurable)(), () => Do(
                0.1,
                () => (isEarly ? (Action)MakeDurable : Note)(),
                () => Done(item, [file.Version == version || Is(Mutant.PublishesChanged) ? Complete : Changed])));

            void MakeDurable() => Flush(part, range, isLeftOut: false);

            void Note()
            {
                if (file.Version == version)
                {
                    file.Journals.TryAdd(Rank, []);
                    file.Journals[Rank].Add(range);
                }
            }
        }
    }
}
