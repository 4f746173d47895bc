using Landspeed.Platform;

namespace Landspeed.Files.Filling;

/// <summary>A file that this run made: removed again unless the run ends well or the user keeps it.</summary>
internal sealed class CreatedFile : IDisposable
{
    private readonly FilePath _path;
    private readonly FileIdentity _identity;
    private readonly object _lock = new();
    private bool _isSettled; // kept or removed

    /// <summary>Takes care of a file.</summary>
    /// <param name="file">Just created; may be closed afterwards.</param>
    internal CreatedFile(StorageFile file)
    {
        _path = file.Path;
        _identity = file.Identity;
    }

    /// <summary>Lets the file stay.</summary>
    internal void Keep()
    {
        lock (_lock)
        {
            _isSettled = true;
        }
    }

    /// <summary>Removes the file and its mark, if it is still the one that was made; from any thread.</summary>
    /// <remarks>Whoever comes second waits until it is gone: the process may end when this returns.</remarks>
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

    // Best effort: while an error is on its way up, a second one would hide it.
    private void RemoveSidecar()
    {
        try
        {
            using StorageFile file = StorageFile.Open(_path, new StorageFileOptions());
            OwnershipMark.RemoveSidecar(file);
        }
        catch (IOException)
        {
            // The file goes all the same; a sidecar without its file marks nothing.
        }
    }
}
