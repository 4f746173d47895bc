using Landspeed.Copying;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Walking;

public class TreeCopyTests(Files.TestVolumes volumes)
{
    // One of everything; the same seed gives the same bytes.
    private const string OneOfEach = """
        set -e; cd "$0"; mkdir -p d/e/empty f; umask 022
        echo content > plain; : > nothing; head -c 10000 /dev/urandom > ten; head -c 3000000 /dev/urandom > large
        head -c 65536 /dev/urandom > d/64k; head -c 131072 /dev/urandom > d/128k; head -c 1048576 /dev/urandom > d/1m
        head -c 1048577 /dev/urandom > d/1m1; echo x > d/e/deep; chmod 0640 d/e/deep; chmod 0 f
        ln -s plain link; ln -s /nowhere dangling; ln -s .. d/up; ln plain d/hard; ln d/64k d/e/hard64; ln large d/hardlarge
        echo s > setuid; chmod 4755 setuid; echo g > setgid; chmod 2755 setgid; chmod 1777 d/e
        truncate -s 900000 holes; printf abc | dd of=holes bs=1 seek=500000 conv=notrunc status=none
        touch -h -d '1965-02-03 04:05:06.123456789' link; touch -d '2001-02-03 04:05:06.987654321' ten d/e/empty
        """;

    private const string OnlyRoot = """
        set -e; cd "$0"; echo o > owned; chown 1234:4321 owned; chown -h 77:88 dangling; chown 1:2 d/e; chmod 6755 owned
        mkfifo fifo; mknod node c 1 3; chmod 600 node
        """;

    [Theory]
    [MemberData(nameof(Files.TestVolumes.All), MemberType = typeof(Files.TestVolumes))]
    public void A_copy_is_equal_in_everything(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string source = Make(scratch, "source");
        string target = scratch.File("target");

        CopyResult result = TreeCopies.Copy(source, target, new TreeCopyOptions { Special = true });

        TreeCopies.AssertDone(result);
        TreeCopies.AssertEqual(source, target);
        Command.Shell($"diff -r --no-dereference '{source}/d' '{target}/d'");
        Assert.Equal(string.Empty, TreeCopies.Leftovers(target));
        Assert.Equal(Facts(source), Facts(target));
        Assert.Equal(5, result.Directories);
        Assert.Equal(3, result.HardLinks);
    }

    [Theory]
    [InlineData("a")]
    [InlineData("b")]
    [InlineData("c")]
    public void A_name_that_an_interrupted_copy_gave_before_the_others_becomes_one_of_them(string present)
    {
        using var scratch = new ScratchDirectory();
        (string source, string target) = (scratch.File("source"), scratch.File("target"));
        Command.Shell(
            $"""
            mkdir '{source}' '{target}' && cd '{source}' && echo content > a && ln a b && ln a c && mkdir d && ln a d/e
            cp -p {present} '{target}'
            """);

        CopyResult result = TreeCopies.Copy(source, target, new TreeCopyOptions());

        TreeCopies.AssertDone(result);
        Assert.Equal("4\n4\n4\n4\n", Command.Shell($"cd '{target}' && stat -c %h a b c d/e"));
    }

    [Fact]
    public void A_file_with_other_content_never_becomes_a_name_of_another_unless_it_may_be_replaced()
    {
        using var scratch = new ScratchDirectory();
        (string source, string target) = (scratch.File("source"), scratch.File("target"));
        Command.Shell(
            $"""
            mkdir '{source}' '{target}' && cd '{source}' && echo content > a && ln a b
            echo anothr. > '{target}/b' && touch -r a '{target}/b'
            """);

        TreeCopies.Copy(source, target, new TreeCopyOptions());

        Assert.Equal("anothr.\n", File.ReadAllText(Path.Combine(target, "b")));
        Assert.Equal("content\n", File.ReadAllText(Path.Combine(target, "a")));
    }

    private static string Make(ScratchDirectory scratch, string name)
    {
        string path = scratch.File(name);
        Directory.CreateDirectory(path);
        Run(OneOfEach, path);
        if (Capability.IsRoot)
        {
            Run(OnlyRoot, path);
        }

        return path;
    }

    private static void Run(string script, string path)
    {
        Command done = Command.Run("/bin/sh", ["-c", script, path]);
        Assert.True(done.ExitCode == 0, done.Error);
    }

    // Kind, permissions, owner, links, length, times with all digits, and where links lead.
    private static string Facts(string path) => Command.Shell(
        $"cd '{path}' && {{ find . -type d -printf '%p %y %m %U:%G %T@\\n'; "
        + "find . ! -type d -printf '%p %y %m %U:%G %n %s %T@ %l\\n'; } | sort");
}
