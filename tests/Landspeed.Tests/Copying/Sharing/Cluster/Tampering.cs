using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>Changes messages as a pool with a mistake would.</summary>
internal sealed class Tampering(Mutant mutant, Random random)
{
    private SharedItem? _copy;
    private int _copyOf;
    private bool _ends;

    internal byte[] Question(byte[] bytes)
    {
        if (mutant is not (Mutant.ForgetsProblem or Mutant.VerifiesByWriter or Mutant.EndsEarly))
        {
            return bytes;
        }

        CheckIn message = CheckIn.Read(bytes);
        _ends |= mutant == Mutant.EndsEarly && message.IsIdle && message.Rank == 0;
        return (message with
        {
            Notes = mutant == Mutant.ForgetsProblem ? [] : message.Notes,
            Offers = mutant == Mutant.VerifiesByWriter ? [.. message.Offers.Select(item => item with { Avoids = SharedItem.Nobody })] : message.Offers,
        }).ToBytes();
    }

    internal byte[] Answer(int rank, byte[] bytes)
    {
        if (mutant is not (Mutant.HandsOutTwice or Mutant.ForgetsResult or Mutant.EndsEarly))
        {
            return bytes;
        }

        PoolAnswer message = PoolAnswer.Read(bytes);
        if (mutant == Mutant.ForgetsResult && random.NextDouble() < 0.1)
        {
            message = message with { Results = [] };
        }

        if (mutant == Mutant.HandsOutTwice && _copy is not null && rank != _copyOf)
        {
            message = message with { Items = [.. message.Items, _copy] };
            _copy = null;
        }
        else if (mutant == Mutant.HandsOutTwice && message.Items.Count > 0 && random.NextDouble() < 0.1)
        {
            (_copy, _copyOf) = (message.Items[0], rank);
        }

        return (message with { IsDone = message.IsDone || _ends }).ToBytes();
    }
}
