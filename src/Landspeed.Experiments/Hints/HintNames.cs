namespace Landspeed.Experiments.Hints;

/// <summary>Names of access hints.</summary>
public static class HintNames
{
    /// <summary>Returns the name of a hint in results and on the command line.</summary>
    /// <param name="hint">The hint.</param>
    public static string Of(AccessHint hint) => hint switch
    {
        AccessHint.None => "none",
        AccessHint.SequentialScan => "sequential-scan",
        AccessHint.RandomAccess => "random-access",
        AccessHint.AdviseSequential => "fadvise-sequential",
        AccessHint.AdviseRandom => "fadvise-random",
        AccessHint.AdviseWillNeed => "fadvise-willneed",
        AccessHint.AdviseNoReuse => "fadvise-noreuse",
        AccessHint.Direct => "direct",
        _ => "uncached",
    };
}
