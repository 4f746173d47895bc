using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Creating;

/// <summary>Finds which files of a data set exist, and which of them may be removed.</summary>
internal sealed class DataSetInventory(DataSetOptions options)
{
    private const int ComparedLength = 64 * 1024;

    private readonly DataFiles _names = new(options.Directory, options.Shape);

    /// <summary>Sorts the files of the set without touching them.</summary>
    /// <param name="monitor">Stops it.</param>
    /// <returns>The files that must be created, and those of them whose name belongs to a file of ours.</returns>
    /// <exception cref="ExperimentException">A name belongs to a file that we did not create.</exception>
    internal (IReadOnlyList<long> ToMake, IReadOnlyList<long> InTheWay) Take(ProgressMonitor monitor)
    {
        List<long> toMake = [];
        List<long> inTheWay = [];
        for (long number = 0; number < options.Shape.Files; number++)
        {
            monitor.ThrowIfStopped();
            FilePath path = _names.PathOf(number);
            FileStatus? found = EntryStatus.Of(path);
            bool isThere = found is not null;
            if (found is { Kind: not FileKind.Regular and var kind })
            {
                throw InTheWay(path, $"it is {FileKinds.Describe(kind)}");
            }

            if (isThere && IsComplete(path, number))
            {
                continue;
            }

            toMake.Add(number);
            if (isThere)
            {
                inTheWay.Add(number);
            }
        }

        return (toMake, inTheWay);
    }

    /// <summary>Removes files of ours.</summary>
    internal void Remove(IReadOnlyList<long> numbers)
    {
        foreach (long number in numbers)
        {
            FilePath path = _names.PathOf(number);
            using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
            OwnershipMark.RemoveSidecar(file);
            NativeResult removed = NativePlatform.Files.Remove(path);
            if (removed.Failed)
            {
                throw new NativeIOException("remove", path, removed.Error);
            }
        }
    }

    // The same length and the same first bytes: another seed or kind would differ there.
    private bool IsComplete(FilePath path, long number)
    {
        using StorageFile file = StorageFile.Open(path, new StorageFileOptions());
        if (!OwnershipMark.IsOurs(file))
        {
            throw InTheWay(path, "landspeed did not make it, or it was changed since");
        }

        return options.Resume && file.Length == options.Shape.FileLength && BeginsAlike(path, number);
    }

    private bool BeginsAlike(FilePath path, long number)
    {
        byte[] expected = new byte[Math.Min(ComparedLength, options.Shape.FileLength)];
        new DataContent(options.Shape, options.Seed, number).Fill(expected);
        byte[] found = new byte[expected.Length];
        using FileStream file = TextPath.OpenRead(path);
        file.ReadExactly(found);
        return found.AsSpan().SequenceEqual(expected);
    }

    private static ExperimentException InTheWay(FilePath path, string why) => new(
        Outcome.Refused, $"{path.Display} is in the way, and {why}; name another directory, or move the file");
}
