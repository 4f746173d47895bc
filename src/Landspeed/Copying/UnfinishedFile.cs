using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>
/// A target under its temporary name, until it is published or removed: under the final name there is the old file,
/// nothing, or the whole new one.
/// </summary>
internal sealed class UnfinishedFile
{
    // Nobody else may look before the source's own permissions are there (who could read the source may be fewer).
    private const int OwnerOnly = 0x180;

    private readonly EntryPlace _final;

    private UnfinishedFile(EntryPlace final, FilePath name, SafeFileHandle handle)
    {
        (_final, Name, Handle) = (final, name, handle);
    }

    /// <summary>The temporary name.</summary>
    internal FilePath Name { get; }

    /// <summary>The path of the temporary name, for messages.</summary>
    internal FilePath Path => _final.Directory.PathOf(Name);

    /// <summary>The open file; may be closed before it is published.</summary>
    internal SafeFileHandle Handle { get; }

    /// <summary>Makes it: new, empty, for its owner only.</summary>
    /// <param name="final">The place that it is to have.</param>
    /// <param name="name">The temporary name.</param>
    /// <exception cref="NativeIOException">It cannot be made; already-exists when something has the temporary name.</exception>
    internal static UnfinishedFile Create(EntryPlace final, FilePath name) => Create(final, name, OwnerOnly);

    /// <summary>Makes it with the permissions that it will have, where owner and group are right from the beginning.</summary>
    internal static UnfinishedFile Create(EntryPlace final, FilePath name, int permissions)
    {
        SafeFileHandle? handle = null;
        NativeResult made = NativePlatform.Trees.Open(
            final.Directory.Handle, name, EntryOpening.CreateNew, permissions, out handle);
        while (made.Error.Kind == NativeErrorKind.Interrupted)
        {
            made = NativePlatform.Trees.Open(
                final.Directory.Handle, name, EntryOpening.CreateNew, permissions, out handle);
        }

        return made.Succeeded
            ? new UnfinishedFile(final, name, handle!)
            : throw new NativeIOException("create", final.Directory.PathOf(name), made.Error);
    }

    /// <summary>Takes over what an interrupted run left.</summary>
    /// <param name="final">The place that it is to have.</param>
    /// <param name="name">The temporary name.</param>
    /// <param name="handle">The file, open for reading and writing; taken over.</param>
    internal static UnfinishedFile Adopt(EntryPlace final, FilePath name, SafeFileHandle handle) =>
        new(final, name, handle);

    /// <summary>Whether the temporary name still means this file, which is open: somebody may have put another in its place.</summary>
    internal bool HasItsName => NativePlatform.Files.Status(Handle, out FileStatus file).Succeeded
        && NativePlatform.Trees.Status(_final.Directory.Handle, Name, out FileStatus named).Succeeded
        && FileIdentity.Of(file) == FileIdentity.Of(named);

    /// <summary>Closes the file, once: some file systems tell only then that something could not be kept.</summary>
    /// <exception cref="NativeIOException">They told it.</exception>
    internal void Close()
    {
        if (Handle.IsClosed)
        {
            return;
        }

        // An interruption is none: the descriptor is closed then, too.
        NativeResult closed = NativePlatform.Trees.Close(Handle);
        if (closed.Failed && closed.Error.Kind != NativeErrorKind.Interrupted)
        {
            throw new NativeIOException("close", Path, closed.Error);
        }
    }

    /// <summary>Gives the file its final name, in one step. Its content and everything else about it is durable already.</summary>
    /// <param name="rule">What happens to a file that has the name.</param>
    /// <exception cref="NativeIOException">It cannot; already-exists when the name must be free and is not.</exception>
    internal void Publish(RenameRule rule)
    {
        ITreeCalls calls = NativePlatform.Trees;
        SafeFileHandle directory = _final.Directory.Handle;
        NativeResult renamed;
        do
        {
            renamed = calls.Rename(directory, Name, directory, _final.Name, rule);
        }
        while (renamed.Error.Kind == NativeErrorKind.Interrupted);

        if (rule == RenameRule.MustBeFree && renamed.Error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
        {
            renamed = PublishByLink();
        }

        if (renamed.Failed)
        {
            throw new NativeIOException("give its name to", _final.Path, renamed.Error);
        }
    }

    /// <summary>Closes the file and removes its temporary name, unless that means another file by now; never throws.</summary>
    /// <returns>None, or why the name is still there.</returns>
    internal NativeError Remove()
    {
        if (!Handle.IsClosed && !HasItsName)
        {
            Handle.Dispose();
            return NativeError.None;
        }

        Handle.Dispose();
        NativeResult removed = NativePlatform.Trees.Remove(_final.Directory.Handle, Name);
        return removed.Error.Kind == NativeErrorKind.NotFound ? NativeError.None : removed.Error;
    }

    // For file systems whose renaming always replaces: a link is only made where the name is free.
    private NativeResult PublishByLink()
    {
        SafeFileHandle directory = _final.Directory.Handle;
        NativeResult linked = NativePlatform.Trees.Link(directory, Name, directory, _final.Name);
        return linked.Succeeded ? NativePlatform.Trees.Remove(directory, Name) : linked;
    }
}
