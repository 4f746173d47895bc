using Landspeed.Testing;

namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>
/// What is copied to each file system, read back by other programs: docs/file-systems.md says the same in a table.
/// </summary>
/// <typeparam name="TMachine">The machine, which all tests of a class share.</typeparam>
public abstract class FileSystemTests<TMachine>(TMachine machine)
    where TMachine : FileSystemMachine, IFileSystemMachine
{
    /// <summary>The file systems that the machine knows.</summary>
    public static TheoryData<string> Names => [.. TMachine.FileSystems.Select(one => one.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_copied_tree_keeps_what_the_file_system_keeps_and_the_rest_is_told(string name) =>
        new FileSystemCopies(machine, FileSystem.Of(name)).KeepATree();

    [Theory]
    [MemberData(nameof(Names))]
    public void An_odd_name_is_kept_or_refused_in_each_run(string name) =>
        new FileSystemCopies(machine, FileSystem.Of(name)).KeepOrRefuseNames();

    [Theory]
    [MemberData(nameof(Names))]
    public void Of_names_that_differ_in_case_none_is_lost_unsaid(string name) =>
        new FileSystemCopies(machine, FileSystem.Of(name)).TellCases();

    [Theory]
    [MemberData(nameof(Names))]
    public void A_mirror_gets_what_changed_and_loses_what_the_source_lacks(string name) =>
        new FileSystemCopies(machine, FileSystem.Of(name)).Mirror();

    [Theory]
    [MemberData(nameof(Names))]
    public void A_killed_copy_shows_no_half_file_and_is_carried_on(string name)
    {
        var fileSystem = FileSystem.Of(name);
        var copies = new FileSystemCopies(machine, fileSystem);
        copies.CarryOn();
        if (!fileSystem.KeepsInodes)
        {
            copies.RefuseWhatNothingProves();
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_measurement_tells_the_device_from_the_cache(string name)
    {
        FileSystem fileSystem = FileSystem.Of(name);
        string place = machine.Mount(fileSystem);
        string file = $"{place}/measured";
        Assert.Equal(fileSystem.Verdicts,
        [
            machine.Verdict($"{file} --size 16M --time 300ms --mode direct"),
            machine.Verdict($"{file} --size 16M --time 300ms --mode direct --write"),
            machine.Verdict($"{file} --size 16M --bytes 16M --mode buffered --cold"),
            machine.Verdict($"{file} --size 16M --bytes 16M --mode buffered"),
        ]);
        machine.Shell($"rm -f {file} {place}/.measured.landspeed"); // the mark of a file where there are no attributes
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Extents_are_listed_or_it_is_said_that_the_file_system_does_not_tell_them(string name)
    {
        FileSystem fileSystem = FileSystem.Of(name);
        string file = $"{machine.Mount(fileSystem)}/extents";
        Command extents = machine.Run(
            $"head -c 5000000 /dev/urandom >{file}; landspeed extents {file} --sync --list --quiet");
        machine.Shell($"rm {file}");
        if (fileSystem.TellsExtents)
        {
            Assert.Equal((0, ""), (extents.ExitCode, extents.Error));
            Assert.Contains("  data\n", extents.Output, StringComparison.Ordinal);
        }
        else
        {
            Assert.Equal(1, extents.ExitCode);
            Assert.Equal(
                $"landspeed: {file} is on {fileSystem.Kind}, which does not report where its files are stored "
                    + "(not supported here, EOPNOTSUPP)\n",
                extents.Error);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Hints_are_compared_and_nothing_is_left(string name)
    {
        string place = machine.Mount(FileSystem.Of(name));
        string before = machine.Shell($"ls -A {place}");
        Command hints = machine.Run(
            $"landspeed hints {place} --files 8 --repeat 1 --hints none,random-access,direct --quiet");
        Assert.Equal((0, ""), (hints.ExitCode, hints.Error));
        Assert.Equal(before, machine.Shell($"ls -A {place}"));
    }
}

/// <summary>With Linux 6.1.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("file systems")]
public sealed class Debian12FileSystemTests(Debian12FileSystems machine)
    : FileSystemTests<Debian12FileSystems>(machine), IClassFixture<Debian12FileSystems>;

/// <summary>With Linux 6.12.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("file systems")]
public sealed class Debian13FileSystemTests(Debian13FileSystems machine)
    : FileSystemTests<Debian13FileSystems>(machine), IClassFixture<Debian13FileSystems>;

/// <summary>NFS, with Linux 6.1.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("file systems")]
public sealed class RemoteFileSystemTests(RemoteFileSystems machine)
    : FileSystemTests<RemoteFileSystems>(machine), IClassFixture<RemoteFileSystems>
{
    private readonly RemoteFileSystems _machine = machine;

    [Fact]
    public void What_a_directory_hands_on_to_a_copy_does_not_stay_where_the_source_has_permissions_only()
    {
        string place = _machine.Mount(FileSystem.Of("nfs4"));
        const string Served = "/m/served-nfs4";
        _machine.Shell($"mkdir {place}/from {place}/to; echo some >{place}/from/file; chmod 640 {place}/from/file; "
            + $"setfacl -d -m user:1234:rwx {Served}/to; touch {place}/to/made");
        Assert.Contains("user:1234:", _machine.Shell($"getfacl -n {Served}/to/made"), StringComparison.Ordinal);

        Command copied = _machine.Copy($"{place}/from/file {place}/to/file --quiet", out _);

        Assert.Equal((0, ""), (copied.ExitCode, copied.Error));
        Assert.Equal(
            "user::rw-\ngroup::r--\nother::---\n\n",
            _machine.Shell($"getfacl -cnp {Served}/to/file; rm -r {place}/from {place}/to"));
    }
}
