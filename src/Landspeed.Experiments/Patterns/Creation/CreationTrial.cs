using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>Creates a file, makes it durable, examines its extents, and removes it.</summary>
/// <param name="one">What is created.</param>
/// <param name="volume">The volume.</param>
/// <param name="mode">How the bytes are written.</param>
/// <param name="seed">Seed of the data of the first run.</param>
internal sealed class CreationTrial(CreationCase one, CreationVolume volume, IoMode mode, ulong seed) : ITrial
{
    private readonly FilePath _path = volume.Directory.Join(FilePath.FromText("created"));
    private ulong _seed = seed;
    private CreationWriter? _writer;
    private StorageFile? _file;

    /// <inheritdoc/>
    public string Name => one.Name;

    /// <inheritdoc/>
    public FilePath? Target => volume.Directory;

    /// <inheritdoc/>
    public TrialStart Prepare(ProgressMonitor monitor)
    {
        _writer = CreationWriter.Of(one, unchecked(_seed++));
        return TrialStart.Unknown;
    }

    /// <inheritdoc/>
    public TrialWork Run(ProgressMonitor monitor)
    {
        _file = StorageFile.Open(_path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew, Mode = mode, RequireMode = true,
        });
        Preallocate(_file);
        _writer!.Write(_file, monitor);
        return new TrialWork { BytesWritten = one.Length, Records = one.Length / one.RequestSize, WriteMode = _file.EffectiveMode };
    }

    /// <inheritdoc/>
    public bool MakeDurable(ProgressMonitor monitor)
    {
        Durability.Flush(_file!, FlushScope.DataAndMetadata);
        Durability.FlushDirectory(volume.Directory);
        return true;
    }

    /// <inheritdoc/>
    public TrialEnd Finish(TrialWork? work)
    {
        try
        {
            return work is null ? TrialEnd.Nothing : Look(_file!);
        }
        finally
        {
            _writer?.Dispose();
            Remove();
        }
    }

    private void Preallocate(StorageFile file)
    {
        if (one.Preallocation == CreationLabels.Length)
        {
            Preallocation.SetLengthOnly(file, one.Length);
        }
        else if (one.Preallocation == CreationLabels.Reserved)
        {
            PreallocationResult result = Preallocation.ReserveBlocks(file, one.Length, SpaceReservation.SetLength);
            if (result.Outcome != PreallocationOutcome.BlocksReserved)
            {
                throw new ExperimentException(
                    Outcome.Failed, $"no blocks can be reserved in {volume.Directory.Display}: {result.Reason}; name a directory on ext4, XFS or btrfs");
            }
        }
    }

    private TrialEnd Look(StorageFile file)
    {
        if (file.Length != one.Length)
        {
            throw new ExperimentException(
                Outcome.Mismatch, Invariant($"{file.Path.Display} has {file.Length} bytes, and {one.Length} were written"));
        }

        bool isKnown = ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out string? reason);
        return new TrialEnd
        {
            Metrics = isKnown
                ? volume.FreeSpace.Concat(Metrics.Of((Metrics.FileFragments, map!.FragmentCount), (Metrics.RunLengthMedian, map.MedianRunLength)))
                    .ToDictionary(StringComparer.Ordinal)
                : volume.FreeSpace,
            Facts = (reason ?? volume.Unknown) is { } unknown
                ? new Dictionary<string, string> { [CreationLabels.UnknownFact] = unknown }
                : new Dictionary<string, string>(),
        };
    }

    // Blocks of a file that was only unlinked are freed whenever the file system finds time: what is truncated, and the
    // truncation made durable, is free for the next run.
    private void Remove()
    {
        if (_file is not { } file)
        {
            return;
        }

        _file = null;
        using (file)
        {
            NativePlatform.Files.SetLength(file.Handle, 0);
            NativePlatform.Files.Remove(_path);
        }

        Durability.FlushDirectory(volume.Directory);
    }
}
