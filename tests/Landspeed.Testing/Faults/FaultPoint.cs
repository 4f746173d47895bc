using System.Globalization;

namespace Landspeed.Testing.Faults;

/// <summary>Stands before every read and write on a mounted volume, those of io_uring included: refuses them, holds
/// them, kills who asks. ext4, XFS and Btrfs; root; Linux 6.14. Source: fanotify(7), FAN_PRE_ACCESS.</summary>
/// <remarks>It sees files opened after it was made, and leaves this process alone. One at a time on a volume.</remarks>
public sealed class FaultPoint : FaultProgram
{
    /// <summary>Takes its place.</summary>
    /// <param name="mount">Where the volume is mounted, for example <see cref="TestVolume.Path"/>.</param>
    public FaultPoint(string mount)
        : base(Program(), mount, Environment.ProcessId.ToString(CultureInfo.InvariantCulture))
    {
    }

    public override FaultOperations Known => FaultOperations.Transfers;

    private static string Program()
    {
        Capability.RequireRoot();
        return NativeProgram.Build("fault-point");
    }
}
