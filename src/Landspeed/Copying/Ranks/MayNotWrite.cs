using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>Rank 0 may not write into the target: refused as it is where another rank may not, with its host.</summary>
internal static class MayNotWrite
{
    /// <summary>Does what writes first.</summary>
    /// <param name="ranks">The ranks; this one is 0.</param>
    /// <param name="source">What may not be read there is no matter of writing.</param>
    /// <param name="writing">Writes.</param>
    /// <param name="isFirst">Whether nothing is written yet; null: nothing is.</param>
    /// <exception cref="CopyException">Refused: it may not.</exception>
    internal static T Named<T>(ICopyRanks ranks, FilePath source, Func<T> writing, Func<bool>? isFirst = null)
    {
        try
        {
            return writing();
        }
        catch (IOException failure) when (isFirst?.Invoke() != false && IsDenied(failure, source))
        {
            CopyProblem problem = CopyProblems.Of(failure, source);
            throw new CopyException(
                CopyOutcome.Refused, problem with { Kind = CopyProblemKind.Refused, Message = $"{ranks.NameOf(0)}: {problem.Message}" }, failure);
        }
    }

    private static bool IsDenied(IOException failure, FilePath source) =>
        NativeError.TryFrom(failure, out NativeError error)
        && error.Kind is NativeErrorKind.ReadOnly or NativeErrorKind.AccessDenied or NativeErrorKind.NotPermitted
        && (failure as CopyException)?.Problem.Path.Equals(source) != true;
}
