namespace Landspeed.Experiments.Load;

/// <summary>
/// How late requests started over the course of a run: the mean of each of 16 to 32 equal parts of it.
/// </summary>
/// <remarks>For use by one thread; no allocation while it counts.</remarks>
internal sealed class LatenessTrend
{
    private const int MostParts = 32;

    // Fewer parts than this show no trend that chance does not show, too.
    private const int FewestParts = 8;

    // Of all pairs of parts, the share in which the later one is later, less the share in which it is not (Kendall).
    private const double Rising = 0.6;

    private readonly double[] _sumNs = new double[MostParts];
    private readonly long[] _count = new long[MostParts];
    private long _partNs = 1;
    private int _last;

    /// <summary>Clears all counts.</summary>
    /// <param name="partNs">Length of the parts at first; it doubles when they are used up.</param>
    internal void Begin(long partNs)
    {
        Array.Clear(_sumNs);
        Array.Clear(_count);
        (_partNs, _last) = (Math.Max(1, partNs), 0);
    }

    /// <summary>Counts a request.</summary>
    /// <param name="startedNs">When it started, from the start of the phase.</param>
    /// <param name="latenessNs">How long it had been due.</param>
    internal void Count(long startedNs, long latenessNs)
    {
        while (startedNs / _partNs >= MostParts)
        {
            Halve();
        }

        int part = (int)(startedNs / _partNs);
        _sumNs[part] += latenessNs;
        _count[part]++;
        _last = Math.Max(_last, part);
    }

    /// <summary>Adds the counts of another one, as if this one had counted everything.</summary>
    internal void Merge(LatenessTrend other)
    {
        _partNs = _count[0] == 0 && _last == 0 ? other._partNs : _partNs; // its own length says nothing yet
        while (_partNs < other._partNs)
        {
            Halve();
        }

        for (int part = 0; part <= other._last; part++)
        {
            int own = (int)(part * other._partNs / _partNs);
            _sumNs[own] += other._sumNs[part];
            _count[own] += other._count[part];
            _last = Math.Max(_last, own);
        }
    }

    /// <summary>Whether requests started later and later.</summary>
    internal bool IsRising()
    {
        double[] means = [.. Enumerable.Range(0, _last + 1).Where(part => _count[part] > 0)
            .Select(part => _sumNs[part] / _count[part])];
        if (means.Length < FewestParts)
        {
            return false;
        }

        int rises = 0;
        for (int later = 1; later < means.Length; later++)
        {
            for (int earlier = 0; earlier < later; earlier++)
            {
                rises += Math.Sign(means[later] - means[earlier]);
            }
        }

        return rises > Rising * means.Length * (means.Length - 1) / 2;
    }

    private void Halve()
    {
        for (int part = 0; part < MostParts / 2; part++)
        {
            _sumNs[part] = _sumNs[2 * part] + _sumNs[(2 * part) + 1];
            _count[part] = _count[2 * part] + _count[(2 * part) + 1];
        }

        Array.Clear(_sumNs, MostParts / 2, MostParts / 2);
        Array.Clear(_count, MostParts / 2, MostParts / 2);
        (_partNs, _last) = (2 * _partNs, _last / 2);
    }
}
