namespace Landspeed.Testing.PowerCuts;

/// <summary>A file system as a power cut finds it: how it is made, and how it is mounted.</summary>
/// <param name="Name">Short, as in reports.</param>
/// <param name="System">As mount knows it.</param>
/// <param name="MakeOptions">Of mkfs: nothing is left to be initialised later, nothing is discarded.</param>
/// <param name="MountOptions">Of mount.</param>
public sealed record VolumeType(string Name, string System, string MakeOptions, string MountOptions)
{
    /// <summary>Bytes of the pieces in which a write may arrive; 0: as a whole.</summary>
    internal IReadOnlyList<int> TearSizes { get; init; } = [0, 512, 4096];

    public static VolumeType Ext4 { get; } = new(
        "ext4", "ext4", "-q -F -E lazy_itable_init=0,lazy_journal_init=0,nodiscard", string.Empty);

    /// <summary>Without the mercy for programs that rename without a flush.</summary>
    public static VolumeType StrictExt4 { get; } = Ext4 with { Name = "ext4-strict", MountOptions = "noauto_da_alloc" };

    public static VolumeType Xfs { get; } = new("xfs", "xfs", "-q -f -K", string.Empty);

    /// <summary>Its sectors have 4096 bytes, and it does not mount when its super block is torn.</summary>
    public static VolumeType Btrfs { get; } = new("btrfs", "btrfs", "-q -f -K", string.Empty) { TearSizes = [0, 4096] };

    /// <summary>One of them by its short name.</summary>
    public static VolumeType Named(string name) =>
        new[] { Ext4, StrictExt4, Xfs, Btrfs }.Single(type => type.Name == name);

    /// <summary>Makes one in a file, which it creates.</summary>
    public void Make(string image, string size)
    {
        Command.Shell($"truncate -s {size} '{image}'");
        Mkfs.Make(System, MakeOptions, image);
    }

    public override string ToString() => Name;
}
