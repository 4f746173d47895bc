using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Files.Unpublished;

/// <summary>The temporary names of one run, and its claim to them.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RunNames : IDisposable
{
    private readonly Lazy<RunClaim?>? _claim;

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

    /// <summary>Whether a claim proves whose the files are; if not, each needs a mark.</summary>
    internal bool AreClaimed => _claim is not null;

    private string Number { get; } = TemporaryNames.NewRun();

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
    }
}
