namespace Landspeed.Experiments.Orders;

/// <summary>Where the requests of one worker are in a file: in one range, or in segments at equal distances.</summary>
/// <param name="First">Its first request, in units of the request size.</param>
/// <param name="Count">Number of its requests.</param>
/// <param name="Segment">Requests of a segment; if there is only one segment, all its requests.</param>
/// <param name="Stride">Requests from the start of a segment to the start of the worker's next one.</param>
internal readonly record struct RequestLayout(long First, long Count, long Segment, long Stride)
{
    /// <summary>Returns the position in the file of one of its requests.</summary>
    /// <param name="ordinal">0 to <see cref="Count"/> - 1.</param>
    /// <returns>In units of the request size.</returns>
    internal long PlaceOf(long ordinal)
    {
        if (Segment == Stride)
        {
            return First + ordinal;
        }

        (long segment, long within) = Math.DivRem(ordinal, Segment);
        return First + (segment * Stride) + within;
    }
}
