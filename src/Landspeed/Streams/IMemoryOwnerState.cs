namespace Landspeed.Streams;

/// <summary>Tells whether native memory is still there.</summary>
internal interface IMemoryOwnerState
{
    /// <summary>Refuses the use of memory that was given back.</summary>
    /// <exception cref="ObjectDisposedException">It was.</exception>
    void ThrowIfMemoryGone();
}
