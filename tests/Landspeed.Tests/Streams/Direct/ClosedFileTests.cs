using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams.Direct;

// A process that another test starts has all open files until it runs its own program: none may start meanwhile.
[Collection(ProcessWideCollection.Name)]
public class ClosedFileTests
{
    [Theory]
    [InlineData(EngineKind.Uring)]
    [InlineData(EngineKind.Threads)]
    public async Task A_file_that_was_closed_is_free_for_others_at_once(EngineKind kind)
    {
        using var scratch = new ScratchDirectory();
        for (int round = 0; round < 20; round++)
        {
            string path = scratch.File($"file{round}");
            await using (DirectFile file = DirectFile.Create(path, new() { Engine = kind }))
            {
                await file.WriteAsync(new byte[100], 0, TestContext.Current.CancellationToken);
            }

            File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
        }
    }

    [Theory]
    [InlineData(EngineKind.Uring)]
    [InlineData(EngineKind.Threads)]
    public async Task A_file_that_was_closed_and_removed_gives_its_space_back_at_once(EngineKind kind)
    {
        using var volume = new TestVolume("tmpfs", "24M");
        for (int round = 0; round < 10; round++)
        {
            string path = volume.File($"file{round}");
            await using (DirectFile file = DirectFile.Create(path, new() { Engine = kind }))
            {
                await file.WriteAsync(new byte[16 << 20], 0, TestContext.Current.CancellationToken);
            }

            File.Delete(path);
        }
    }
}
