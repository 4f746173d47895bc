using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Trials;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Records;

/// <summary>
/// A file on its way: it lies beside its target as <c>.NAME.landspeed-part</c>, marked as ours, until it is whole and gets
/// its name. So nobody sees half a file, and one that is replaced stays until then.
/// </summary>
internal sealed class UnpublishedFile : IDisposable
{
    private readonly FilePath _target;
    private readonly CreatedFile _created;

    private UnpublishedFile(FilePath target, StorageFile file)
    {
        _target = target;
        File = file;
        _created = new CreatedFile(file);
    }

    /// <summary>The open file.</summary>
    internal StorageFile File { get; }

    /// <summary>The name under which a file lies until it is whole.</summary>
    internal static FilePath NameOf(FilePath target) =>
        target.Parent.Join(FilePath.FromBytes([.. "."u8, .. target.Name.Bytes, .. ".landspeed-part"u8]));

    /// <summary>Makes it, or takes what an earlier run left.</summary>
    /// <param name="target">The name it is to have.</param>
    /// <param name="mode">How it is written, and what happens where that is refused.</param>
    /// <param name="resumes">Whether what an earlier run left is used; else it is removed.</param>
    /// <exception cref="ExperimentException">
    /// The name is taken by somebody else's file, by something that is none, or by a run that goes on; that stays as it is.
    /// </exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static UnpublishedFile Open(FilePath target, (IoMode Mode, Necessity Necessity) mode, bool resumes)
    {
        FilePath path = NameOf(target);
        if (EntryStatus.Of(path) is { } found)
        {
            StorageFile left = OpenLeft(path, found.Kind, mode);
            if (resumes)
            {
                return new UnpublishedFile(target, left);
            }

            using var removed = new UnpublishedFile(target, left);
        }

        StorageFile file = Create(path, mode);
        var made = new UnpublishedFile(target, file);
        try
        {
            Lock(file);
            PartMark.Set(file);
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <summary>Lets the part stay for a later run.</summary>
    internal void Keep() => _created.Keep();

    /// <summary>Gives the file, which must be durable, its name; the mark goes, for it is the user's now.</summary>
    /// <param name="overwrite">Whether a file of that name is replaced.</param>
    /// <exception cref="ExperimentException">There is a file of that name now.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <remarks>
    /// A crash finds a part with its mark, which a later run carries on or removes, until the name is durable; from then on
    /// the whole file under its own name, where the mark of a part means nothing. The mark goes last: without it, a part
    /// would be a stranger's, and neither used nor removed.
    /// </remarks>
    internal void Publish(bool overwrite)
    {
        Rename(overwrite ? RenameRule.Replace : RenameRule.MustBeFree);
        _created.Keep();
        Durability.FlushDirectory(_target.Parent);
        PartMark.Remove(File);
        Durability.Flush(File, FlushScope.DataAndMetadata);
    }

    /// <summary>Removes the part unless it was published or kept, and closes it; from any thread.</summary>
    public void Dispose()
    {
        _created.Dispose();
        File.Dispose();
    }

    /// <summary>Removes the part unless it was published or kept; from any thread.</summary>
    internal void Remove() => _created.Dispose();

    private void Rename(RenameRule rule)
    {
        RequireName(File.Path, "was replaced by another file");
        NativeResult opened = NativePlatform.Trees.OpenDirectory(_target.Parent, out SafeFileHandle? directory);
        using (directory)
        {
            NativeResult renamed = opened.Failed
                ? opened
                : NativePlatform.Trees.Rename(directory!, File.Path.Name, directory!, _target.Name, rule);
            if (renamed.Error.Kind == NativeErrorKind.AlreadyExists)
            {
                throw new ExperimentException(
                    Outcome.Refused,
                    $"{_target.Display} has come up meanwhile: name another file, or give --overwrite if its content may be lost");
            }

            if (renamed.Failed)
            {
                throw new NativeIOException("name the file", _target, renamed.Error);
            }
        }

        RequireName(_target, "got another file's content");
    }

    // The system renames names: that the one of the part still stands for it nobody can hold, only see.
    private void RequireName(FilePath path, string what)
    {
        if (EntryStatus.Of(path) is not { } named || FileIdentity.Of(named) != File.Identity)
        {
            throw new ExperimentException(
                Outcome.SourceChanged,
                $"{path.Display} {what} while its records were made: another process is at work there; make them anew");
        }
    }

    private static StorageFile Create(FilePath path, (IoMode Mode, Necessity Necessity) mode)
    {
        try
        {
            return StorageFile.Open(path, Options(mode) with { Creation = FileCreation.CreateNew });
        }
        catch (NativeIOException failure) when (failure.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            throw AtWork(path);
        }
    }

    private static ExperimentException AtWork(FilePath path) => new(
        Outcome.Refused, $"another process is making {path.Display}: wait for it, or name another file");

    private static StorageFile OpenLeft(FilePath path, FileKind kind, (IoMode Mode, Necessity Necessity) mode)
    {
        if (kind != FileKind.Regular)
        {
            throw InTheWay(path, $"is {FileKinds.Describe(kind)}");
        }

        StorageFile file = StorageFile.Open(path, Options(mode));
        try
        {
            Lock(file);
            RequireOurs(file);
            return file;
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    // Behind the lock, when no other run can give the file its name, or take its mark away, any more. Opening follows links,
    // and something else may have taken the name before it: only the file that has the name itself counts.
    private static void RequireOurs(StorageFile file)
    {
        if (EntryStatus.Of(file.Path) is not { } named || FileIdentity.Of(named) != file.Identity)
        {
            throw new ExperimentException(
                Outcome.Refused, $"{file.Path.Display} has changed just now: another process is at work on it; try again later");
        }

        if (!PartMark.IsOn(file))
        {
            throw InTheWay(file.Path, "was not made by landspeed");
        }

        if (named.LinkCount > 1)
        {
            throw InTheWay(file.Path, "has another name as well, whose content would change");
        }
    }

    private static ExperimentException InTheWay(FilePath path, string why) =>
        new(Outcome.Refused, $"{path.Display} is in the way, and {why}: move it, or name another file");

    private static StorageFileOptions Options((IoMode Mode, Necessity Necessity) mode) => new()
    {
        Access = FileAccessKind.ReadWrite,
        Mode = mode.Mode,
        Necessity = mode.Necessity,
    };

    private static void Lock(StorageFile file)
    {
        if (!file.TryLock(FileLockKind.Exclusive))
        {
            throw AtWork(file.Path);
        }
    }
}
