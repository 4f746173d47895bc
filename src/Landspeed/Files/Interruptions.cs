using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>Repeats calls that a signal interrupted before they did anything; not for the hot path.</summary>
internal static class Interruptions
{
    /// <summary>Repeats a call until it ends in anything other than an interruption.</summary>
    internal static NativeResult Retry(Func<NativeResult> call)
    {
        while (true)
        {
            NativeResult result = call();
            if (result.Error.Kind != NativeErrorKind.Interrupted)
            {
                return result;
            }
        }
    }
}
