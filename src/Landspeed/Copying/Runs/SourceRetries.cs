using Landspeed.Quantities;

namespace Landspeed.Copying.Runs;

/// <summary>
/// Repeats what failed on a source with an error that may pass: after a pause, a bounded number of times, and never
/// without reporting it.
/// </summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="most">Maximum number of repetitions of one request or call.</param>
/// <param name="reporter">Receives each repetition.</param>
internal sealed class SourceRetries(int most, CopyReporter reporter)
{
    private static readonly TimeSpan s_firstPause = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan s_longestPause = TimeSpan.FromSeconds(10);

    /// <summary>Reports that a failure will be followed by a repetition, if it may.</summary>
    /// <param name="failure">The failure.</param>
    /// <param name="path">The source.</param>
    /// <param name="made">Repetitions made before.</param>
    /// <param name="pause">The pause before the repetition; each is twice as long as the one before it.</param>
    /// <returns>False if it is not repeated.</returns>
    internal bool TryBegin(NativeIOException failure, FilePath path, int made, out TimeSpan pause)
    {
        pause = made < 16 ? s_firstPause * (1 << made) : s_longestPause;
        pause = pause < s_longestPause ? pause : s_longestPause;
        if (made >= most || !failure.Error.MayPass)
        {
            return false;
        }

        string message = failure.Message.TrimEnd('.');
        ByteRange? range = failure.Offset is { } offset && failure.Length is { } length
            ? new ByteRange(offset, length) : null;
        reporter.Noticed(new CopyProblem(
            CopyProblemKind.Retried,
            path,
            FormattableString.Invariant(
                $"{message}; tried again after {pause.TotalMilliseconds:0} ms (retry {made + 1} of {most})"),
            range));
        return true;
    }

    /// <summary>Reports a repetition and waits before it.</summary>
    /// <param name="failure">The failure; only one of the source itself is followed by a repetition.</param>
    /// <param name="source">The source.</param>
    /// <param name="made">Repetitions made before; counted up.</param>
    /// <param name="stop">Ends the pause.</param>
    /// <returns>False if it is not repeated, or the run was stopped.</returns>
    internal bool TryWait(NativeIOException failure, FilePath source, ref int made, CancellationToken stop) =>
        Equals(failure.Path, source)
        && TryBegin(failure, source, made++, out TimeSpan pause)
        && !stop.WaitHandle.WaitOne(pause);

    /// <summary>The same for a call that returns its error.</summary>
    /// <param name="operation">What failed, a verb phrase.</param>
    /// <param name="error">Its error.</param>
    /// <param name="source">The source.</param>
    /// <param name="made">Repetitions made before; counted up.</param>
    /// <param name="stop">Ends the pause.</param>
    /// <returns>False if there is no error, it is not repeated, or the run was stopped.</returns>
    internal bool TryWait(
        string operation, NativeError error, FilePath source, ref int made, CancellationToken stop) =>
        error.IsError && TryWait(new NativeIOException(operation, source, error), source, ref made, stop);

    /// <summary>Makes a call on a source until it succeeds, or is not repeated any more.</summary>
    /// <exception cref="NativeIOException">The last call failed.</exception>
    internal T Repeat<T>(Func<T> call, FilePath source, CancellationToken stop)
    {
        for (int made = 0; ;)
        {
            try
            {
                return call();
            }
            catch (NativeIOException failure)
            {
                if (!TryWait(failure, source, ref made, stop))
                {
                    throw;
                }
            }
        }
    }
}
