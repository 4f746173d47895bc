using Landspeed.Testing;

namespace Landspeed.Machines.Tests.Devices;

/// <summary>What the command says and leaves when a disk fails, and that it completes after the repair.</summary>
public sealed class FaultyDiskTests(FaultyMachine faulty) : IClassFixture<FaultyMachine>
{
    private const long Middle = 48L << 20;
    private const string AtMiddle = "at offset 50331648 (1048576 bytes): input/output error (EIO)";

    /// <summary>File systems and strategies.</summary>
    public static TheoryData<string, string> Strategies => new MatrixTheoryData<string, string>(
        ["ext4", "xfs"], ["direct", "uncached", "buffered"]);

    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void A_read_error_is_said_with_its_offset_and_a_copy_after_the_repair_is_whole() =>
        ReadsAfterRepair("ext4", "direct");

    [Theory]
    [MemberData(nameof(Strategies))]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_read_error_is_said_with_its_offset_by_every_strategy(string fileSystem, string strategy) =>
        ReadsAfterRepair(fileSystem, strategy);

    [Theory]
    [MemberData(nameof(Strategies))]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_write_error_leaves_nothing_and_a_copy_after_the_repair_is_whole(string fileSystem, string strategy)
    {
        faulty.Disk.Format(fileSystem);
        string target = $"{faulty.Disk.Directory}/file";

        Command failed = faulty.CopyOntoDamage($"--strategy {strategy}", target, Middle, FaultyDisk.Error);

        // Through the page cache only the flush hears of it, and the kernel does not say where.
        string error = strategy == "direct"
            ? $"write {FaultyMachine.PartOf(target)} {AtMiddle}"
            : $"flush {FaultyMachine.PartOf(target)}: input/output error (EIO)";
        Assert.Equal(new Command(1, "", $"landspeed: cannot {error}\n"), failed);
        Assert.Equal("", Entries());

        faulty.Disk.Repair();
        CopiesWhole($"{FaultyMachine.Good} {target} --strategy {strategy}", FaultyMachine.Good, target);
        Assert.Equal("file\n", Entries());
    }

    [Fact]
    [Trait(Tier.Key, Tier.Machines)]
    public void Blocks_that_a_disk_lost_are_called_stale()
    {
        faulty.Disk.Format("ext4");
        string file = $"{faulty.Disk.Directory}/a";
        string journal = "--block-journal /run/journal"; // on another disk, which loses nothing
        string write = $"measure {file} --write --verify-blocks {journal} --flush each --request-size 4K";
        Command first = faulty.Landspeed($"{write} --size 8M --bytes 8M");
        faulty.Disk.Damage(FaultyDisk.LosesWrites);
        Command lost = faulty.Landspeed($"{write} --bytes 400K --order random");
        faulty.Disk.Repair();

        Command found = faulty.Landspeed($"measure {file} --check {journal}");

        TestContext.Current.SendDiagnosticMessage(found.Output);
        Assert.Equal((0, 0), (first.ExitCode, lost.ExitCode));
        Assert.Equal(4, found.ExitCode);
        Assert.Matches("blocks of 4 KiB: 2,048 checked, [0-9,]+ wrong", found.Output);
        Assert.Matches("stale +[0-9,]+ +4,096 +2:[0-9]+ +1:[0-9,]+\n", found.Output);
        Assert.DoesNotContain("torn", found.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ext4", "direct")]
    [InlineData("ext4", "buffered")]
    [InlineData("xfs", "direct")]
    [InlineData("xfs", "buffered")]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_log_that_cannot_be_written_fails_the_flush_and_gives_no_name(string fileSystem, string strategy)
    {
        faulty.Log.Repair();
        string mount = fileSystem == "xfs" ? $"-o logdev={faulty.Log.Device}" : "";
        if (fileSystem == "ext4")
        {
            faulty.Machine.Shell($"mke2fs -q -F -b 4096 -O journal_dev {faulty.Log.Device} 64M");
        }

        faulty.Disk.Format(
            fileSystem,
            fileSystem == "xfs" ? $"-l logdev={faulty.Log.Device},size=64m" : $"-b 4096 -J device={faulty.Log.Device}",
            mount);
        string target = $"{faulty.Disk.Directory}/file";
        faulty.Log.Damage(FaultyDisk.RefusesWrites);

        Command failed = faulty.Landspeed(
            $"copy {FaultyMachine.Good} {target} --strategy {strategy} --remove-source --verify");

        Assert.Equal(
            new Command(1, "", $"landspeed: cannot flush {FaultyMachine.PartOf(target)}: input/output error (EIO)\n"),
            failed);
        faulty.Machine.Shell($"test -e {FaultyMachine.Good} && ! test -e {target}");

        faulty.Log.Repair();
        faulty.Machine.Shell(
            $"umount {faulty.Disk.Directory} && mount {mount} {faulty.Disk.Device} {faulty.Disk.Directory}");
        Assert.Equal("", Entries());
        CopiesWhole($"{FaultyMachine.Good} {target} --strategy {strategy}", FaultyMachine.Good, target);
        faulty.Machine.Shell($"umount {faulty.Disk.Directory}");
    }

    [Theory]
    [MemberData(nameof(Strategies))]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_write_that_the_disk_lost_is_found_before_the_file_has_its_name(string fileSystem, string strategy)
    {
        faulty.Disk.Format(fileSystem);
        string target = $"{faulty.Disk.Directory}/file";

        Command failed = faulty.CopyOntoDamage(
            $"--strategy {strategy} --verify", target, Middle, FaultyDisk.LosesWrites);

        Assert.Equal(4, failed.ExitCode);
        Assert.Equal(
            $"landspeed: the medium returned other bytes of {target} than were written, "
            + "first between 50331648 and 51380224; the copy was not put in place. Suspect memory, cable or device\n",
            failed.Error);
        Assert.Equal("", Entries());

        faulty.Disk.Repair();
        CopiesWhole($"{FaultyMachine.Good} {target} --strategy {strategy} --verify", FaultyMachine.Good, target);
        Assert.Equal("file\n", Entries());
    }

    /// <summary>docs/promises.md: a disk that lies about flushing is not seen; a later verification finds it.</summary>
    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void Without_verify_a_lying_disk_is_believed_and_the_manifest_finds_out_later()
    {
        faulty.Disk.Format("ext4");
        string target = $"{faulty.Disk.Directory}/file";

        Command copied = faulty.CopyOntoDamage("--manifest /run/manifest", target, Middle, FaultyDisk.LosesWrites);

        Assert.Equal(new Command(0, "", ""), copied);
        Command verified = faulty.Landspeed($"verify /run/manifest --directory {faulty.Disk.Directory}");
        Assert.Equal(4, verified.ExitCode);
        Assert.Contains("file: FAILED\n", verified.Output + verified.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_tree_loses_only_the_file_with_the_damage_and_updates_it_after_the_repair(string fileSystem)
    {
        faulty.Disk.Format(fileSystem);
        string source = $"{faulty.Disk.Directory}/tree";
        faulty.Machine.Shell(
            $"""
            rm -rf /run/copy /run/expected && mkdir -p {source}/small
            for i in $(seq 50); do head -c $((i * 1501)) /dev/urandom >{source}/small/$i; done
            head -c 20000001 /dev/urandom >{source}/large
            cp -a {source} /run/expected && sync && echo 3 >/proc/sys/vm/drop_caches
            """);
        faulty.Disk.Damage(faulty.Disk.SectorOf($"{source}/small/30", 8192), FaultyDisk.Error);

        Command failed = faulty.Landspeed($"copy {source} /run/copy --manifest /run/manifest");

        Assert.Equal(1, failed.ExitCode);
        Assert.Equal("", failed.Output);
        Assert.Matches(
            $@"^landspeed: cannot read {source}/small/30 at offset (0|8192) \(\d+ bytes\): input/output error \(EIO\)\n"
            + "landspeed: --manifest /run/manifest is incomplete: 1 entry was not copied",
            failed.Error);
        Assert.Equal(
            new Command(1, "Only in /run/expected/small: 30\n", ""),
            faulty.Machine.Run("diff -r /run/expected /run/copy"));
        Assert.Equal("50\n", faulty.Machine.Shell("grep -vc '^#' /run/manifest"));

        // What is not readable is no proof of anything.
        faulty.Machine.Shell($"cd /run/expected && sha256sum small/29 small/30 large >/run/sums");
        Command verified = faulty.Landspeed($"verify /run/sums --directory {source}");
        Assert.Equal(1, verified.ExitCode);
        Assert.Matches(
            $@"^small/30: FAILED to read: cannot read {source}/small/30 at offset (0|8192) \(",
            verified.Output + verified.Error);

        faulty.Disk.Repair();
        Assert.Equal(new Command(0, "", ""), faulty.Landspeed($"copy {source} /run/copy --update"));
        Assert.Equal("", faulty.Machine.Shell("diff -r /run/expected /run/copy && rm -rf /run/expected /run/copy"));
    }

    [Fact]
    [Trait(Tier.Key, Tier.MachinesLong)]
    public void A_measurement_of_a_broken_file_ends_with_operation_path_and_offset()
    {
        faulty.Disk.Format("xfs");
        string file = $"{faulty.Disk.Directory}/file";
        faulty.Machine.Shell($"landspeed measure {file} --size 64M --bytes 1M --quiet >/dev/null");
        faulty.Disk.Damage(faulty.Disk.SectorOf(file, Middle), FaultyDisk.Error);
        const string Hint = ". The device or the connection to it is damaged; look at the kernel's log\n";
        string read = $"landspeed: cannot read {file} {AtMiddle}{Hint}";
        string write = $"landspeed: cannot write {file} {AtMiddle}{Hint}";
        string flush = $"landspeed: cannot flush {file}: input/output error (EIO). "
            + "What the file holds on the medium is unknown: write it again, a repeated flush proves nothing.\n";
        (string Options, string Error)[] cases =
        [
            ("--mode direct", read),
            ("--mode buffered --cold", read),
            ("--api filestream --cold", read),
            ("--engine threads", read),
            ("--engine synchronous --queue-depth 1", read),
            ("--write", write),
            ("--write --mode buffered --flush each", write),
            ("--write --mode buffered --flush end", flush),
            ("--write --api filestream --flush end", flush),
        ];

        Assert.Equal(
            cases.Select(one => new Command(1, "", one.Error)),
            cases.Select(one => faulty.Landspeed($"measure {file} --bytes 64M {one.Options}")));
    }

    private void ReadsAfterRepair(string fileSystem, string strategy)
    {
        faulty.Disk.Format(fileSystem);
        string source = $"{faulty.Disk.Directory}/file";
        faulty.Machine.Shell(
            $"cp {FaultyMachine.Good} {source} && sync && echo 3 >/proc/sys/vm/drop_caches && mkdir -p /run/to");
        faulty.Disk.Damage(faulty.Disk.SectorOf(source, Middle), FaultyDisk.Error);
        string arguments = $"{source} /run/to/ --strategy {strategy}";

        Command failed = faulty.Landspeed($"copy {arguments} --remove-source");

        Assert.Equal(new Command(1, "", $"landspeed: cannot read {source} {AtMiddle}\n"), failed);
        Assert.Equal("", faulty.Machine.Shell("ls -A /run/to"));

        faulty.Disk.Repair();
        CopiesWhole(arguments, FaultyMachine.Good, "/run/to/file");
        Assert.Equal("file\n", faulty.Machine.Shell("ls -A /run/to && rm -r /run/to"));
    }

    private void CopiesWhole(string arguments, string expected, string target)
    {
        Assert.Equal(new Command(0, "", ""), faulty.Landspeed($"copy {arguments}"));
        faulty.Machine.Shell($"echo 3 >/proc/sys/vm/drop_caches; cmp {expected} {target}");
    }

    private string Entries() => faulty.Machine.Shell($"ls -A {faulty.Disk.Directory} | grep -v lost+found; true");
}
