using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Transfers;
using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Files.Transfers;

public sealed class TransferRingTests : IDisposable
{
    private const int Slots = 4;
    private const int Size = 4096;
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Transfers_end_whole_whatever_their_requests_return()
    {
        for (int seed = 0; seed < 50; seed++)
        {
            byte[] bytes = new byte[(9 * Size) + 5];
            new Random(seed).NextBytes(bytes);
            File.WriteAllBytes(_scratch.File("source"), bytes);
            using var ring = new TransferRing(Simulated(seed, 0.4), Slots, Size);
            using StorageFile source = StorageFile.Open(_scratch.FilePath("source"), new());
            using var target = StorageFile.Open(
                _scratch.FilePath("target"),
                new() { Access = FileAccessKind.Write, Creation = FileCreation.OpenOrCreate });

            Copy(ring, source, target, bytes.Length);

            Assert.True(bytes.AsSpan().SequenceEqual(File.ReadAllBytes(_scratch.File("target"))), $"seed {seed}");
        }
    }

    [Fact]
    public void A_direct_transfer_is_rounded_up_and_moves_what_the_file_has()
    {
        File.WriteAllBytes(_scratch.File("source"), new byte[Size + 1]);
        using var ring = new TransferRing(IoEngines.CreateBest(1, out _), 1, 2 * Size);
        using StorageFile source = StorageFile.Open(
            _scratch.FilePath("source"), new() { Mode = IoMode.Direct, RequireMode = true });
        EngineFile attached = ring.Engine.Attach(source.Handle);

        ring.Start(0, FileTransfers.Read(source, attached, ring.AddressOf(0), 0, Size + 1, 0));

        Assert.Equal(0, ring.TransferOf(0).Next.Length % source.Geometry.ReadOffsetAlignment);
        while (ring.Reap().IsEmpty)
        {
        }

        Assert.Equal((TransferState.Done, Size + 1), (ring.TransferOf(0).State, ring.TransferOf(0).Moved));
        Assert.True(ring.IsIdle);
    }

    [Fact]
    public void A_transfer_that_fails_has_ended_and_the_others_go_on()
    {
        File.WriteAllBytes(_scratch.File("source"), new byte[Slots * Size]);
        var fault = new SimulatedFault(1, NativeErrorKind.DeviceFailure, FaultExtent.Once);
        using var ring = new TransferRing(Simulated(1, 0, fault), Slots, Size);
        using StorageFile source = StorageFile.Open(_scratch.FilePath("source"), new());
        EngineFile attached = ring.Engine.Attach(source.Handle);
        for (int slot = 0; slot < Slots; slot++)
        {
            ring.Start(slot, FileTransfers.Read(source, attached, ring.AddressOf(slot), slot * Size, Size, slot));
        }

        int ended = 0;
        while (!ring.IsIdle)
        {
            ended += ring.Reap().Length;
        }

        Assert.Equal(Slots, ended);
        Assert.Equal(
            [false, true, false, false], Enumerable.Range(0, Slots).Select(slot => ring.TransferOf(slot).HasFailed));
        Assert.Equal(NativeErrorKind.DeviceFailure, ring.TransferOf(1).Error.Kind);
    }

    [Fact]
    public void At_the_deadline_nothing_has_ended()
    {
        Command.Shell($"mkfifo '{_scratch.File("pipe")}'");
        using var pipe = new FileStream(_scratch.File("pipe"), FileMode.Open, FileAccess.ReadWrite);
        using var ring = new TransferRing(IoEngines.CreateBest(1, out _), 1, Size);
        EngineFile attached = ring.Engine.Attach(pipe.SafeFileHandle);
        var request = new IoRequest
        {
            Operation = IoOperation.Read,
            File = attached,
            Address = ring.AddressOf(0),
            Length = Size,
        };

        ring.Start(0, new Transfer(request, 1, 1));

        Assert.True(ring.Reap(Stopwatch.GetTimestamp() + 1).IsEmpty);
        Assert.False(ring.IsIdle);
        pipe.WriteByte(1);
        pipe.Flush();
        Assert.Equal([0], ring.Reap().ToArray());
    }

    private static SimulatedEngine Simulated(int seed, double mishap, params SimulatedFault[] faults) =>
        new(new SimulationOptions
        {
            Seed = (ulong)seed,
            QueueDepth = Slots,
            ShortProbability = mishap,
            ErrorProbability = mishap / 2,
            MaximumDelay = 3,
            Order = CompletionOrder.Random,
            Faults = faults,
        });

    private static void Copy(TransferRing ring, StorageFile source, StorageFile target, int length)
    {
        (EngineFile from, EngineFile to) = (ring.Engine.Attach(source.Handle), ring.Engine.Attach(target.Handle));
        long[] offsets = new long[Slots];
        bool[] writes = new bool[Slots];
        long next = 0;
        for (int slot = 0; slot < Slots; slot++)
        {
            Read(slot);
        }

        while (!ring.IsIdle)
        {
            foreach (int slot in ring.Reap())
            {
                Assert.Equal(TransferState.Done, ring.TransferOf(slot).State);
                if (writes[slot])
                {
                    Read(slot);
                    continue;
                }

                writes[slot] = true;
                int count = (int)Math.Min(Size, length - offsets[slot]);
                ring.Start(slot, FileTransfers.Write(target, to, ring.AddressOf(slot), offsets[slot], count, slot));
            }
        }

        void Read(int slot)
        {
            if (next < length)
            {
                (offsets[slot], writes[slot]) = (next, false);
                int count = (int)Math.Min(Size, length - next);
                ring.Start(slot, FileTransfers.Read(source, from, ring.AddressOf(slot), next, count, slot));
                next += count;
            }
        }
    }
}
