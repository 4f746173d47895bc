using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Unpublished;

/// <summary>The temporary names of one run, and its claim to them.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RunNames : IDisposable
{
    private readonly Lazy<RunClaim?>? _claim;
    private readonly bool _isClaimedByAnother;
    private SafeFileHandle? _held;

    /// <summary>Names of a run whose every file carries a mark of its own.</summary>
    internal RunNames()
    {
    }

    /// <summary>Names of a run that claims them all.</summary>
    /// <param name="directory">All of them will lie in it or below; must stay open until <see cref="EndClaim"/>.</param>
    internal RunNames(OpenDirectory directory)
    {
        _claim = new Lazy<RunClaim?>(() => RunClaim.TryMake(directory, Number));
    }

    /// <summary>Names of a run of several processes, of which another one has claimed them.</summary>
    /// <param name="number">The run's number.</param>
    internal RunNames(string number) => (Number, _isClaimedByAnother) = (number, true);

    /// <summary>Whether a claim proves whose the files are; if not, each needs a mark.</summary>
    internal bool AreClaimed => _claim is not null || _isClaimedByAnother;

    /// <summary>The run's number.</summary>
    internal string Number { get; } = TemporaryNames.NewRun();

    /// <summary>Whether a claim is this run's.</summary>
    internal bool AreOf(FilePath claim) => TemporaryNames.RunOf(claim.Bytes) == Number;

    /// <summary>Claims the names now, and not with the first.</summary>
    /// <returns>The name of the file that proves it; null where there can be none.</returns>
    internal FilePath? Claim() => _claim?.Value is null ? null : TemporaryNames.OfRunClaim(Number);

    /// <summary>The file that proves the claim, whichever process of the run made it.</summary>
    /// <returns>Its name; null where there can be none.</returns>
    internal FilePath? SharedClaim() => _isClaimedByAnother ? TemporaryNames.OfRunClaim(Number) : Claim();

    /// <summary>Lets the other processes of the run hold the claim, too.</summary>
    /// <exception cref="PartRefusedException">Another run has taken it over in between.</exception>
    internal void ShareClaim() => _claim?.Value?.Share();

    /// <summary>Holds the claim that another process of the run has made and shared, so that nobody removes what this one makes when that one dies.</summary>
    /// <param name="directory">Where the claim lies.</param>
    internal void HoldClaim(OpenDirectory directory) => _held ??= RunClaim.Join(directory, Number);

    /// <summary>A temporary name; the claim to it is durable.</summary>
    /// <param name="name">The final name.</param>
    internal FilePath Of(FilePath name)
    {
        _ = _claim?.Value;
        return TemporaryNames.OfRun(name, Number);
    }

    /// <summary>Makes a file under a temporary name, which can prove whose it is.</summary>
    /// <param name="final">The name that it is to have.</param>
    /// <param name="permissions">The permission bits, which the umask narrows.</param>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    /// <exception cref="PartRefusedException">Another process took it over as soon as it had its name.</exception>
    internal UnpublishedFile Create(DirectoryEntry final, int permissions = UnpublishedFile.OwnerOnly) => AreClaimed
        ? UnpublishedFile.Create(final, Of(final.Name), permissions)
        : UnpublishedFile.Create(final, Of(final.Name), PartMarks.Copy, permissions);

    /// <summary>Ends the claim: none of the names is used any more.</summary>
    /// <param name="path">The file that claimed them.</param>
    /// <returns>None, or why that file is still there.</returns>
    internal NativeError EndClaim(out FilePath? path)
    {
        RunClaim? claim = _claim is { IsValueCreated: true } ? _claim.Value : null;
        path = claim?.Path;
        return claim?.Remove() ?? NativeError.None;
    }

    /// <summary>Unlocks a claim that was not ended, because something went wrong: it proves whose the rest is.</summary>
    public void Dispose()
    {
        if (_claim is { IsValueCreated: true, Value: { } claim })
        {
            claim.Release();
        }

        _held?.Dispose();
    }
}
