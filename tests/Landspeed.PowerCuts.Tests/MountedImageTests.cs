using System.Diagnostics;
using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

public sealed class MountedImageTests
{
    [Fact]
    public void What_somebodys_mount_namespace_holds_is_waited_for()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("mounted"));
        VolumeType.Xfs.Make(scratch.File("first"), "300M");
        Command.Shell($"cp --sparse=always '{scratch.File("first")}' '{scratch.File("second")}'");

        var first = new MountedImage(scratch.File("first"), scratch.File("mounted"), VolumeType.Xfs);
        using Process holder = ChildProcess.Start(new ProcessStartInfo("unshare", ["-m", "sh", "-c", "echo held; sleep 0.5"])
        {
            RedirectStandardOutput = true,
        });
        Assert.Equal("held", holder.StandardOutput.ReadLine());
        first.Dispose();

        // Both have one UUID: they cannot be mounted at the same time.
        new MountedImage(scratch.File("second"), scratch.File("mounted"), VolumeType.Xfs).Dispose();
        holder.WaitForExit();
    }
}
