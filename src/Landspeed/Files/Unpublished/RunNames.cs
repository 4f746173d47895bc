using Landspeed.Files.Trees;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>The temporary names of one run, and its claim to them.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class RunNames : IDisposable
{
    private readonly Lazy<RunClaim?>? _claim;
    private readonly bool _isClaimedByAnother;
    private SafeFileHandle? _held;

    /// <summary>Creates names for a run in which every file has a mark of its own.</summary>
    internal RunNames()
    {
    }

    /// <summary>Creates names for a run that claims them all.</summary>
    /// <param name="directory">
    /// The directory in or below which all of them will be; must stay open until <see cref="EndClaim"/>.
    /// </param>
    internal RunNames(OpenDirectory directory)
    {
        _claim = new Lazy<RunClaim?>(() => RunClaim.TryMake(directory, Number));
    }

    /// <summary>Creates names for one process of a run, another process of which has claimed them.</summary>
    /// <param name="number">The run's number.</param>
    internal RunNames(string number) => (Number, _isClaimedByAnother) = (number, true);

    /// <summary>True if a claim proves the ownership of the files; otherwise each needs a mark.</summary>
    internal bool AreClaimed => _claim is not null || _isClaimedByAnother;

    /// <summary>The run's number.</summary>
    internal string Number { get; } = TemporaryNames.NewRun();

    /// <summary>True if a claim is this run's.</summary>
    internal bool AreOf(FilePath claim) => TemporaryNames.RunOf(claim.Bytes) == Number;

    /// <summary>Claims the names now rather than with the first one.</summary>
    /// <returns>Name of the file that proves it, or null if there can be none.</returns>
    internal FilePath? Claim() => _claim?.Value is null ? null : TemporaryNames.OfRunClaim(Number);

    /// <summary>Returns the file that proves the claim, whichever process of the run created it.</summary>
    /// <returns>Its name, or null if there can be none.</returns>
    internal FilePath? SharedClaim() => _isClaimedByAnother ? TemporaryNames.OfRunClaim(Number) : Claim();

    /// <summary>Lets the other processes of the run also hold the claim.</summary>
    /// <exception cref="PartRefusedException">Another run has taken it over in between.</exception>
    internal void ShareClaim() => _claim?.Value?.Share();

    /// <summary>
    /// Holds the claim that another process of the run has created and shared, so that this process's files are not
    /// removed if that one dies.
    /// </summary>
    /// <param name="directory">The claim's directory.</param>
    internal void HoldClaim(OpenDirectory directory) => _held ??= RunClaim.Join(directory, Number);

    /// <summary>Returns a temporary name; the claim to it is durable.</summary>
    /// <param name="name">The final name.</param>
    internal FilePath Of(FilePath name)
    {
        _ = _claim?.Value;
        return TemporaryNames.OfRun(name, Number);
    }

    /// <summary>Creates a file under a temporary name, with proof of its ownership.</summary>
    /// <param name="final">The name to give it.</param>
    /// <param name="permissions">The permission bits; the umask applies.</param>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="PartRefusedException">Another process took it over as soon as it had its name.</exception>
    internal UnpublishedFile Create(DirectoryEntry final, int permissions = UnpublishedFile.OwnerOnly) => AreClaimed
        ? UnpublishedFile.Create(final, Of(final.Name), permissions)
        : UnpublishedFile.Create(final, Of(final.Name), PartMarks.Copy, permissions);

    /// <summary>Ends the claim, because none of the names is used any more.</summary>
    /// <param name="path">The file that claimed them.</param>
    /// <returns>None, or why that file still exists.</returns>
    internal NativeError EndClaim(out FilePath? path)
    {
        RunClaim? claim = _claim is { IsValueCreated: true } ? _claim.Value : null;
        path = claim?.Path;
        return claim?.Remove() ?? NativeError.None;
    }

    /// <summary>
    /// Unlocks a claim that was not ended because something went wrong; it still proves the ownership of the leftovers.
    /// </summary>
    public void Dispose()
    {
        if (_claim is { IsValueCreated: true, Value: { } claim })
        {
            claim.Release();
        }

        _held?.Dispose();
    }
}
