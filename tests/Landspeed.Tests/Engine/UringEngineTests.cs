using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

[Collection(ProcessWideCollection.Name)]
public class UringEngineTests
{
    public UringEngineTests() => Capability.Require("io_uring", UringEngine.Probe().Available);

    [Fact]
    public void A_probe_says_what_there_is_and_leaves_nothing_behind()
    {
        UringEngine.Probe();
        int before = Directory.GetFileSystemEntries("/proc/self/fd").Length;

        UringProbe probe = UringEngine.Probe();

        Assert.True(probe.Available, probe.Reason);
        Assert.InRange(probe.OperationCount, 20, 255);
        Assert.Contains(probe.Features, feature => feature.Contains("issuer", StringComparison.Ordinal));
        Assert.Equal(before, Directory.GetFileSystemEntries("/proc/self/fd").Length);
    }

    [Fact]
    public void Another_thread_is_turned_away_and_changes_nothing()
    {
        using var engine = Ring.Make(4);
        var failures = new List<Exception?>();
        var other = new Thread(() =>
        {
            failures.Add(Record.Exception(engine.Submit));
            failures.Add(Record.Exception(engine.Dispose));
            failures.Add(Record.Exception(() => engine.Reap(new IoCompletion[1], 0)));
        });
        other.Start();
        other.Join();

        Assert.All(failures, failure => Assert.IsType<InvalidOperationException>(failure));
        Assert.True(engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 7 }));
        var completions = new IoCompletion[1];
        Assert.Equal(1, engine.Reap(completions, 1));
        Assert.Equal(7UL, completions[0].Tag);
    }

    [Fact]
    public void Memory_of_more_than_1_GiB_is_registered_in_pieces_and_requests_across_them_work()
    {
        const long Piece = 1L << 30;
        const int Length = 8192;
        using var scratch = new ScratchDirectory();
        byte[] expected = File.ReadAllBytes(scratch.CreateFile("data", Length));
        NativePlatform.Files.Open(
            scratch.FilePath("data"), FileAccessKind.Read, FileCreation.MustExist, out var handle);
        using (handle)
        {
            NativePlatform.Files.DisableDirect(handle!);
            Assert.True(NativePlatform.Memory.MapAnonymous(Piece + Piece / 2, out nint memory).Succeeded);
            try
            {
                using var engine = Ring.Make(4);
                engine.AttachMemory(memory, Piece + Piece / 2);
                EngineFile file = engine.Attach(handle!);
                nint across = memory + (nint)(Piece - Length / 2);
                engine.TryQueue(new IoRequest
                {
                    Operation = IoOperation.Read, File = file, Address = across, Length = Length, Tag = 1,
                });
                engine.TryQueue(new IoRequest
                {
                    Operation = IoOperation.Read, File = file, Address = memory + (nint)Piece, Length = Length, Tag = 2,
                });
                var completions = new IoCompletion[2];
                Assert.Equal(2, engine.Reap(completions, 2));
                Assert.All(completions, completion => Assert.Equal(Length, completion.Result.Value));
                unsafe
                {
                    Assert.Equal(expected, new ReadOnlySpan<byte>((void*)(memory + (nint)Piece), Length).ToArray());
                }
            }
            finally
            {
                NativePlatform.Memory.Unmap(memory, Piece + Piece / 2);
            }
        }
    }
}
