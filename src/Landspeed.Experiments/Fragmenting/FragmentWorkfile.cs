using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;

namespace Landspeed.Experiments.Fragmenting;

/// <summary>The file to be made: removed again unless it lies as asked, or the user keeps it.</summary>
/// <param name="plan">What is asked.</param>
internal sealed class FragmentWorkfile(FragmentPlan plan)
{
    private volatile CreatedFile? _created;

    /// <summary>Whether the file stays whatever comes: it was there before, or the user keeps it.</summary>
    internal bool Stays => plan.IsThere || plan.Options.Keep;

    /// <summary>Creates it and marks it as ours, or opens the one that is there, as it is.</summary>
    /// <returns>Owned by the caller.</returns>
    /// <exception cref="ExperimentException">The file that is there is somebody's; untouched.</exception>
    /// <exception cref="NativeIOException">The system refused.</exception>
    internal StorageFile Open()
    {
        var how = new StorageFileOptions { Access = FileAccessKind.ReadWrite, Mode = IoMode.Direct, Necessity = Necessity.Preferred };
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

    /// <summary>Lets it stay.</summary>
    internal void Keep() => _created?.Keep();

    /// <summary>Removes it if it was created, and need not be kept; from any thread.</summary>
    internal void Remove()
    {
        if (!plan.Options.Keep)
        {
            _created?.Dispose();
        }
    }
}
