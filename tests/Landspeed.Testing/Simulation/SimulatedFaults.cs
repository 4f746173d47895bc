using Landspeed.Engine;
using Landspeed.Platform;

namespace Landspeed.Testing.Simulation;

/// <summary>Decides what happens to each request of a <see cref="SimulatedEngine"/>.</summary>
internal sealed class SimulatedFaults
{
    private readonly SimulationOptions _options;
    private readonly SimulatedFault[] _faults;
    private SeededRandom _random;
    private long _requestIndex;

    internal SimulatedFaults(SimulationOptions options)
    {
        CheckProbability(options.ShortProbability, nameof(options.ShortProbability));
        CheckProbability(options.ZeroProbability, nameof(options.ZeroProbability));
        CheckProbability(options.ErrorProbability, nameof(options.ErrorProbability));
        ArgumentOutOfRangeException.ThrowIfLessThan(options.ShortAlignment, 1);
        _options = options;
        _faults = [.. options.Faults];
        _random = new SeededRandom(options.Seed);
    }

    /// <summary>Draws the next request's lot.</summary>
    /// <param name="request">The request as queued.</param>
    /// <param name="distorted">The request to carry out, perhaps shorter.</param>
    /// <returns>A result in place of carrying it out, or null.</returns>
    internal NativeResult? Distort(in IoRequest request, out IoRequest distorted)
    {
        distorted = request;
        bool fails = _random.Chance(_options.ErrorProbability);
        bool isZero = _random.Chance(_options.ZeroProbability);
        bool isShort = _random.Chance(_options.ShortProbability);
        ulong choice = _random.Next();
        if (FaultAt(_requestIndex++) is { } error)
        {
            return NativeResult.Failure(NativeError.Of(error));
        }

        if (fails)
        {
            return NativeResult.Failure(NativeError.Of(_options.RandomError));
        }

        if (request.Operation is not (IoOperation.Read or IoOperation.Write))
        {
            return null;
        }

        distorted = isShort ? request with { Length = ShortLength(request, choice) } : request;
        return isZero ? default(NativeResult) : null;
    }

    private NativeErrorKind? FaultAt(long index)
    {
        foreach (SimulatedFault fault in _faults)
        {
            if (fault.RequestIndex == index || (fault.Extent == FaultExtent.Permanent && fault.RequestIndex < index))
            {
                return fault.Error;
            }
        }

        return null;
    }

    // Ends at a multiple of the alignment strictly inside the transfer: for 100 bytes at offset 50 and an alignment
    // of 64 at 64 or 128, that is after 14 or 78 bytes.
    private int ShortLength(in IoRequest request, ulong choice)
    {
        int alignment = _options.ShortAlignment;
        int first = alignment - (int)(request.Offset % alignment);
        if (first >= request.Length)
        {
            return request.Length;
        }

        int lengths = ((request.Length - 1 - first) / alignment) + 1;
        return first + ((int)(choice % (ulong)lengths) * alignment);
    }

    private static void CheckProbability(double probability, string name)
    {
        if (probability is not (>= 0 and <= 1))
        {
            throw new ArgumentOutOfRangeException(name, probability, "a probability is 0 to 1");
        }
    }
}
