using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>The file to be created: removed again unless it has the requested layout, or the user keeps it.</summary>
/// <param name="plan">The plan.</param>
internal sealed class FragmentWorkfile(FragmentPlan plan)
{
    private volatile CreatedFile? _created;

    /// <summary>Whether the file remains in any case: it already existed, or the user keeps it.</summary>
    internal bool Stays => plan.IsThere || plan.Options.Keep;

    /// <summary>Creates it and marks it as ours, or opens the existing file, as it is.</summary>
    /// <returns>Owned by the caller.</returns>
    /// <exception cref="ExperimentException">The existing file is not ours; untouched.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal StorageFile Open()
    {
        var how = new StorageFileOptions { Access = FileAccessKind.ReadWrite, Mode = IoMode.Direct };
        StorageFile file = plan.IsThere
            ? new WritePermit(plan.Options.Path, plan.Options.Overwrite).Open(how)
            : StorageFile.Open(plan.Options.Path, how with { Creation = FileCreation.CreateNew });
        try
        {
            if (!plan.IsThere)
            {
                var created = new CreatedFile(file);
                _created = created;
                OwnershipMark.Mark(file);
            }

            return file;
        }
        catch
        {
            file.Dispose();
            Remove();
            throw;
        }
    }

    internal void Keep() => _created?.Keep();

    /// <summary>Removes it if it was created, and need not be kept; may be called from any thread.</summary>
    internal void Remove()
    {
        if (!plan.Options.Keep)
        {
            _created?.Dispose();
        }
    }
}
