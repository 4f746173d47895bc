using Landspeed.Platform;

namespace Landspeed.Files.Filling;

/// <summary>
/// Says of one of our files that it is being filled, so that a run after one that was killed does not take a half
/// filled file for a whole one: what is missing reads as zeros at no cost.
/// </summary>
/// <remarks>An extended attribute; where there are none the verdict still shows it.</remarks>
internal static class UnfinishedFill
{
    private static readonly FilePath s_attribute = FilePath.FromText("user.landspeed.filling");

    /// <summary>Notes that filling begins.</summary>
    internal static void Begin(StorageFile file) =>
        NativePlatform.Trees.SetAttribute(file.Handle, s_attribute, "1"u8);

    /// <summary>Notes that the file is whole; after its data is durable.</summary>
    internal static void End(StorageFile file) =>
        NativePlatform.Trees.RemoveAttribute(file.Handle, s_attribute);

    /// <summary>Whether filling began and did not end.</summary>
    internal static bool IsMarked(StorageFile file) =>
        NativePlatform.Trees.GetAttribute(file.Handle, s_attribute, stackalloc byte[1]).Succeeded;
}
