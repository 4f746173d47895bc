namespace Landspeed.Files.Filling;

/// <summary>
/// Marks one of our files as being filled, so that a run after a killed one does not take a half-filled file for a
/// complete one: the missing part would read as zeros at no cost.
/// </summary>
/// <remarks>An extended attribute; where there are none, the verdict still shows the problem.</remarks>
internal static class UnfinishedFill
{
    private static readonly FilePath s_attribute = FilePath.FromText("user.landspeed.filling");

    /// <summary>Records that filling begins.</summary>
    internal static void Begin(StorageFile file) =>
        NativePlatform.Trees.SetAttribute(file.Handle, s_attribute, "1"u8);

    /// <summary>Records that the file is complete; call it after its data is durable.</summary>
    internal static void End(StorageFile file) =>
        NativePlatform.Trees.RemoveAttribute(file.Handle, s_attribute);

    /// <summary>True if filling began and did not end.</summary>
    internal static bool IsMarked(StorageFile file) =>
        NativePlatform.Trees.GetAttribute(file.Handle, s_attribute, stackalloc byte[1]).Succeeded;
}
