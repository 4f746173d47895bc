using Landspeed.Experiments.Copying;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Trials;

/// <summary>A directory of one trial's own, removed with the files in it, whatever they are called by then.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class TrialDirectory : IDisposable
{
    private const int OwnerOnly = 0x1C0;

    private readonly Lock _turn = new();
    private readonly FilePath _parent;
    private readonly FilePath _name;

    private TrialDirectory(FilePath parent, FilePath name)
    {
        (_parent, _name) = (parent, name);
    }

    /// <summary>Its path.</summary>
    internal FilePath Path => _parent.Join(_name);

    /// <summary>Makes it, for its owner only, under a name that nothing else has.</summary>
    /// <exception cref="NativeIOException">It cannot be made.</exception>
    internal static TrialDirectory Create(FilePath parent, string prefix)
    {
        byte[] number = System.Security.Cryptography.RandomNumberGenerator.GetBytes(8);
        var made = new TrialDirectory(parent, FilePath.FromText($"{prefix}-{Convert.ToHexStringLower(number)}"));
        NativeResult opened = NativePlatform.Trees.OpenDirectory(parent, out SafeFileHandle? handle);
        using (handle)
        {
            NativeResult created = opened.Failed
                ? opened
                : NativePlatform.Trees.CreateDirectory(handle!, made._name, OwnerOnly);
            return created.Succeeded ? made : throw new NativeIOException("make the directory", made.Path, created.Error);
        }
    }

    /// <summary>Removes it; a second call does nothing. Never throws: what cannot be removed stays to be seen.</summary>
    public void Dispose()
    {
        lock (_turn)
        {
            if (NativePlatform.Trees.OpenDirectory(Path, out SafeFileHandle? inside).Succeeded)
            {
                using (inside)
                {
                    foreach (FilePath name in TreeFiles.Names(inside!))
                    {
                        NativePlatform.Trees.Remove(inside!, name);
                    }
                }
            }

            if (NativePlatform.Trees.OpenDirectory(_parent, out SafeFileHandle? handle).Succeeded)
            {
                using (handle)
                {
                    NativePlatform.Trees.RemoveDirectory(handle!, _name);
                }
            }
        }
    }
}
