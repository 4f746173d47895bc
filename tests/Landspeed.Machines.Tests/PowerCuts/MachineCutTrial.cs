using System.Diagnostics;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.Machines.Tests.PowerCuts;

/// <summary>
/// Takes the power away from a machine that carries out a work, again and again; looks at its disk from outside; boots
/// it, lets it repeat the command, and looks again. The recorded power cuts choose which writes arrive; here the kernel
/// of the machine does.
/// </summary>
internal sealed class MachineCutTrial : IDisposable
{
    private const string Volume = "a";
    private const string Outside = "outside";
    private const long Rate = 12_000_000; // so that a work takes seconds, and a cut finds it at any of its steps
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(3);
    private readonly ScratchDirectory _scratch = new();
    private readonly CutWork _work;
    private readonly VolumeType _type;
    private readonly KnownContents _contents = new();
    private readonly CutCheck _check;

    /// <summary>Lays the files out, and carries the work out once on this host, undisturbed.</summary>
    /// <param name="work">A work on one volume.</param>
    /// <param name="type">The file system.</param>
    internal MachineCutTrial(CutWork work, VolumeType type)
    {
        (_work, _type) = (work, type);
        Array.ForEach([Volume, Outside], name => Directory.CreateDirectory(_scratch.File(name)));
        _type.Make(Base, work.VolumeSize);
        CutState before = On(Base, () =>
        {
            work.Prepare(new CutFiles(_scratch.Path));
            return Look(Outside);
        });
        Command.Shell($"truncate -s 200M '{OutsideImage}'");
        Command.Shell(
            $"PATH=$PATH:/sbin:/usr/sbin mke2fs -q -t ext4 -d '{_scratch.File(Outside)}' '{OutsideImage}'");
        Clone(Base, Image(0));
        (CutState after, int again) = On(Image(0), () =>
        {
            Run();
            return (Look(), Run());
        });
        _contents.IsLearning = false;
        _check = new CutCheck(work, before, after, _scratch.Path) { CodeWhenDone = again };
    }

    private string Base => _scratch.File("base.img");

    private string OutsideImage => _scratch.File("outside.img");

    // Of the command as people type it, in the directory of both.
    private string Line => $"cd /w && landspeed {_work.Repeat.Line}";

    /// <summary>Cuts.</summary>
    /// <param name="kernel">Of the machine.</param>
    /// <param name="cuts">How often.</param>
    /// <param name="random">Chooses the moments.</param>
    /// <returns>What was wrong, each with its cut.</returns>
    internal List<string> Run(Kernel kernel, int cuts, Random random)
    {
        var problems = new List<string>();
        Clone(Base, Image(0));
        Clone(Base, Image(1));
        using Machine machine = Machine.Boot(new MachineDescription
        {
            Kernel = kernel,
            Disks =
            [
                new Disk("") { Image = OutsideImage, ReadOnly = true },
                new Disk("") { Image = Image(0), BytesPerSecond = Rate },
                new Disk("") { Image = Image(1), BytesPerSecond = Rate },
            ],
        });

        // The first one is cut when all is done, and says how long that takes.
        TimeSpan whole = s_patience;
        CutState? atCut = null;
        for (int cut = 0; ; cut++)
        {
            Mount(machine, 0, Outside);
            if (atCut is not null)
            {
                problems.AddRange(
                    Repeat(machine, 1 + ((cut + 1) % 2), atCut).Select(problem => About(cut - 1, problem)));
            }

            if (cut == cuts)
            {
                return problems;
            }

            int disk = 1 + (cut % 2);
            Mount(machine, disk, Volume);
            const string Writing = $"date >>{Bystander.FileName}; sync {Bystander.FileName}; sleep 0.02";
            machine.Begin($"cd /w/{Volume} && while :; do {Writing}; done");
            long began = Stopwatch.GetTimestamp();
            MachineCommand command = machine.Begin(Line);
            bool isDone = command.Await(cut == 0 ? s_patience : whole * random.NextDouble());
            whole = cut == 0 ? Stopwatch.GetElapsedTime(began) : whole;
            machine.CutPower();

            // Of a clone: what mounting it here repairs, the machine is to repair itself.
            string clone = _scratch.File("clone.img");
            Clone(Image(disk - 1), clone);
            atCut = On(clone, () => Look());
            problems.AddRange(_check.AtCut(atCut, isDone).Select(problem => About(cut, problem)));
            Clone(Base, Image(cut % 2 == 0 ? 1 : 0));
            machine.SwitchOn();
        }
    }

    public void Dispose() => _scratch.Dispose();

    private static string About(int cut, CutProblem problem) =>
        FormattableString.Invariant($"cut {cut}: {problem.Kind}: {problem.Text}");

    private static void Clone(string from, string to) => Command.Shell($"cp --sparse=always '{from}' '{to}'");

    private string Image(int number) => _scratch.File(FormattableString.Invariant($"disk{number}.img"));

    private void Mount(Machine machine, int disk, string name)
    {
        string options = name == Outside ? "ro" : _type.MountOptions is { Length: > 0 } own ? own : "rw";
        machine.Shell($"mkdir -p /w/{name} && mount -o {options} {machine.Device(disk)} /w/{name}");
    }

    // Unmounted, the image is whole, also for this host.
    private List<CutProblem> Repeat(Machine machine, int disk, CutState atCut)
    {
        Mount(machine, disk, Volume);
        Command command = machine.Run(Line, s_patience);
        machine.Shell($"umount /w/{Volume} && sync");
        return [.. _check.Repeated(atCut, command, On(Image(disk - 1), () => Look()))];
    }

    private T On<T>(string image, Func<T> look)
    {
        using var mounted = new MountedImage(image, _scratch.File(Volume), _type);
        return look();
    }

    private CutState Look(params string[] further) => CutState.Read(_scratch.Path, [Volume, .. further], _contents);

    private int Run() =>
        Command.Run("/bin/sh",
            ["-c", $"cd '{_scratch.Path}' && exec '{CommandFile.Path}' {_work.Repeat.Line}"]).ExitCode;
}
