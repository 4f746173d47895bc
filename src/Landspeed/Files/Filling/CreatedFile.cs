using Landspeed.Platform;

namespace Landspeed.Files.Filling;

/// <summary>A file that this run created: removed again unless the run ends well or the user keeps it.</summary>
internal sealed class CreatedFile : IDisposable
{
    private readonly FilePath _path;
    private readonly FileIdentity _identity;
    private readonly object _lock = new();
    private bool _isSettled; // kept or removed

    /// <summary>Takes responsibility for a file.</summary>
    /// <param name="file">A newly created file; may be closed afterwards.</param>
    internal CreatedFile(StorageFile file)
    {
        _path = file.Path;
        _identity = file.Identity;
    }

    /// <summary>Keeps the file.</summary>
    internal void Keep()
    {
        lock (_lock)
        {
            _isSettled = true;
        }
    }

    /// <summary>Removes the file and its mark, if it is still the file that was created; from any thread.</summary>
    /// <remarks>A second caller waits until it is gone, because the process may end when this returns.</remarks>
    public void Dispose()
    {
        lock (_lock)
        {
            if (_isSettled)
            {
                return;
            }

            _isSettled = true;
            bool same = NativePlatform.Files.StatusOf(_path, out FileStatus status).Succeeded
                && FileIdentity.Of(status) == _identity;
            if (same)
            {
                RemoveSidecar();
                NativePlatform.Files.Remove(_path);
            }
        }
    }

    // Best effort: while an error is being thrown, a second one would hide it.
    private void RemoveSidecar()
    {
        try
        {
            using StorageFile file = StorageFile.Open(_path, new StorageFileOptions());
            OwnershipMark.RemoveSidecar(file);
        }
        catch (IOException)
        {
            // The file is removed nevertheless; a sidecar without its file marks nothing.
        }
    }
}
