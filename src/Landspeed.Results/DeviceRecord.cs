namespace Landspeed.Results;

/// <summary>Traffic of a block device in the measured time, by all processes.</summary>
public sealed record DeviceRecord
{
    /// <summary>Its name, for example <c>vda</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Read requests completed.</summary>
    public required long ReadRequests { get; init; }

    /// <summary>Bytes read.</summary>
    public required long ReadBytes { get; init; }

    /// <summary>Write requests completed.</summary>
    public required long WriteRequests { get; init; }

    /// <summary>Bytes written.</summary>
    public required long WriteBytes { get; init; }

    /// <summary>Share of the time with at least one request outstanding; 100 does not mean saturated.</summary>
    public required double BusyPct { get; init; }
}
