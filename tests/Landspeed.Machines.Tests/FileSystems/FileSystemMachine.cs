using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>A machine with a disk for each file system, on which its directory <c>/m/NAME</c> lies.</summary>
public abstract class FileSystemMachine : IDisposable
{
    private const string Functions = ". /host/trees.sh; . /host/servers.sh\n";

    private readonly Machine _machine;
    private readonly IReadOnlyList<FileSystem> _fileSystems;
    private readonly HashSet<string> _made = [];

    private protected FileSystemMachine(IReadOnlyList<FileSystem> fileSystems, MachineDescription description)
    {
        _fileSystems = fileSystems;
        _machine = Machine.Boot(description with
        {
            Disks = [.. fileSystems.Select(_ => new Disk("400M"))],
            Modules = ["loop"],
            Limit = TimeSpan.FromMinutes(30),
        });
        _machine.Put("trees.sh");
        _machine.Put("servers.sh");
        Shell("plain /root/plain; odd /root/odd");
    }

    /// <summary>A file that this host and the machine share.</summary>
    /// <param name="name">Its name; in the machine it lies in <c>/host</c>.</param>
    public string SharedFile(string name) => _machine.SharedFile(name);

    /// <summary>Runs a script that must succeed; it knows the functions of trees.sh and servers.sh.</summary>
    public string Shell(string script) => _machine.Shell(Functions + script);

    /// <summary>Runs a script; it knows the functions of trees.sh and servers.sh.</summary>
    public Command Run(string script) => _machine.Run(Functions + script);

    /// <summary>Starts a script.</summary>
    public MachineCommand Begin(string script) => _machine.Begin(script);

    /// <summary>Runs <c>landspeed copy</c>.</summary>
    /// <param name="words">What follows.</param>
    /// <param name="result">What it says in JSON.</param>
    /// <returns>Its exit code and what it said.</returns>
    public Command Copy(string words, out CopySection result)
    {
        Command copied = _machine.Run(
            $"landspeed copy {words} --json /root/result.json; code=$?; cp /root/result.json /host/; exit $code");
        result = _machine.Result("result.json").Cells.Single().Runs.Single().Copy!;
        return copied;
    }

    /// <summary>Runs <c>landspeed measure</c>, which must succeed or be refused direct I/O.</summary>
    /// <param name="words">What follows.</param>
    /// <returns>Its verdict, or <c>refused</c>.</returns>
    public string Verdict(string words)
    {
        Command measured = _machine.Run($"landspeed measure {words} --quiet --json /root/measured.json >/dev/null "
            + "&& cp /root/measured.json /host/");
        if (measured.Error.Contains("cannot open for direct I/O", StringComparison.Ordinal))
        {
            Assert.Equal(1, measured.ExitCode);
            return "refused";
        }

        Assert.True(measured.ExitCode == 0, measured.Error);
        RunRecord run = _machine.Result("measured.json").Cells.Single().Runs.Single();
        return (run.Reads ?? run.Writes!).Verdict.ToWord();
    }

    /// <summary>Makes a file system and mounts it; once.</summary>
    /// <param name="fileSystem">Which.</param>
    /// <returns>Its directory.</returns>
    public string Mount(FileSystem fileSystem)
    {
        string place = $"/m/{fileSystem.Name}";
        if (_made.Add(fileSystem.Name))
        {
            Shell($"mkdir -p {place}; disk={Disk(fileSystem)} place={place}; "
                + $"({fileSystem.Make}) >/dev/null && {fileSystem.Mount}");
        }

        return place;
    }

    /// <summary>Takes it off and mounts it again, so that nothing of it is in memory.</summary>
    /// <param name="fileSystem">Which.</param>
    public void MountAgain(FileSystem fileSystem) => Shell(
        $"disk={Disk(fileSystem)} place=/m/{fileSystem.Name}; umount $place && {fileSystem.Mount}");

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _machine.Run("rm -rf /host/9p"); // .NET removes no names that are not UTF-8
        }
        finally
        {
            _machine.Dispose();
        }

        GC.SuppressFinalize(this);
    }

    private string Disk(FileSystem fileSystem) => _machine.Device(_fileSystems.ToList().IndexOf(fileSystem));
}

/// <summary>A kind of such machines.</summary>
public interface IFileSystemMachine
{
    /// <summary>What is mounted there.</summary>
    static abstract IReadOnlyList<FileSystem> FileSystems { get; }
}

/// <summary>One with the kernel of Debian 12.</summary>
public sealed class Debian12FileSystems()
    : FileSystemMachine(FileSystems, new MachineDescription { Kernel = Kernel.Debian12 }), IFileSystemMachine
{
    /// <inheritdoc/>
    public static IReadOnlyList<FileSystem> FileSystems { get; } =
        [.. FileSystem.Local.Where(one => !one.IsOfDebian13)];
}

/// <summary>One with the kernel of Debian 13.</summary>
public sealed class Debian13FileSystems()
    : FileSystemMachine(FileSystems, new MachineDescription { Kernel = Kernel.Debian13 }), IFileSystemMachine
{
    /// <inheritdoc/>
    public static IReadOnlyList<FileSystem> FileSystems => FileSystem.Local;
}

/// <summary>One that serves files to itself, with the kernel of Debian 12.</summary>
public sealed class RemoteFileSystems()
    : FileSystemMachine(FileSystems, new MachineDescription { Root = RootImage.Network }), IFileSystemMachine
{
    /// <inheritdoc/>
    public static IReadOnlyList<FileSystem> FileSystems => FileSystem.Remote;
}
