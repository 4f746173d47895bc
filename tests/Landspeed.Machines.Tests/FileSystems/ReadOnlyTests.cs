using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>File systems that cannot be written to, with Linux 6.1: as a source, and as a refused target.</summary>
[Trait(Tier.Key, Tier.MachinesLong)]
[Collection("file systems")]
public sealed class ReadOnlyTests(Debian12FileSystems machine) : IClassFixture<Debian12FileSystems>
{
    private const string Place = "/m/read-only";
    private const string Squashed = "/root/squashed";
    private const string Refusal = "the file system is read-only (EROFS)";

    // squashfs keeps seconds and no access lists; mount makes the rest of what is needed.
    private static readonly (string Name, string Mount)[] s_volumes =
    [
        ("ext4", $"truncate -s 64M /root/ext4 && mkfs.ext4 -q -b 4096 /root/ext4 && mount -o loop /root/ext4 {Place} "
            + $"&& cp -a /root/plain {Place}/ && umount {Place} && mount -o loop,ro /root/ext4 {Place}"),
        ("squashfs", $"mkdir -p {Squashed} && cp -a /root/plain {Squashed}/ && setfacl -R -b {Squashed} "
            + $"&& mksquashfs {Squashed} /root/squashfs -quiet -no-progress >/dev/null "
            + $"&& mount -o loop /root/squashfs {Place}"),
    ];

    public static TheoryData<string> Names => [.. s_volumes.Select(one => one.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_read_only_source_is_copied_compared_and_measured(string name)
    {
        Mount(name);
        string source = $"{Place}/plain";
        string target = $"/root/from-{name}";
        Command copied = machine.Copy($"{source} {target} --verify --quiet", out CopySection result);
        Assert.Equal((0, ""), (copied.ExitCode, copied.Error));
        Assert.Empty(result.Problems);
        Assert.Equal("", machine.Shell($"diff -r --no-dereference {source} {target}"));
        Assert.Equal("", machine.Shell($"landspeed copy {source} {target} --update --quiet 2>&1"));

        Assert.Equal("device", machine.Verdict($"{source}/big --bytes 2M --mode buffered --cold"));
        Assert.Equal("cache", machine.Verdict($"{source}/big --bytes 2M --mode buffered"));
        Assert.Equal("", machine.Shell($"mkdir -p /root/journal; landspeed hints /root/journal --files-of {source} "
            + "--repeat 1 --hints none,random-access --quiet 2>&1 >/dev/null"));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Nothing_is_written_to_or_removed_from_what_is_read_only(string name)
    {
        Mount(name);
        AssertRefused(1, $"copy /root/plain {Place}/new --quiet", $"cannot make the directory {Place}/new: {Refusal}");
        AssertRefused(1, $"copy /root/plain/big {Place}/new --quiet", Refusal);
        AssertRefused(1, $"copy /root/odd/aux {Place}/plain/one --replace always --quiet", Refusal);
        AssertRefused(
            1, $"measure {Place}/new --size 1M --quiet",
                $"cannot write {Place}/new: its file system is mounted read-only");
        AssertRefused(1, $"copy {Place}/plain /root/moved-{name} --remove-source --quiet", Refusal);
        machine.Shell($"rm -rf /root/moved-{name}");
        Assert.Equal("", machine.Shell(
            $"diff -r --no-dereference /root/plain {Place}/plain; ls {Place} | grep new; true"));
    }

    private void AssertRefused(int code, string words, string said)
    {
        Command refused = machine.Run($"landspeed {words}");
        Assert.Equal(code, refused.ExitCode);
        Assert.Contains(said, refused.Error, StringComparison.Ordinal);
    }

    private void Mount(string name) => machine.Shell(
        $"mkdir -p {Place}; ! mountpoint -q {Place} || umount {Place}; rm -rf /root/{name}; "
            + s_volumes.Single(one => one.Name == name).Mount);
}
