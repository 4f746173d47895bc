using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>A name in an open directory.</summary>
/// <param name="Directory">The directory; must stay open as long as the place is used.</param>
/// <param name="Name">One component.</param>
internal readonly record struct EntryPlace(OpenDirectory Directory, FilePath Name)
{
    /// <summary>The path, for messages.</summary>
    internal FilePath Path => Directory.PathOf(Name);
}
