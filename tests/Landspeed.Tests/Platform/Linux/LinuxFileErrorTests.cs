using System.Runtime.InteropServices;
using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

/// <summary>What the machine refuses comes back as a value.</summary>
public class LinuxFileErrorTests
{
    private static readonly IFileCalls s_calls = NativePlatform.Files;

    [Fact]
    public void A_missing_file_is_not_found()
    {
        using var scratch = new ScratchDirectory();

        Assert.Equal("ENOENT", NativeFile.OpenError(scratch.FilePath("none"), FileAccessKind.Read));
        Assert.Equal("ENOENT", s_calls.Remove(scratch.FilePath("none")).Error.Name);
        Assert.Equal("ENOENT", s_calls.StatusOf(scratch.FilePath("none"), out _).Error.Name);
        Assert.Equal(NativeErrorKind.NotFound, new NativeError(LinuxErrors.ENOENT).Kind);
    }

    [Fact]
    public void A_file_is_created_only_once()
    {
        using var scratch = new ScratchDirectory();
        NativeFile.Create(scratch, "a").Dispose();

        Assert.Equal(
            "EEXIST", NativeFile.OpenError(scratch.FilePath("a"), FileAccessKind.Write, FileCreation.CreateNew));
    }

    [Fact]
    public void A_directory_cannot_be_written_or_removed_as_a_file()
    {
        using var scratch = new ScratchDirectory();
        FilePath path = FilePath.FromText(scratch.Path);

        Assert.Equal("EISDIR", NativeFile.OpenError(path, FileAccessKind.Write));
        Assert.Equal(NativeErrorKind.IsDirectory, s_calls.Remove(path).Error.Kind);
    }

    [Fact]
    public void A_transfer_that_the_descriptor_does_not_allow_is_refused()
    {
        using var scratch = new ScratchDirectory();
        FilePath path = FilePath.FromText(scratch.CreateFile("a", 4096));
        using SafeFileHandle reader = NativeFile.Open(path, FileAccessKind.Read);
        using SafeFileHandle writer = NativeFile.Open(path, FileAccessKind.Write);
        using SafeFileHandle identity = NativeFile.Open(path, FileAccessKind.Identify);
        using var buffer = new NativeBuffer(4096);

        Assert.Equal("EBADF", s_calls.Write(reader, buffer.Address, 1, 0, TransferFlags.None).Error.Name);
        Assert.Equal("EBADF", s_calls.Read(writer, buffer.Address, 1, 0, TransferFlags.None).Error.Name);
        Assert.Equal("EBADF", s_calls.Read(identity, buffer.Address, 1, 0, TransferFlags.None).Error.Name);
        Assert.Equal("EINVAL", s_calls.Read(reader, buffer.Address, 1, -1, TransferFlags.None).Error.Name);
        Assert.Equal("EFAULT", s_calls.Read(reader, 1, 1, 0, TransferFlags.None).Error.Name);
    }

    [Fact]
    public void A_number_that_is_no_descriptor_is_refused_by_every_call()
    {
        using var nobody = new SafeFileHandle(1_000_000, ownsHandle: false);
        using var buffer = new NativeBuffer(4096);
        NativeResult[] results =
        [
            s_calls.EnableDirect(nobody),
            s_calls.DisableDirect(nobody),
            s_calls.Read(nobody, buffer.Address, 1, 0, TransferFlags.None),
            s_calls.Read(nobody, buffer.Address, 1, 0, TransferFlags.NoWait),
            s_calls.Write(nobody, buffer.Address, 1, 0, TransferFlags.None),
            s_calls.Write(nobody, buffer.Address, 1, 0, TransferFlags.DataDurable),
            s_calls.FlushData(nobody),
            s_calls.FlushAll(nobody),
            s_calls.FlushFileSystem(nobody),
            s_calls.SetLength(nobody, 0),
            s_calls.Reserve(nobody, 0, 1, SpaceReservation.KeepLength),
            s_calls.PunchHole(nobody, 0, 1),
            s_calls.Advise(nobody, 0, 0, AccessAdvice.Random),
            s_calls.Status(nobody, out _),
            s_calls.Volume(nobody, out _),
            s_calls.Extents(nobody, 0, new NativeExtent[1], ExtentQuery.AsIs),
            NativePlatform.Trees.GetAttribute(nobody, FilePath.FromText("user.a"), new byte[1]),
            NativePlatform.Trees.SetAttribute(nobody, FilePath.FromText("user.a"), "a"u8),
            NativePlatform.Memory.MapFile(nobody, 0, 4096, out _),
        ];

        Assert.All(results, result => Assert.Equal("EBADF", result.Error.Name));
    }

    [Fact]
    public void A_file_of_somebody_else_is_denied()
    {
        using var scratch = new ScratchDirectory();
        string name = scratch.CreateFile("a", 1);
        Command.Shell($"chmod 000 '{name}'");

        Assert.Equal("EACCES", AsNobody(() => NativeFile.OpenError(FilePath.FromText(name), FileAccessKind.Read)));
    }

    // Root may open everything, so a thread of root opens with the rights of user 65534; its own rights end with it.
    private static string AsNobody(Func<string> open)
    {
        string? answer = null;
        var thread = new Thread(() =>
        {
            int setfsuid = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 122 : 151;
            LinuxFunctions.Syscall(setfsuid, 65534, 0, 0, 0, 0, 0);
            answer = open();
        });
        thread.Start();
        thread.Join();
        return answer!;
    }
}
