using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// A directory that a user named as a target: checked first, created if missing, and removed if it was created.
/// </summary>
/// <remarks><see cref="Remove"/> may be called from any thread.</remarks>
internal sealed class TargetDirectory(FilePath path)
{
    private readonly Lock _turn = new();
    private SafeFileHandle? _above;
    private SafeFileHandle? _made;

    internal FilePath Path => path;

    /// <summary>The nearest existing directory: the target itself, or the one in which it would be created.</summary>
    internal FilePath Existing => Status(path) is null ? path.Parent : path;

    /// <summary>Refuses a directory that must not be written to.</summary>
    /// <param name="input">A directory that is read, which must not contain the target; or null.</param>
    /// <param name="mayHaveContent">Whether a directory that is not empty may be used.</param>
    /// <exception cref="ExperimentException">It is the input or inside it, is not a directory, or is not
    /// empty.</exception>
    internal void Check(FilePath? input, bool mayHaveContent)
    {
        FileStatus? found = Status(path);
        if (found is { Kind: not FileKind.Directory } other)
        {
            throw new ExperimentException(
                other.Kind == FileKind.Regular ? Outcome.Usage : Outcome.Refused,
                $"{path.Display} is not a directory; name one that is missing or empty");
        }

        if (found is null)
        {
            RefuseMissing();
        }

        if (input is not null)
        {
            RefuseInside(input);
        }

        if (found is not null && !mayHaveContent && !IsEmpty())
        {
            throw Refusal(
                "it is not empty; name another directory, or allow it with --overwrite: existing files are not changed");
        }
    }

    /// <summary>Creates it if it is missing.</summary>
    internal void Make()
    {
        lock (_turn)
        {
            if (Status(path) is not null)
            {
                Take();
                return;
            }

            NativeResult made = HoldingDirectory.Open(path.Parent, out _above);
            made = made.Failed ? made : NativePlatform.Trees.CreateDirectory(_above!, path.Name, FilePermissions.Everybody);
            made = made.Failed ? made : NativePlatform.Trees.Open(_above!, path.Name, EntryOpening.Directory, 0, out _made);
            if (made.Failed)
            {
                Release();
                throw new NativeIOException("make the directory", path, made.Error);
            }

            // A run that is killed removes nothing: the mark tells the next one that it may.
            OwnershipMark.TryMarkDirectory(_made!);
        }
    }

    /// <summary>
    /// Takes over the directory if a killed run created it: it is removed as if it had been created here.
    /// </summary>
    internal void TakeOver()
    {
        lock (_turn)
        {
            Take();
        }
    }

    /// <summary>
    /// Removes it, if it was created here and is empty again, even if the directory above has been renamed; otherwise
    /// it belongs to the user.
    /// </summary>
    internal void Remove()
    {
        lock (_turn)
        {
            if (_made is null)
            {
                return;
            }

            bool isStill = NativePlatform.Trees.Status(_above!, path.Name, out FileStatus named).Succeeded
                && NativePlatform.Files.Status(_made, out FileStatus made).Succeeded
                && FileIdentity.Of(named) == FileIdentity.Of(made);
            if (!isStill || NativePlatform.Trees.RemoveDirectory(_above!, path.Name).Failed)
            {
                OwnershipMark.UnmarkDirectory(_made);
            }

            Release();
        }
    }

    private void Take()
    {
        if (_made is null
            && HoldingDirectory.Open(path.Parent, out _above).Succeeded
            && NativePlatform.Trees.Open(_above!, path.Name, EntryOpening.Directory, 0, out _made).Succeeded
            && OwnershipMark.IsOurDirectory(_made!))
        {
            return;
        }

        Release();
    }

    private void Release()
    {
        _made?.Dispose();
        _above?.Dispose();
        (_made, _above) = (null, null);
    }

    private void RefuseMissing()
    {
        if (EntryStatus.Of(path) is not null)
        {
            throw Refusal("it is a symbolic link to something missing; name a directory, or remove the link");
        }

        if (Status(path.Parent) is not { } parent)
        {
            throw new ExperimentException(
                Outcome.Usage, $"cannot make {path.Display}: the directory {path.Parent.Display} does not exist: make it first");
        }

        if (parent.Kind != FileKind.Directory)
        {
            throw Refusal($"{path.Parent.Display} is not a directory; name one elsewhere");
        }
    }

    // Upwards by "..", which the system follows: names and links do not show where a directory really is.
    private void RefuseInside(FilePath input)
    {
        FileIdentity inner = Identity(input);
        FilePath above = Existing;
        FileIdentity last = default;
        for (FileIdentity here = Identity(above); here != last; here = Identity(above))
        {
            if (here == inner)
            {
                throw Refusal(
                    $"it is in {input.Display}, or is that directory, which is read; name a directory outside it");
            }

            last = here;
            above = above.Join(FilePath.FromText(".."));
        }
    }

    private bool IsEmpty()
    {
        NativeResult opened = NativePlatform.Trees.OpenDirectory(path, out SafeFileHandle? handle);
        using (handle)
        {
            return opened.Succeeded
                ? TreeFiles.Names(handle!).All(name => TrialLeftovers.Includes(handle!, name))
                : throw new NativeIOException("open the directory", path, opened.Error);
        }
    }

    private ExperimentException Refusal(string why) =>
        new(Outcome.Refused, $"{path.Display} cannot be written to: {why}");

    private static FileIdentity Identity(FilePath path) => Status(path) is { } status
        ? FileIdentity.Of(status)
        : throw new ExperimentException(Outcome.Usage, $"cannot look at the directory {path.Display}: it is missing or hidden");

    private static FileStatus? Status(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status : null;
}
