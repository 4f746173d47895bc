namespace Landspeed.Copying.Sharing;

/// <summary>Handing out items and collecting their results.</summary>
internal sealed partial class WorkPool
{
    // How many items of a queue are checked for one that the asking rank may do; further ones are left to others.
    private const int Looked = 64;

    // A rank that has asked this often in vain, for about half a second with few ranks, gets back items it gave away
    // and no rank took: all others may be stalled.
    private const int MissesUntilBack = 10;

    private void Give(List<SharedItem> items, CheckIn message, PoolRank rank, TimeSpan now)
    {
        // Verifications first, because files wait for their names.
        GiveFrom(_verifications, Math.Max(message.Wants, message.Accepts), items, message.Rank, now);
        int share = Math.Max(1, (_others.Count + _hungryRanks) / (_hungryRanks + 1));
        GiveFrom(_others, Math.Min(message.Wants - items.Count, share), items, message.Rank, now);
        if (items.Count == 0 && message.Wants > 0 && FindLate(message.Rank, rank, now) is { } late)
        {
            Repeated++;
            HandOut(late, items, message.Rank, now);
        }
    }

    private void GiveFrom(LinkedList<SharedItem> queue, int most, List<SharedItem> items, int asker, TimeSpan now)
    {
        int left = Looked;
        for (LinkedListNode<SharedItem>? node = queue.First; node is not null && most > 0 && left > 0; left--)
        {
            LinkedListNode<SharedItem>? next = node.Next;
            if (node.Value.MayBeDoneBy(asker, Size) || ComesBack(node.Value, asker))
            {
                queue.Remove(node);
                _waitingBytes -= node.Value.Payload.Length;
                var pooled = new PooledItem(node.Value);
                _out.Add(node.Value.Id, pooled);
                HandOut(pooled, items, asker, now);
                most--;
            }

            node = next;
        }
    }

    private bool ComesBack(SharedItem item, int asker) =>
        item.Kind == WorkKind.Batch && item.Id.Home == asker && _ranks[asker].Misses >= MissesUntilBack;

    private void HandOut(PooledItem pooled, List<SharedItem> items, int asker, TimeSpan now)
    {
        items.Add(pooled.Item);
        pooled.Takers.Add(asker);
        pooled.Since = now;
        _ranks[asker].Held.Add(pooled);
        if (!pooled.IsRepeatable)
        {
            pooled.Item = pooled.Item with { Payload = [] }; // it is not read here again
            return;
        }

        if (pooled.Place is not null)
        {
            _repeatable.Remove(pooled.Place);
        }

        pooled.Place = _repeatable.AddLast(pooled);
    }

    // The list is in the order of handing out: after an item too recent to be silent, none is older.
    private PooledItem? FindLate(int asker, PoolRank rank, TimeSpan now)
    {
        int left = Looked;
        for (LinkedListNode<PooledItem>? node = _repeatable.First; node is not null && left > 0; node = node.Next, left--)
        {
            PooledItem pooled = node.Value;
            if (now - pooled.Since <= Rules.Silence)
            {
                return null;
            }

            if (pooled.Item.MayBeDoneBy(asker, Size) && !rank.Held.Contains(pooled) && IsLate(pooled, now))
            {
                return pooled;
            }
        }

        return null;
    }

    private bool IsLate(PooledItem pooled, TimeSpan now)
    {
        if (pooled.Takers.TrueForAll(taker => IsSilent(taker, now)))
        {
            return true;
        }

        TimeSpan usual = _longest[(int)pooled.Item.Kind] * PoolRules.LateFactor;
        return now - pooled.Since > (usual > Rules.Patience ? usual : Rules.Patience);
    }

    private void Complete(WorkOutcome outcome, int by, TimeSpan now)
    {
        PoolRank rank = _ranks[by];
        int index = rank.Held.FindIndex(held => held.Item.Id == outcome.Id);
        if (index < 0)
        {
            return;
        }

        PooledItem pooled = rank.Held[index];
        rank.Held.RemoveAt(index);
        pooled.Takers.Remove(by);
        if (!pooled.IsDone)
        {
            End(pooled, outcome, by, now);
        }
        else
        {
            pooled.Also.Add(by);
        }

        if (pooled.IsDone && (pooled.Takers.Count == 0 || !pooled.WaitsForAll) && _out.Remove(outcome.Id))
        {
            Deliver(pooled);
        }
    }

    private void End(PooledItem pooled, WorkOutcome outcome, int by, TimeSpan now)
    {
        pooled.IsDone = true;
        pooled.Result = outcome.Result is { } payload ? new SharedResult(outcome.Id, pooled.Item.Kind, by, payload) : null;
        if (pooled.Place is { } place)
        {
            _repeatable.Remove(place);
            pooled.Place = null;
        }

        ref TimeSpan longest = ref _longest[(int)pooled.Item.Kind];
        TimeSpan took = now - pooled.Since;
        longest = took > longest ? took : longest;
    }

    private void Deliver(PooledItem pooled)
    {
        if (pooled.Result is { } result && Stop is null)
        {
            _ranks[result.Id.Home].Mail.Add(result with { Also = pooled.Also });
            _mail++;
        }
    }
}
