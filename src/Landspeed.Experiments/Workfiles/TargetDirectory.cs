using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>A directory that a person named to be written to: checked before, made when missing, removed when it was made.</summary>
/// <remarks><see cref="Remove"/> from any thread.</remarks>
internal sealed class TargetDirectory(FilePath path)
{
    private int _isMade;

    /// <summary>Where.</summary>
    internal FilePath Path => path;

    /// <summary>The nearest directory that exists: the place itself, or the one that it would be made in.</summary>
    internal FilePath Existing => Status(path) is null ? path.Parent : path;

    /// <summary>Refuses what must not be written to.</summary>
    /// <param name="input">A directory that is read, in which it must not lie; or null.</param>
    /// <param name="mayHaveContent">Whether a directory with something in it may be used.</param>
    /// <exception cref="ExperimentException">It is the input or inside it, no directory, or has something in it.</exception>
    internal void Check(FilePath? input, bool mayHaveContent)
    {
        FileStatus? found = Status(path);
        if (found is { Kind: not FileKind.Directory })
        {
            throw Refusal("it is no directory; name one that is missing or empty");
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
                "there is something in it; name another directory, or allow it with --overwrite: files of others stay as they are");
        }
    }

    /// <summary>Makes it when it is missing.</summary>
    internal void Make()
    {
        if (Status(path) is not null)
        {
            return;
        }

        NativeResult opened = NativePlatform.Trees.OpenDirectory(path.Parent, out SafeFileHandle? parent);
        using (parent)
        {
            NativeResult made = opened.Failed
                ? opened : NativePlatform.Trees.CreateDirectory(parent!, path.Name, FilePermissions.Everybody);
            if (made.Failed)
            {
                throw new NativeIOException("make the directory", path, made.Error);
            }
        }

        Interlocked.Exchange(ref _isMade, 1);
    }

    /// <summary>Removes it, if it was made here and is empty again.</summary>
    internal void Remove()
    {
        if (Interlocked.Exchange(ref _isMade, 0) == 1
            && NativePlatform.Trees.OpenDirectory(path.Parent, out SafeFileHandle? parent).Succeeded)
        {
            using (parent)
            {
                NativePlatform.Trees.RemoveDirectory(parent!, path.Name);
            }
        }
    }

    private void RefuseMissing()
    {
        if (EntryStatus.Of(path) is not null)
        {
            throw Refusal("it is a symbolic link that leads nowhere; name a directory, or remove the link");
        }

        if (Status(path.Parent) is not { } parent)
        {
            throw new ExperimentException(
                Outcome.Failed, $"cannot make {path.Display}: the directory {path.Parent.Display} does not exist: make it first");
        }

        if (parent.Kind != FileKind.Directory)
        {
            throw Refusal($"{path.Parent.Display} is no directory; name a place elsewhere");
        }
    }

    // Upwards by "..", which the system follows: names and links do not say where a directory really lies.
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
                    $"it lies in {input.Display}, or is that directory, which is read; name a directory outside of it");
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
        : throw new ExperimentException(Outcome.Failed, $"cannot look at the directory {path.Display}: it is missing or hidden");

    private static FileStatus? Status(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? status : null;
}
