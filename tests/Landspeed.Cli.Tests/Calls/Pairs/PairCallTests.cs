using System.Text.Json;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls.Pairs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results.Pairs;
using Landspeed.Testing;
using Landspeed.Testing.Faults;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Cli.Tests.Calls.Pairs;

public sealed class PairCallTests : IDisposable
{
    private const int MiB = 1 << 20;

    private static readonly string[] s_kinds = ["permissions", "owner", "times", "attributes", "links"];

    private readonly ScratchDirectory _scratch = new();

    public PairCallTests()
    {
        Directory.CreateDirectory(_scratch.File("a/sub"));
        File.WriteAllText(_scratch.File("a/one"), "first file");
        File.WriteAllText(_scratch.File("a/sub/two"), "second");
        _scratch.CreateFile("a/big", 4 * MiB);
        File.CreateSymbolicLink(_scratch.File("a/link"), "one");
        Shell("mkfifo a/fifo && touch a/empty && touch -h -d @1700000000.5 a/* a/sub/two a && cp -a a b");
    }

    public void Dispose()
    {
        // .NET cannot remove names that are not UTF-8.
        Command.Run("rm", ["-r", _scratch.File("a"), _scratch.File("b")]);
        _scratch.Dispose();
    }

    [Fact]
    public void A_copy_is_the_same() => Assert.Equal(new Command(0, "8 same, 0 different\n", string.Empty), Run());

    [Theory]
    [InlineData("--mode", "buffered")]
    [InlineData("--mode", "auto")]
    [InlineData("--mode", "prefer-uncached")]
    [InlineData("--threads", "1")]
    [InlineData("--threads", "64")]
    [InlineData("--ignore", "all")]
    public void It_is_so_however_it_is_read(params string[] words) =>
        Assert.Equal("8 same, 0 different\n", Run(words).Output);

    [Fact]
    public void Matching_lists_every_entry() => Assert.Equal(
        "big: same\nempty: same\nfifo: same\nlink: same\none: same\nsub/two: same\nsub: same\n.: same\n"
            + "8 same, 0 different\n",
        Run("--matching").Output);

    [Theory]
    [InlineData("big", 0, 0)]
    [InlineData("big", 2 * MiB + 5, 3)]
    [InlineData("big", 4 * MiB - 1, 7)]
    [InlineData("one", 0, 7)]
    [InlineData("one", 5, 0)]
    [InlineData("one", 9, 1)]
    public void One_flipped_bit_is_found_with_its_offset(string name, int offset, int bit)
    {
        using (FileStream stream = File.Open(_scratch.File($"b/{name}"), FileMode.Open))
        {
            stream.Position = offset;
            int value = stream.ReadByte();
            stream.Position--;
            stream.WriteByte((byte)(value ^ (1 << bit)));
        }

        Shell($"touch -r a/{name} b/{name}");
        string line = FormattableString.Invariant($"{name}: content differs at byte {offset}\n");
        Assert.Equal(new Command(4, $"{line}7 same, 1 different\n", string.Empty), Run());
        Assert.Equal(
            new Command(4, $"{_scratch.Path}/a/{line}0 same, 1 different\n", string.Empty),
            Of(_scratch.File($"a/{name}"), _scratch.File($"b/{name}")));
        Assert.Equal(4, Run("--ignore", "all", "--mode", "buffered").ExitCode);
    }

    [Theory]
    [InlineData("chmod 600 b/one && chmod 644 a/one", "one: permissions 644, 600", "permissions")]
    [InlineData("chmod 4755 b/one && chmod 755 a/one", "one: permissions 755, 4755", "permissions")]
    [InlineData("chmod 700 b/sub && chmod 755 a/sub", "sub: permissions 755, 700", "permissions")]
    [InlineData("chmod 600 b/fifo && chmod 644 a/fifo", "fifo: permissions 644, 600", "permissions")]
    [InlineData("chown 1:0 b/one", "one: owner 0, 1", "owner")]
    [InlineData("chown -h 0:7 b/link", "link: group 0, 7", "owner")]
    [InlineData("touch -d @1700000001 b/one", "one: modified {}.500000000Z, 2023-11-14T22:13:21Z", "times")]
    [InlineData("touch -d @1700000000 b/sub/two", "sub/two: modified {}.500000000Z, {}Z", "times")]
    [InlineData("touch -h -d @1700000000 b/link", "link: modified {}.500000000Z, {}Z", "times")]
    [InlineData("touch -d @1700000000 b", ".: modified {}.500000000Z, {}Z", "times")]
    [InlineData(
        "ln -f a/one a/empty && cp -a --remove-destination a/empty b/ && touch -r b/fifo a b",
        "one: hard link to empty only in A",
        "links")]
    public void Metadata_that_differ_are_named_unless_they_are_ignored(
        string command, string line, string kind)
    {
        Capability.RequireRoot();
        Shell(command);
        line = line.Replace("{}", "2023-11-14T22:13:20", StringComparison.Ordinal);
        Assert.Equal(new Command(4, $"{line}\n7 same, 1 different\n", string.Empty), Run());
        Assert.Equal(0, Run("--ignore", kind).ExitCode);
        Assert.Equal(0, Run("--ignore", "all").ExitCode);
        string others = string.Join(',', s_kinds.Where(one => one != kind));
        Assert.Equal(4, Run("--ignore", others).ExitCode);
    }

    [Fact]
    public void Extended_attributes_that_differ_are_named()
    {
        byte[] list =
        [
            2, 0, 0, 0, // version, then tag, rights and number of the owner, a user, the group, the mask and others
            1, 0, 6, 0, 255, 255, 255, 255, 2, 0, 4, 0, 7, 0, 0, 0, 4, 0, 4, 0, 255, 255, 255, 255,
            16, 0, 4, 0, 255, 255, 255, 255, 32, 0, 4, 0, 255, 255, 255, 255,
        ];
        Attribute("a/one", "user.both", "1"u8);
        Attribute("b/one", "user.both", "2"u8);
        Attribute("a/one", "user.same", "1"u8);
        Attribute("b/one", "user.same", "1"u8);
        Attribute("a/sub", "user.a", "1"u8);
        Attribute("b/sub/two", "user.b", "1"u8);
        Attribute("b/empty", "system.posix_acl_access", list);
        Attribute("b/big", "user.landspeed", "a mark is of one file"u8);
        string[] lines =
        [
            "empty: attribute system.posix_acl_access only in B",
            "one: attribute user.both differs",
            "sub/two: attribute user.b only in B",
            "sub: attribute user.a only in A",
            "4 same, 4 different",
        ];

        Assert.Equal(new Command(4, string.Join('\n', lines) + "\n", string.Empty), Run());
        Assert.Equal(0, Run("--ignore", "attributes").ExitCode);
    }

    [Theory]
    [InlineData("rm b/one", "one: only in A")]
    [InlineData("rm a/one", "one: only in B")]
    [InlineData("rm -r b/sub", "sub: only in A")]
    [InlineData("ln -sfn two b/link", "link: link target one, two")]
    [InlineData("ln -sfn \"$(printf 'x\\033\\\\\\ny')\" b/link", "link: link target one, x\\x1B\\\\x0Ay")]
    [InlineData("rm b/one && mkdir b/one", "one: a file in A, a directory in B")]
    [InlineData("rm -r b/sub && ln -s one b/sub", "sub: a directory in A, a symbolic link in B")]
    [InlineData("rm b/fifo && touch b/fifo", "fifo: a FIFO in A, a file in B")]
    [InlineData("printf x >> b/one", "one: length 10, 11")]
    [InlineData("truncate -s 4194305 b/big", "big: length 4194304, 4194305")]
    public void Other_entries_are_named(string command, string line)
    {
        Shell(command);
        Assert.StartsWith($"{line}\n", Run("--ignore", "all").Output, StringComparison.Ordinal);
        Assert.Equal(4, Run().ExitCode);
    }

    [Fact]
    public void Two_files_that_were_swapped_are_found_in_both_places()
    {
        Shell("printf 'first line' > a/1 && printf 'other line' > a/2 && cp -a a/1 b/2 && cp -a a/2 b/1");
        Assert.Equal(
            "1: content differs at byte 0\n2: content differs at byte 0\n8 same, 2 different\n",
            Run("--ignore", "times").Output);
    }

    [Fact]
    public void Devices_are_compared_by_their_numbers()
    {
        Capability.RequireRoot();
        Shell("mknod a/device c 1 3 && mknod b/device c 1 5");
        Assert.Equal("device: device 1:3, 1:5\n8 same, 1 different\n", Run("--ignore", "times").Output);
    }

    [Fact]
    public void Holes_make_no_difference()
    {
        Shell("truncate -s 3M a/hole && cp -a --sparse=never a/hole b/hole && touch -r b a");
        Assert.Equal("9 same, 0 different\n", Run().Output);
    }

    [Fact]
    public void Names_that_are_not_UTF_8_or_control_the_terminal_are_escaped()
    {
        Shell("printf x > \"a/$(printf '\\377\\033[31m')\"");
        Command done = Run("--ignore", "times");
        Assert.Equal((4, "\\xFF\\x1B[31m: only in A\n8 same, 0 different\n"), (done.ExitCode, done.Output));

        using JsonDocument json = JsonDocument.Parse(Run("--ignore", "times", "--json", "-").Output);
        JsonElement entry = json.RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("pair")
            .GetProperty("entries")[0];
        Assert.Equal([0xFF, 0x1B, .. "[31m"u8], entry.GetProperty("path_base64").GetBytesFromBase64());
    }

    [Fact]
    public void The_document_tells_what_was_found()
    {
        Shell("chmod 600 b/one && chmod 644 a/one && rm b/empty");

        Command done = Run("--ignore", "times", "--json", "-");

        Assert.Equal((4, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        Assert.Equal("verify", json.RootElement.GetProperty("kind").GetString());
        JsonElement run = json.RootElement.GetProperty("cells")[0].GetProperty("runs")[0];
        JsonElement found = run.GetProperty("pair");
        Assert.Equal(6, found.GetProperty("entries_same").GetInt64());
        Assert.Equal(1, found.GetProperty("entries_different").GetInt64());
        Assert.Equal(1, found.GetProperty("entries_only_in_a").GetInt64());
        Assert.Equal(4 * MiB + 16, found.GetProperty("bytes_a").GetInt64());
        Assert.Equal(2 * (4 * MiB + 16), run.GetProperty("metrics").GetProperty("bytes_read").GetInt64());
        JsonElement difference = found.GetProperty("entries")[1].GetProperty("differences")[0];
        Assert.Equal("permissions", difference.GetProperty("what").GetString());
        Assert.Equal(
            ("644", "600"), (difference.GetProperty("a").GetString(), difference.GetProperty("b").GetString()));
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_a_failure()
    {
        Command done = Of("/proc/self/mem", _scratch.File("a/empty"), "--ignore", "all");
        Assert.Equal(1, done.ExitCode);
        Assert.StartsWith("/proc/self/mem: cannot be read: ", done.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FaultOperations.Read, "big", "big: cannot be read: ")]
    [InlineData(FaultOperations.Read, "two", "sub/two: cannot be read: ")]
    [InlineData(FaultOperations.Open, "one", "one: cannot be read: ")]
    public void A_device_that_fails_is_named_and_everything_else_is_compared(
        FaultOperations operation, string name, string line)
    {
        using var mount = new FaultMount(_scratch.File("b"));
        mount.Arm(new FaultRule(operation, FaultAction.Deny(Errno.EIO)) { Filter = $"={name}", Always = true });

        Command done = Of(_scratch.File("a"), mount.Path);

        Assert.Equal((1, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith(line, done.Output, StringComparison.Ordinal);
        Assert.Contains("EIO", done.Output, StringComparison.Ordinal);
        Assert.EndsWith("\n7 same, 0 different\n", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_written_to_while_a_read_of_it_waits_has_changed()
    {
        using var mount = new FaultMount(_scratch.File("b"), FaultCache.Direct);
        ArmedRule rule = mount.Arm(new FaultRule(FaultOperations.Read, FaultAction.Hold) { Filter = "=one" });
        Task<Command> verify = Task.Run(
            () => Of(_scratch.File("a"), mount.Path), TestContext.Current.CancellationToken);
        rule.Wait();
        File.WriteAllText(_scratch.File("b/one"), "last file?");
        rule.Allow();

        Command done = await verify;

        Assert.Equal(5, done.ExitCode);
        Assert.Equal(
            $"one: changed while it was read: {mount.Path}/one was written to\n7 same, 0 different\n", done.Output);
    }

    [Fact]
    public void A_directory_that_may_not_be_entered_is_a_failure()
    {
        Shell($"chmod 755 '{_scratch.Path}' && chmod 700 b/sub && chmod 600 a/one");
        Command done = LandspeedProcess.RunAsNobody(
            "verify", _scratch.File("a"), _scratch.File("b"), "--ignore", "all", "--quiet");
        Assert.Equal((1, string.Empty), (done.ExitCode, done.Error));
        Assert.Matches("^one: cannot be read: .*EACCES.*\nsub: cannot be read: .* in B: .*EACCES.*\n$", done.Output);
    }

    [Fact]
    public void Different_metadata_of_links_and_files_named_by_a_link_are_those_of_what_they_lead_to()
    {
        Shell("ln -s a to-a && ln -s ../b/one a/to-one");
        Assert.Equal(0, Of(_scratch.File("to-a/sub"), _scratch.File("b/sub")).ExitCode);
        Assert.Equal(0, Of(_scratch.File("a/one"), _scratch.File("a/to-one")).ExitCode);
    }

    [Theory]
    [InlineData("a", "a", "are one directory")]
    [InlineData("a", "to-a", "are one directory")]
    [InlineData("a", "a/sub", "lies in")]
    [InlineData("a/sub", "a", "lies in")]
    [InlineData("a/one", "a/one", "are one file")]
    [InlineData("a/one", "same", "are one file")]
    [InlineData("a/one", "a/link", "are one file")]
    public void A_thing_is_not_compared_with_itself(string a, string b, string message)
    {
        Shell("ln -s a to-a && ln a/one same");
        Command done = Of(_scratch.File(a), _scratch.File(b));
        Assert.Equal((3, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a/one", "b", 2, "a/one is a file, but {}/b is a directory")]
    [InlineData("a", "b/one", 2, "a is a directory, but {}/b/one is a file")]
    [InlineData("a/fifo", "b/one", 2, "a/fifo is a FIFO; name two files or two directories")]
    [InlineData("a/one", "b/fifo", 2, "b/fifo is a FIFO; name two files or two directories")]
    [InlineData("none", "b", 1, "none")]
    [InlineData("a", "none", 1, "none")]
    [InlineData("a", "b", 2, "--extra is for a manifest", "--extra")]
    [InlineData("a", "b", 2, "--ignore-missing is for a manifest", "--ignore-missing")]
    [InlineData("a", "b", 2, "--directory is for a manifest", "--directory", ".")]
    [InlineData("a", "b", 2, "--checksum is for a manifest", "--checksum", "md5")]
    [InlineData("a", "b", 2, "more than two files or directories named", "c")]
    [InlineData("a", "b", 2, "--ignore 'dates' is unknown", "--ignore", "dates")]
    [InlineData("a/one", "b/one", 2, "b/one is to be compared; name another file", "--json", "{}/b/one")]
    public void What_cannot_be_compared_is_named(string a, string b, int code, string message, params string[] words)
    {
        Command done = Of(_scratch.File(a), _scratch.File(b), [.. words.Select(InScratch)]);
        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(InScratch(message), done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--ignore compares two files or directories", "m", "--ignore", "times")]
    [InlineData("standard input can only be a manifest", "a", "-")]
    public void What_is_for_two_is_not_for_a_manifest(string message, params string[] words)
    {
        Command done = new CommandUnderTest().Run(["verify", .. words]);
        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, 0, 0, 0, 0, 0)]
    [InlineData(5, 0, 0, 0, 0, 1)]
    [InlineData(1, 0, 0, 0, 1, 1)]
    [InlineData(4, 0, 0, 1, 1, 1)]
    [InlineData(4, 0, 1, 0, 1, 1)]
    [InlineData(4, 1, 0, 0, 1, 1)]
    public void A_difference_counts_more_than_what_is_not_known(
        int code, long different, long onlyInA, long onlyInB, long unreadable, long changed) => Assert.Equal(
        code,
        ExitStatus.Of(PairCall.OutcomeOf(new PairSection
        {
            PathA = "a",
            PathB = "b",
            EntriesSame = 1,
            EntriesDifferent = different,
            EntriesOnlyInA = onlyInA,
            EntriesOnlyInB = onlyInB,
            EntriesUnreadable = unreadable,
            EntriesChanged = changed,
            FilesShared = 0,
            BytesA = 0,
            BytesB = 0,
            DirectBytes = 0,
        })));

    [Fact]
    public void Times_are_compared_as_exactly_as_both_file_systems_keep_them()
    {
        using var volume = new TestVolume("ext4", "64M", makeOptions: "-I 128");
        Shell($"cp -a a '{volume.Path}'");
        Command done = Of(_scratch.File("a"), volume.File("a"));
        Assert.Equal(new Command(0, "8 same, 0 different\n", string.Empty), done);
        Assert.Equal(0, Of(volume.File("a"), _scratch.File("a")).ExitCode);

        Shell($"touch -d @1700000002 '{volume.Path}/a/one'");
        Assert.StartsWith(
            "one: modified 2023-11-14T22:13:20.500000000Z, 2023-11-14T22:13:22Z\n",
            Of(_scratch.File("a"), volume.File("a")).Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Few_descriptors_and_deep_trees_suffice()
    {
        Shell(
            "mkdir -p $(printf 'a/deep/%s/x ' $(seq 200)) && for i in $(seq 200); do d=d$i/$d; done; mkdir -p a/$d "
            + "&& echo x > a/${d}leaf "
            + "&& cp -a a/d* b/");
        Command done = LandspeedProcess.Shell(
            "ulimit -n 64 && exec \"$0\" verify \"$1/a\" \"$1/b\" --ignore all --threads 64", _scratch.Path);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("610 entries the same", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_written_to_either_side()
    {
        const string Listing = "find a b -printf '%p %m %T@ %C@ %s\\n' | sort";
        string before = Shell(Listing);
        Run();
        Assert.Equal(before, Shell(Listing));
    }

    private static Command Of(string a, string b, params string[] words) =>
        new CommandUnderTest().Run(["verify", a, b, .. words]);

    private string InScratch(string text) => text.Replace("{}", _scratch.Path, StringComparison.Ordinal);

    private Command Run(params string[] words) => Of(_scratch.File("a"), _scratch.File("b"), words);

    private string Shell(string line) => Command.Shell($"cd '{_scratch.Path}' && {line}");

    private void Attribute(string name, string attribute, ReadOnlySpan<byte> value)
    {
        FilePath path = _scratch.FilePath(name);
        using OpenDirectory above = OpenDirectory.Root(path.Parent);
        EntryOpening opening = Directory.Exists(path.Text) ? EntryOpening.Directory : EntryOpening.Read;
        using SafeFileHandle handle = Entries.Open(new DirectoryEntry(above, path.Name), opening);
        Assert.True(NativePlatform.Trees.SetAttribute(handle, FilePath.FromText(attribute), value).Succeeded);
    }
}
