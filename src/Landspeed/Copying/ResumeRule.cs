namespace Landspeed.Copying;

/// <summary>What happens to what an interrupted copy left.</summary>
public enum ResumeRule
{
    /// <summary>It is taken over as far as its journal says that it was durable, when the source is the same file unchanged.</summary>
    Continue,

    /// <summary>As <see cref="Continue"/>, and what is taken over is read again on both sides and compared.</summary>
    Paranoid,

    /// <summary>It is removed, and the copy starts anew.</summary>
    StartAnew,
}
