using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Experiments.Measuring;

/// <summary>
/// Says of one of our files that it is being filled, so that a run after one that was killed does not take a half
/// filled file for a whole one: what is missing reads as zeros at no cost.
/// </summary>
/// <remarks>An extended attribute; where there are none the verdict still tells.</remarks>
internal static class UnfinishedFill
{
    private const string AttributeName = "user.landspeed.filling";

    /// <summary>Notes that filling begins.</summary>
    internal static void Begin(StorageFile file) =>
        NativePlatform.Files.SetAttribute(file.Handle, AttributeName, "1"u8);

    /// <summary>Notes that the file is whole; after its data is durable.</summary>
    internal static void End(StorageFile file) =>
        NativePlatform.Files.RemoveAttribute(file.Handle, AttributeName);

    /// <summary>Whether filling began and did not end.</summary>
    internal static bool IsMarked(StorageFile file) =>
        NativePlatform.Files.GetAttribute(file.Handle, AttributeName, stackalloc byte[1]).Succeeded;
}
