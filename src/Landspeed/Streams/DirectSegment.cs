namespace Landspeed.Streams;

/// <summary>One request of the system that a part of a caller's request becomes.</summary>
internal readonly record struct DirectSegment
{
    /// <summary>First byte in the file; aligned.</summary>
    internal long Offset { get; init; }

    /// <summary>Bytes of the request; aligned.</summary>
    internal int Length { get; init; }

    /// <summary>Bytes before the caller's first one: 0 but in the first segment.</summary>
    internal int Skip { get; init; }

    /// <summary>Bytes of the caller's.</summary>
    internal int Count { get; init; }

    /// <summary>Whether it goes through memory of ours instead of the caller's.</summary>
    internal bool IsBounced { get; init; }

    /// <summary>First byte in the file that is the caller's.</summary>
    internal long Start => Offset + Skip;

    /// <summary>Behind the last byte in the file that is the caller's.</summary>
    internal long End => Start + Count;
}
