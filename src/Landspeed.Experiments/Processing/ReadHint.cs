namespace Landspeed.Experiments.Processing;

/// <summary>What streaming and buffering tell the system when they open a file.</summary>
public enum ReadHint
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>That it is read from its start to its end (FileOptions.SequentialScan).</summary>
    Sequential,
}
