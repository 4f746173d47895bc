using System.IO.Pipes;
using System.Runtime.InteropServices;
using Landspeed.Engine;
using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Engine;

[Collection(ProcessWideCollection.Name)]
public sealed class UringEngineClosingTests
{
    private const short HangUp = 0x10;

    [Fact]
    public void A_disposed_engine_gives_up_the_lock_of_a_file_that_a_worker_of_the_kernel_wrote()
    {
        Capability.Require("io_uring", UringEngine.Probe().Available);
        using var volume = new TestVolume("tmpfs", "16M"); // may always wait: the kernel's workers write
        using var memory = new NativeBuffer(4096);
        FilePath path = FilePath.FromText(volume.File("file"));
        for (int turn = 0; turn < 1000; turn++)
        {
            NativePlatform.Files.Open(
                path, FileAccessKind.ReadWrite, FileCreation.OpenOrCreate, out SafeFileHandle? file);
            using (file)
            {
                Assert.True(NativePlatform.Files.TryLock(file!, FileLockKind.Exclusive).Succeeded, $"in turn {turn}");
                using IIoEngine engine = IoEngines.Create(EngineKind.Uring, 1);
                engine.TryQueue(new IoRequest
                {
                    Operation = IoOperation.Write, File = engine.Attach(file!), Address = memory.Address, Length = 4096,
                });
                engine.Reap(new IoCompletion[1], 1);
            }
        }
    }

    [Fact]
    public void A_disposed_engine_keeps_no_file_open()
    {
        Capability.Require("io_uring", UringEngine.Probe().Available);
        for (int turn = 0; turn < 20; turn++)
        {
            using var pipe = new AnonymousPipeServerStream(PipeDirection.In);
            using (var writing = new SafeFileHandle(pipe.ClientSafePipeHandle.DangerousGetHandle(), ownsHandle: false))
            using (IIoEngine engine = IoEngines.Create(EngineKind.Uring, 1))
            {
                engine.Attach(writing);
            }

            pipe.DisposeLocalCopyOfClientHandle();

            // The reader's end hangs up once nobody has the other one.
            var wait = new PollRequest { Descriptor = (int)pipe.SafePipeHandle.DangerousGetHandle() };
            Assert.Equal((1, HangUp), (Poll(ref wait, 1, 0), wait.Returned));
        }
    }

    [DllImport("libc", EntryPoint = "poll")]
    private static extern int Poll(ref PollRequest request, nuint count, int timeout);

    [StructLayout(LayoutKind.Sequential)]
    private struct PollRequest
    {
        public int Descriptor;
        public short Asked;
        public short Returned;
    }
}
