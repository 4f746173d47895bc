namespace Landspeed.Copying.Ranks;

/// <summary>
/// Handles a rank 0 that may not write into the target: the refusal names its host, as that of any other rank does.
/// </summary>
internal static class MayNotWrite
{
    /// <summary>Makes the first write.</summary>
    /// <param name="ranks">The ranks; this one is 0.</param>
    /// <param name="source">The source; a failure to read it is not about writing.</param>
    /// <param name="writing">Makes the write.</param>
    /// <param name="isFirst">Returns whether nothing has been written yet; null if nothing has.</param>
    /// <exception cref="CopyException">Rank 0 may not write.</exception>
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
