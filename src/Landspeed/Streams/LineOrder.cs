namespace Landspeed.Streams;

/// <summary>In which order lines are handed out.</summary>
public enum LineOrder
{
    /// <summary>Any order, by all workers at the same time; within a block of the file one after the other.</summary>
    Any,

    /// <summary>The order of the file, one line at a time, by one worker; the file is read ahead all the same.</summary>
    File,
}
