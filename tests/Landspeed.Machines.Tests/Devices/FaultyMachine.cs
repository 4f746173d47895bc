using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>A machine with a disk that breaks when asked, one for logs, and a file in memory beside them.</summary>
public sealed class FaultyMachine : IDisposable
{
    /// <summary>A file of <see cref="FileLength"/> random bytes, in memory.</summary>
    public const string Good = "/run/good";

    // The process of the copy that is under way.
    private const string Running = "/run/running";

    /// <summary>Bytes of <see cref="Good"/>: no whole number of sectors.</summary>
    public const long FileLength = (64L << 20) + 123;

    private static readonly string s_makeGood =
        FormattableString.Invariant($"head -c {FileLength} /dev/urandom >{Good}");

    /// <summary>Boots it.</summary>
    public FaultyMachine()
    {
        Machine = Machine.Boot(
            new MachineDescription { Disks = [new Disk("300M"), new Disk("300M")], MemoryMiB = 1536 });
        Disk = new FaultyDisk(Machine, 0);
        Log = new FaultyDisk(Machine, 1);
        Machine.Shell(s_makeGood);
    }

    /// <summary>The machine.</summary>
    internal Machine Machine { get; }

    /// <summary>The disk for files.</summary>
    internal FaultyDisk Disk { get; }

    /// <summary>The disk for the log of a file system.</summary>
    internal FaultyDisk Log { get; }

    /// <summary>The name of a copy until it is whole.</summary>
    /// <param name="target">The name that it gets then.</param>
    public static string PartOf(string target) =>
        $"{Path.GetDirectoryName(target)}/.{Path.GetFileName(target)}.landspeed-part";

    /// <summary>Runs the command without progress.</summary>
    /// <param name="arguments">What it gets, as a shell reads it.</param>
    internal Command Landspeed(string arguments) => Machine.Run($"landspeed {arguments} --quiet");

    /// <summary>
    /// Begins a copy, stops it when a part of its target is there, damages the disk where a byte of it will lie, and
    /// lets it go on.
    /// </summary>
    /// <param name="arguments">What <c>copy</c> gets beside source and target.</param>
    /// <param name="target">The target, on <see cref="Disk"/>; the source is <see cref="Good"/>.</param>
    /// <param name="offset">The byte.</param>
    /// <param name="fault">The fault.</param>
    internal Command CopyOntoDamage(string arguments, string target, long offset, string fault)
    {
        // Other bytes than an earlier copy left in the same blocks: a write that is lost must be missed.
        Machine.Shell(s_makeGood);
        string part = PartOf(target);
        MachineCommand copy = Machine.Begin(
            $"echo $$ >{Running}; exec landspeed copy {Good} {target} {arguments} --limit 12M --quiet");
        try
        {
            Machine.Shell(
                $"until [ -s {part} ] && [ -s {Running} ]; do sleep 0.05; done; kill -STOP $(cat {Running})");
            Disk.Damage(Disk.SectorOf(part, offset), fault);
            Machine.Shell($"kill -CONT $(cat {Running}); rm {Running}");
        }
        catch
        {
            Machine.Run($"kill -KILL $(cat {Running}); rm {Running}"); // the next test needs the disk
            throw;
        }

        return copy.End();
    }

    /// <inheritdoc/>
    public void Dispose() => Machine.Dispose();
}
