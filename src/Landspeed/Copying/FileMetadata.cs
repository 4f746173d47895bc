using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Stand-in.</summary>
internal static class FileMetadata
{
    internal static void Keep(FileCopyJob job, CopyLedger ledger)
    {
        NativePlatform.Trees.SetPermissions(job.Unfinished!.Handle, job.SourceStatus.Permissions);
        NativePlatform.Trees.SetTimes(job.Unfinished.Handle, job.SourceStatus.AccessedNs, job.SourceStatus.ModifiedNs);
    }
}
