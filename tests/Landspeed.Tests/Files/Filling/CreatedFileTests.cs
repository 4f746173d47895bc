using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Filling;

public sealed class CreatedFileTests
{
    /// <summary>A second signal may end the process as soon as its own removal returns.</summary>
    [Fact]
    public void Whoever_removes_it_second_returns_when_it_is_gone()
    {
        using var scratch = new ScratchDirectory();
        using var both = new Barrier(2);
        int seen = 0;
        for (int time = 0; time < 300; time++)
        {
            string path = scratch.File($"f{time}");
            CreatedFile created;
            using (StorageFile file = StorageFile.Open(FilePath.FromText(path), new StorageFileOptions { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew }))
            {
                created = new CreatedFile(file);
            }

            var other = new Thread(Remove);
            other.Start();
            Remove();
            other.Join();

            void Remove()
            {
                both.SignalAndWait();
                created.Dispose();
                Interlocked.Add(ref seen, File.Exists(path) ? 1 : 0);
            }
        }

        Assert.Equal(0, seen);
    }
}
