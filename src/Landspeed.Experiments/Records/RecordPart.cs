using Landspeed.Engine;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Transfers;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Experiments.Records;

/// <summary>
/// A file of records under its temporary name <c>.NAME.landspeed-part</c>, until it is complete: no program sees half a
/// file, and a file that is replaced remains until then.
/// </summary>
internal sealed class RecordPart : IDisposable
{
    private const int Permissions = FilePermissions.NewFile;

    private readonly FilePath _target;
    private readonly OpenDirectory _directory;
    private readonly UnpublishedFile _part;

    private RecordPart(FilePath target, OpenDirectory directory, UnpublishedFile part, StorageFile file)
    {
        (_target, _directory, _part, File) = (target, directory, part, file);
    }

    /// <summary>The open file.</summary>
    internal StorageFile File { get; }

    /// <summary>Returns the name of a file until it is complete.</summary>
    internal static FilePath NameOf(FilePath target) => target.Parent.Join(TemporaryNames.Continuable(target.Name));

    /// <summary>Creates it, or takes over what an earlier run left.</summary>
    /// <param name="target">The name that it will have.</param>
    /// <param name="mode">How it is written, and what to do if that is refused.</param>
    /// <param name="resumes">Whether what an earlier run left is used; otherwise it is removed.</param>
    /// <exception cref="ExperimentException">The name belongs to a file that is not ours, to something that is not a
    /// file, or to a running run; it is unchanged.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal static RecordPart Open(FilePath target, (IoMode Mode, bool Required) mode, bool resumes)
    {
        OpenDirectory directory = OpenDirectory.Holding(target.Parent);
        UnpublishedFile? part = null;
        bool isLeft = false;
        try
        {
            var final = new DirectoryEntry(directory, target.Name);
            part = TakeOver(final, resumes);
            isLeft = part is not null;
            part ??= Create(final);
            StorageFile file = StorageFile.AdoptProven(part.Handle, NameOf(target), new()
            {
                Access = FileAccessKind.ReadWrite,
                Mode = mode.Mode,
                RequireMode = mode.Required,
            });
            return new RecordPart(target, directory, part, file);
        }
        catch (Exception failure)
        {
            if (isLeft)
            {
                part!.Keep();
            }

            part?.Remove();
            directory.Dispose();
            if (failure is PartRefusedException refused)
            {
                throw Refused(refused, target);
            }

            throw;
        }
    }

    /// <summary>Keeps the part for a later run.</summary>
    internal void Keep() => _part.Keep();

    /// <summary>
    /// Gives the file, which must be durable, its name; the mark is removed, because the file now belongs to the user.
    /// </summary>
    /// <param name="overwrite">Whether a file of that name is replaced.</param>
    /// <exception cref="ExperimentException">A file of that name exists now.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    /// <remarks>
    /// After a crash there is a part with its mark, which a later run resumes or removes, until the name is durable;
    /// from then on there is the complete file under its own name, where the mark of a part means nothing.
    /// </remarks>
    internal void Publish(bool overwrite)
    {
        Require(_part.HasItsName, File.Path, "was replaced by another file");
        try
        {
            _part.Publish(overwrite ? RenameRule.Replace : RenameRule.MustBeFree);
        }
        catch (NativeIOException failure) when (failure.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            throw new ExperimentException(
                Outcome.Refused,
                $"{_target.Display} appeared in the meantime: name another file, or give --overwrite if its content may be lost");
        }

        Require(_part.HasFinalName, _target, "got another file's content");
        _part.FlushDirectory();
        _part.Unmark();
        Durability.Flush(File, FlushScope.DataAndMetadata);
    }

    /// <summary>Removes the part unless it was published or kept, and closes it.</summary>
    public void Dispose()
    {
        _part.Remove();
        File.Dispose();
        _directory.Dispose();
    }

    /// <summary>Removes the part unless it was published or kept; may be called from any thread.</summary>
    internal void Remove() => _part.RemoveName();

    // Null if nothing is left that can be used.
    private static UnpublishedFile? TakeOver(DirectoryEntry final, bool resumes)
    {
        UnpublishedFile? left = UnpublishedFile.TakeOver(final, TemporaryNames.Continuable(final.Name), PartMarks.Records);
        if (resumes)
        {
            return left;
        }

        left?.Remove();
        return null;
    }

    private static UnpublishedFile Create(DirectoryEntry final)
    {
        FilePath name = TemporaryNames.Continuable(final.Name);
        try
        {
            return UnpublishedFile.Create(final, name, PartMarks.Records, Permissions);
        }
        catch (NativeIOException failure) when (failure.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            throw new PartRefusedException(final.Directory.PathOf(name), PartRefusal.InUse, FileKind.Regular);
        }
    }

    // The system renames by name: the part's name cannot be locked, only checked that it still refers to the part.
    private static void Require(bool stands, FilePath path, string what)
    {
        if (!stands)
        {
            throw new ExperimentException(
                Outcome.SourceChanged,
                $"{path.Display} {what} while its records were made: another process uses it; make them again");
        }
    }

    private static ExperimentException Refused(PartRefusedException refused, FilePath target)
    {
        string name = refused.Path.Display;
        bool isOfCopy = refused.Purpose == PartMarks.CopyPurpose
            || (refused.Reason == PartRefusal.NotOurs
                && EntryStatus.Of(target.Parent.Join(TemporaryNames.Journal(target.Name))) is not null);
        string why = refused.Reason switch
        {
            PartRefusal.InUse => $"another process is making {name}: wait for it, or name another file",
            PartRefusal.Replaced => $"{name} changed just now: another process is using it; try again later",
            PartRefusal.NotRegular => InTheWay(name, $"is {FileKinds.Describe(refused.Kind)}"),
            PartRefusal.OtherName => InTheWay(name, "has another name as well, whose content would change"),
            _ when isOfCopy => $"{name} is in the way, and is what an interrupted copy left: finish that copy, remove it with "
                + $"landspeed copy --clean {target.Parent.Display}, or name another file",
            _ => InTheWay(name, "was not made by landspeed as a file of records"),
        };
        return new ExperimentException(Outcome.Refused, why);
    }

    private static string InTheWay(string name, string why) => $"{name} is in the way, and {why}: move it, or name another file";
}

/// <summary>
/// Determines how much of a part that an earlier run left matches what would be generated: only that is used.
/// </summary>
/// <param name="source">Generates the records; correct pieces are added to its checksum.</param>
internal sealed class PresentRecords(RecordSource source)
{
    private const int Piece = RecordSource.PieceLength;

    // 6.5 MB at once: direct reads wait for each other, and so a device still gets many requests together.
    private const int PiecesInRead = 8;

    /// <summary>Reads and compares, up to the first piece that differs.</summary>
    /// <param name="file">The part, open and locked; its own descriptor is read, so that it cannot be replaced.</param>
    /// <param name="wanted">Bytes that the file will have.</param>
    /// <param name="monitor">Stops it; receives the progress.</param>
    /// <returns>Number of correct bytes, in whole pieces.</returns>
    /// <exception cref="NativeIOException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal long Measure(StorageFile file, long wanted, ProgressMonitor monitor)
    {
        long end = Math.Min(file.Length, wanted) / Piece * Piece;
        using var buffer = new AlignedBufferPool(1, PiecesInRead * Piece, file.Geometry.MemoryAlignment);
        byte[] expected = new byte[Piece];
        var transfer = new WholeTransfer(file.Handle, file.Path) { Hint = RequestErrors.HintFor };
        long equal = 0;
        while (equal < end)
        {
            monitor.ThrowIfStopped();
            int asked = (int)Math.Min(PiecesInRead * Piece, end - equal);
            int right = RightBytes(buffer.SpanOf(0)[..transfer.Read(buffer.AddressOf(0), asked, equal)], equal, expected);
            equal += right;
            monitor.Report(equal, wanted);
            if (right < asked)
            {
                break;
            }
        }

        return equal;
    }

    private int RightBytes(ReadOnlySpan<byte> found, long offset, byte[] expected)
    {
        int right = 0;
        for (; found.Length - right >= Piece; right += Piece)
        {
            source.Make(offset + right, expected);
            if (!found.Slice(right, Piece).SequenceEqual(expected))
            {
                break;
            }

            source.Enter(expected);
        }

        return right;
    }
}
