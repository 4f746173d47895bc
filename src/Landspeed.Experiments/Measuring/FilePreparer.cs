using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>Creates, lengthens or empties the measured file as planned, and undoes it if that fails.</summary>
internal sealed class FilePreparer
{
    private readonly MeasurementPlan _plan;
    private readonly MeasurementOptions _options;
    private readonly ProgressMonitor _monitor;
    private volatile CreatedFile? _created;

    internal FilePreparer(MeasurementPlan plan, ProgressMonitor monitor)
    {
        _plan = plan;
        _options = plan.Options;
        _monitor = monitor;
    }

    /// <summary>Prepares the file.</summary>
    /// <exception cref="NativeIOException">The system refused; a file that was created is removed, one that was
    /// lengthened is truncated to its old length.</exception>
    /// <exception cref="OperationCanceledException">Stopped; the same, unless the options keep the file.</exception>
    internal void Prepare()
    {
        switch (_plan.FileTask)
        {
            case FileTask.Create:
                Create();
                return;
            case FileTask.Refill:
                Refill();
                return;
            case FileTask.Remake:
                Remake();
                return;
            case FileTask.Lengthen:
                Lengthen();
                return;
            default:
                return; // an extend empties its file at the start of each run
        }
    }

    /// <summary>Fills a range of an open file with the requested content.</summary>
    /// <param name="file">Open for writing.</param>
    /// <param name="start">First byte.</param>
    /// <param name="end">Byte after the last one.</param>
    internal void FillRange(StorageFile file, long start, long end)
    {
        _monitor.Begin(WorkPhase.Preparing);
        switch (MeasurementPlanner.PreparationOf(_options))
        {
            case FilePreparation.None:
                return;
            case FilePreparation.Length:
                Preallocation.SetLengthOnly(file, end);
                break;
            case FilePreparation.Reserve:
                ReserveOrRefuse(file, end);
                break;
            case FilePreparation.Zero:
                UnfinishedFill.Begin(file);
                WriteZeros(file, start, end);
                break;
            default:
                UnfinishedFill.Begin(file);
                WriteData(file, start, end);
                break;
        }

        Durability.Flush(file, FlushScope.DataAndMetadata);
        UnfinishedFill.End(file);
    }

    internal void Keep() => _created?.Keep();

    /// <summary>
    /// Removes the file if it was created and need not be kept; may be called from any thread, and repeatedly. A file
    /// whose blocks prove themselves is evidence, and remains.
    /// </summary>
    internal void Remove()
    {
        if (!_options.Keep && _options.Blocks == BlockUse.None)
        {
            _created?.Dispose();
        }
    }

    private void Create()
    {
        CreatedFile created;
        using (StorageFile file = StorageFile.Open(_options.Path, new StorageFileOptions
        {
            Access = FileAccessKind.ReadWrite,
            Creation = FileCreation.CreateNew,
            Mode = _options.Mode,
            RequireMode = _options.RequireMode,
        }))
        {
            _created = created = new CreatedFile(file);
            try
            {
                OwnershipMark.Mark(file);
                if (file.EffectiveMode == IoMode.Direct)
                {
                    MeasurementPlanner.Misfit(_options, file.Geometry); // before it is filled, which takes long
                }
            }
            catch
            {
                created.Dispose();
                throw;
            }
        }

        try
        {
            // An extend creates its own file at the start of each run.
            if (_options.Operation != MeasuredOperation.Extend)
            {
                using StorageFile file = OpenToFill();
                FillRange(file, 0, _plan.FileLength);
            }

            Durability.FlushDirectory(_options.Path.Parent);
        }
        catch
        {
            KeepIfAsked(created);
            created.Dispose();
            throw;
        }
    }

    // If it is stopped again, it stays marked, and the next run starts again.
    private void Refill()
    {
        using StorageFile file = OpenToFill();
        FillRange(file, 0, Math.Max(file.Length, _plan.FileLength));
    }

    // If stopped, it has the length reached so far: marked as unfinished if data was being written, and created again
    // by the next run in any case.
    private void Remake()
    {
        using StorageFile file = OpenToFill();
        Preallocation.SetLengthOnly(file, 0);
        FillRange(file, 0, _plan.FileLength);
    }

    private void Lengthen()
    {
        using StorageFile file = OpenToFill();
        long before = file.Length;
        try
        {
            FillRange(file, before, _plan.FileLength);
        }
        catch
        {
            if (!_options.Keep)
            {
                Preallocation.SetLengthOnly(file, before);
                UnfinishedFill.End(file);
            }

            throw;
        }
    }

    private WritePermit Permit => new(_options.Path, _options.Overwrite);

    // Ranks must write different data: some storage keeps equal blocks only once.
    private ulong DataSeed => unchecked(_options.Seed + ((ulong)_options.Part.Rank * 0x9E3779B97F4A7C15));

    private StorageFile OpenToFill() => Permit.Open(new StorageFileOptions
    {
        Access = FileAccessKind.ReadWrite,
        Mode = IoMode.Direct,
    });

    private void KeepIfAsked(CreatedFile created)
    {
        if (_options.Keep)
        {
            created.Keep();
        }
    }

    private static void ReserveOrRefuse(StorageFile file, long end)
    {
        PreallocationResult result = Preallocation.ReserveBlocks(file, end, SpaceReservation.SetLength);
        if (result.Outcome != PreallocationOutcome.BlocksReserved)
        {
            throw new ExperimentException(
                Outcome.Failed,
                $"cannot reserve blocks of {file.Path.Display}: {result.Reason ?? file.FileSystemName}; leave the reservation out, or have zeros written (measure --preallocate zero)");
        }
    }

    private void WriteZeros(StorageFile file, long start, long end)
    {
        const long Step = 64L << 20; // 64 MiB: checks for a stop and reports a few times a second
        using var buffers = new AlignedBufferPool(1, 1 << 20, file.Geometry.MemoryAlignment);
        for (long offset = start; offset < end; offset += Step)
        {
            _monitor.ThrowIfStopped();
            Preallocation.WriteZeros(file, offset, Math.Min(Step, end - offset), buffers);
            _monitor.Report(offset - start, end - start);
        }
    }

    // Direct writes need an aligned start; the few bytes before it are written through the page cache.
    private void WriteData(StorageFile file, long start, long end)
    {
        Preallocation.ReserveBlocks(file, end, SpaceReservation.SetLength);
        long alignment = file.EffectiveMode == IoMode.Direct ? file.Geometry.OffsetAlignment : 1;
        long direct = Math.Min(end, Alignment.AlignUp(start, alignment));
        if (direct > start)
        {
            using StorageFile buffered = Permit.Open(new StorageFileOptions { Access = FileAccessKind.ReadWrite });
            using FileFiller head = Fillers.Open(buffered, DataSeed);
            head.Fill(start, direct, _ => { }, _monitor.Stop);
            Durability.Flush(buffered, FlushScope.Data);
        }

        using FileFiller filler = Fillers.Open(file, DataSeed);
        filler.Fill(direct, end, done => _monitor.Report(done, end - start), _monitor.Stop);
        Preallocation.SetLengthOnly(file, end); // a direct write ends on a boundary
    }
}
