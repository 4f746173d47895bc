using System.Globalization;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Machines;

/// <summary>
/// A machine of qemu, in software emulation: another kernel with disks of its own. Its bytes, errors, reboots and power
/// cuts are real, its speed means nothing. Nothing of it is left when it is disposed.
/// </summary>
public sealed class Machine : IDisposable
{
    private readonly MachineDescription _description;
    private readonly ScratchDirectory _scratch;
    private readonly string _made;
    private PoweredMachine? _powered;
    private int _commands;

    private Machine(MachineDescription description)
    {
        Capability.RequireProgram("qemu-system-x86_64");
        _description = description;
        _scratch = description.Place is { } place ? new ScratchDirectory(place) : new ScratchDirectory();
        _made = description.Root.Make();
        Directory.CreateDirectory(Path.Combine(Shared, "put"));
        foreach (string file in description.Files.Prepend(CommandFile.Path))
        {
            File.Copy(file, Path.Combine(Shared, "put", Path.GetFileName(file)));
        }

        for (int disk = 0; disk < description.Disks.Count; disk++)
        {
            if (description.Disks[disk].Image is null)
            {
                Command.Shell($"truncate -s {description.Disks[disk].Size} '{Image(disk)}'");
            }
        }

        if (description.KeepsRoot)
        {
            Command.Shell($"cp --sparse=always --reflink=auto '{_made}/root.img' '{RootDisk}'");
        }
    }

    /// <summary>What the console said since the machine was switched on last.</summary>
    public string Console => Powered.Console;

    /// <summary>How often it has booted since it was switched on last.</summary>
    public int Boots => Powered.Boots;

    /// <summary>Whether the kernel has gone down for a reboot, and none has said anything since.</summary>
    public bool IsBetweenBoots =>
        Console.TrimEnd().EndsWith("reboot: Restarting system", StringComparison.Ordinal);

    /// <summary>How long it could run since it was switched on; limits count this time, not that of the host.</summary>
    public TimeSpan RunTime => Powered.RunTime;

    /// <summary>Orders for qemu.</summary>
    public Monitor Monitor => Powered.Monitor;

    /// <summary>The release of its kernel.</summary>
    public string Release => Powered.Release;

    private string Shared => _scratch.File("shared");

    private string RootDisk => _description.KeepsRoot ? _scratch.File("root.img") : Path.Combine(_made, "root.img");

    private PoweredMachine Powered => _powered ?? throw new InvalidOperationException("the machine is switched off");

    /// <summary>Makes a machine and boots it.</summary>
    /// <param name="description">The machine.</param>
    /// <returns>A machine that takes commands.</returns>
    /// <exception cref="MachineException">It does not boot within its limit.</exception>
    public static Machine Boot(MachineDescription description)
    {
        var machine = new Machine(description);
        try
        {
            machine.SwitchOn();
            return machine;
        }
        catch
        {
            machine.Dispose();
            throw;
        }
    }

    /// <summary>The image of a disk, on this host.</summary>
    /// <param name="disk">Its number in <see cref="MachineDescription.Disks"/>.</param>
    /// <returns>Its path.</returns>
    public string Image(int disk) =>
        _description.Disks[disk].Image ?? _scratch.File(string.Create(CultureInfo.InvariantCulture, $"disk{disk}.img"));

    /// <summary>The name of a disk in the machine.</summary>
    /// <param name="disk">Its number in <see cref="MachineDescription.Disks"/>.</param>
    /// <returns>For example <c>/dev/vdb</c>.</returns>
    public string Device(int disk) => _description.Device(disk);

    /// <summary>A file that this host and the machine share.</summary>
    /// <param name="name">Its name; in the machine it lies in <c>/host</c>.</param>
    /// <returns>Its path on this host.</returns>
    public string SharedFile(string name) => Path.Combine(Shared, name);

    /// <summary>Lets scripts in the machine read one of <c>Guest</c>.</summary>
    /// <param name="name">Its name; in the machine it lies in <c>/host</c>.</param>
    public void Put(string name) => File.WriteAllText(SharedFile(name), GuestScript.Text(name));

    /// <summary>A result of the command.</summary>
    /// <param name="name">The file in <c>/host</c> to which <c>--json</c> wrote it.</param>
    /// <returns>What it says.</returns>
    public ResultDocument Result(string name)
    {
        using FileStream stored = File.OpenRead(SharedFile(name));
        return ResultsJson.Read(stored);
    }

    /// <summary>Starts a script of sh as root in the machine, with nothing to read.</summary>
    /// <param name="script">The script.</param>
    /// <returns>It, while it runs.</returns>
    public MachineCommand Begin(string script)
    {
        string number = Interlocked.Increment(ref _commands).ToString(CultureInfo.InvariantCulture);
        File.WriteAllText(SharedFile($"{number}.sh"), script + "\n");
        return new MachineCommand(script, SharedFile(number), Powered.Ask(number), Powered);
    }

    /// <summary>Runs a script of sh to its end.</summary>
    /// <param name="script">The script.</param>
    /// <param name="limit">How long it may take; two minutes unless said.</param>
    /// <returns>Its exit code and what it said.</returns>
    /// <exception cref="MachineException">It does not end, or the machine goes down.</exception>
    public Command Run(string script, TimeSpan? limit = null) => Begin(script).End(limit);

    /// <summary>Runs a script of sh that must succeed.</summary>
    /// <param name="script">The script.</param>
    /// <param name="limit">How long it may take; two minutes unless said.</param>
    /// <returns>What it said.</returns>
    /// <exception cref="MachineException">Its exit code is not 0, it does not end, or the machine goes down.
    /// </exception>
    public string Shell(string script, TimeSpan? limit = null)
    {
        Command done = Run(script, limit);
        return done.ExitCode == 0
            ? done.Output
            : throw new MachineException($"'{script}' gave {done.ExitCode}: {done.Error}\n{done.Output}");
    }

    /// <summary>Waits until the machine has booted so often since it was switched on.</summary>
    /// <param name="boots">How often, the first time included.</param>
    /// <param name="limit">How long that may take.</param>
    /// <exception cref="MachineException">It has not.</exception>
    public void AwaitBoots(int boots, TimeSpan limit) => Powered.AwaitBoots(boots, limit);

    /// <summary>Lets the machine run for a time.</summary>
    /// <param name="time">How long; real time, in which a machine does as much as this host lets it.</param>
    /// <returns>Whether it went down meanwhile.</returns>
    public bool Pass(TimeSpan time) => Powered.AwaitEnd(time);

    /// <summary>Takes the power away, at once. What the machine had not written to a disk is lost.</summary>
    public void CutPower()
    {
        _powered?.Dispose();
        _powered = null;
    }

    /// <summary>Cuts it off from its network, or joins it again.</summary>
    /// <param name="isJoined">Whether it sees the others.</param>
    public void JoinNetwork(bool isJoined) => Monitor.Order("set_link", ("name", Network.Card), ("up", isJoined));

    /// <summary>Boots it after <see cref="CutPower"/> or after it went down, with the disks as they are.</summary>
    /// <param name="startsServices">Other than the description, whether its own init starts.</param>
    /// <exception cref="MachineException">It does not boot within its limit.</exception>
    public void SwitchOn(bool? startsServices = null)
    {
        BeginToBoot(startsServices);
        Powered.AwaitBoots(1, _description.BootLimit);
    }

    /// <summary>As <see cref="SwitchOn"/>, without waiting until it takes commands.</summary>
    /// <param name="startsServices">Other than the description, whether its own init starts.</param>
    public void BeginToBoot(bool? startsServices = null)
    {
        CutPower();
        _powered = PoweredMachine.Start(
            _scratch.Path, [.. Arguments(startsServices ?? _description.StartsServices)], _description.Limit);
    }

    /// <summary>Takes the power away, and removes all that was made.</summary>
    public void Dispose()
    {
        CutPower();
        _scratch.Dispose();
    }

    // Nothing in there looks at devices to load what they need.
    private IEnumerable<string> Modules =>
    [
        .. _description.Modules,
        .. Has(DiskBus.Scsi) ? (string[])["virtio_scsi", "sd_mod"] : [],
        .. Has(DiskBus.Nvme) ? (string[])["nvme"] : [],
        .. _description.Network is null ? (string[])[] : ["virtio_net"],
    ];

    private bool Has(DiskBus bus) => _description.Disks.Any(disk => disk.Bus == bus);

    private IEnumerable<string> Arguments(bool startsServices)
    {
        string snapshot = _description.KeepsRoot ? "" : ",snapshot=on";
        string init = startsServices ? "/sbin/init" : "/usr/local/sbin/agent";
        string kernel = _description.Kernel.Package;
        string node = _description.Network is null ? "" : $" agent.node={_description.Node}";

        // cryptomgr.notests: a self-test of the kernel's ciphers once held an emulated processor for minutes.
        // no_timer_check: on a busy host an emulated timer may look broken, which ends the boot.
        return
        [
            "-accel", "tcg,thread=multi", "-cpu", "max", "-nodefaults", "-display", "none",
            "-m", _description.MemoryMiB.ToString(CultureInfo.InvariantCulture),
            "-smp", _description.Processors.ToString(CultureInfo.InvariantCulture),
            "-kernel", $"{_made}/vmlinuz-{kernel}", "-initrd", $"{_made}/initrd-{kernel}",
            "-append",
            $"console=ttyS0 panic=-1 cryptomgr.notests no_timer_check init={init} "
                + $"agent.modules={string.Join(',', Modules)}{node}",
            "-drive", $"file={RootDisk},if=none,id=root,format=raw{snapshot}",
            "-device", "virtio-blk-pci,drive=root",
            .. Has(DiskBus.Scsi) ? (string[])["-device", "virtio-scsi-pci"] : [],
            "-virtfs", $"local,path={Shared},mount_tag=host,security_model=none",
            .. _description.Disks.SelectMany((disk, number) => disk.Arguments(number, Image(number))),
            .. _description.Network?.Arguments(_description.Node) ?? [],
            .. _description.Arguments,
        ];
    }
}
