using Landspeed.Copying;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Publication;
using Landspeed.Copying.Runs;
using Landspeed.Copying.TreeContent;
using Landspeed.Files;
using Landspeed.Files.Unpublished;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Copying;

/// <summary>Carries large files in the simplest way, at once on the thread that hands them over.</summary>
internal sealed class PlainLargeFiles(TreeCopyOptions options, CopyReporter reporter) : ILargeFiles
{
    private readonly PreservationContext _context = new(NativePlatform.Trees.Identity(), reporter);

    public string? Description => "plain";

    public void Copy(FileCopyJob job, Action<FileCopyJob> whenWritten)
    {
        using SafeFileHandle source = job.SourceHandle;
        try
        {
            job.Unfinished = UnpublishedFile.Create(job.Target, TemporaryNames.OfRun(job.Target.Name, "0123456789abcdef"));
            byte[] block = new byte[1 << 20];
            long offset = 0;
            for (int read; (read = RandomAccess.Read(source, block, offset)) > 0; offset += read)
            {
                RandomAccess.Write(job.Unfinished.Handle, block.AsSpan(0, read), offset);
                reporter.Moved(read);
            }

            job.BytesCopied = offset;
            job.Decision = new CopyDecision(CopyStrategy.Buffered, IoMode.Buffered, IoMode.Buffered, "large");
            FileMetadata.Keep(source, job.SourceStatus, job.Unfinished.Handle, job.Target, _context);
        }
        catch (IOException failure)
        {
            job.Unfinished?.Remove();
            job.Unfinished = null;
            job.Problem = CopyProblems.Of(failure, job.Target.Path);
        }

        whenWritten(job);
    }

    public void Verify(FileCopyJob job, Action<FileCopyJob> whenCompared)
    {
        Assert.True(options.Verify);
        reporter.Verified(job.SourceStatus.Length, 0);
        whenCompared(job);
    }

    public void Complete()
    {
    }

    public void Dispose()
    {
    }
}
