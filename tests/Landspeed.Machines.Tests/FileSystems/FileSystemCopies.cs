using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Machines.Tests.FileSystems;

/// <summary>Copies to one file system, each with what is found there afterwards.</summary>
internal sealed class FileSystemCopies(FileSystemMachine machine, FileSystem fileSystem)
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);
    private readonly string _place = machine.Mount(fileSystem);

    /// <summary>A tree with everything in it.</summary>
    public void KeepATree()
    {
        string target = $"{_place}/plain";
        bool fails = fileSystem.Kept.Contains("symbolic links lost", StringComparison.Ordinal);

        Command copied = machine.Copy(
            $"/root/plain {target} --quiet --manifest /root/plain.sha256", out CopySection result);
        Assert.Equal(fails ? 1 : 0, copied.ExitCode);
        AssertLosses(result);

        string inodes = machine.Shell($"inodes {target}");
        machine.MountAgain(fileSystem);
        string same = machine.Shell($"inodes {target}") == inodes ? "same" : "other";
        string kept = machine.Shell($"kept /root/plain {target}");
        Assert.Equal(fileSystem.Kept, kept + $"inodes {same} after mounting again\n");
        AssertNoOthers("/root/plain", target, fails ? "./symlink\n" : "");

        Command again = machine.Copy($"/root/plain {target} --update --quiet", out CopySection second);
        Assert.Equal(copied.ExitCode, again.ExitCode);
        Assert.Equal(0, second.Counts.FilesCopied);
        Command verified = machine.Run($"landspeed verify /root/plain.sha256 --directory {target} --quiet");
        Assert.Equal(0, verified.ExitCode);
        Assert.Equal(fails, verified.Error.Contains("is incomplete", StringComparison.Ordinal));
    }

    /// <summary>Names that some refuse.</summary>
    public void KeepOrRefuseNames()
    {
        string target = $"{_place}/odd";
        for (int run = 0; run < 2; run++)
        {
            Command copied = machine.Copy($"/root/odd {target} --update --quiet", out CopySection result);
            Assert.Equal(fileSystem.RefusedNames.Count == 0 ? 0 : 1, copied.ExitCode);
            CopyProblemRecord[] problems = [.. result.Problems.Where(problem => problem.Kind != "not_preserved")];
            Assert.Equal(
                fileSystem.RefusedNames.Order(StringComparer.Ordinal),
                problems.Select(problem => problem.Path.Split('/')[^1]).Order(StringComparer.Ordinal));
            Assert.All(problems, problem => Assert.Contains("name", problem.Message, StringComparison.Ordinal));
        }

        machine.MountAgain(fileSystem);
        string missing = machine.Shell(
            $"""cd /root/odd; for name in *; do cmp -s "$name" "{target}/$name" || echo missing; done | wc -l""");
        Assert.Equal(fileSystem.RefusedNames.Count.ToString(CultureInfo.InvariantCulture), missing.Trim());
        Assert.Equal("", machine.Shell($"""
            cd {target}
            for name in * .[!.]*; do [ ! -e "$name" ] || [ -e "/root/odd/$name" ] || echo "$name"; done
            """));
    }

    /// <summary>Two names, two contents.</summary>
    public void TellCases()
    {
        string target = $"{_place}/cases";
        machine.Shell("mkdir -p /root/cases; cd /root/cases; printf upper >NAME; printf lower >name");
        for (int run = 0; run < 2; run++)
        {
            Command copied = machine.Copy($"/root/cases {target} --update --quiet", out CopySection result);
            string[] listed = machine.Shell($"ls -A {target}").Split('\n', StringSplitOptions.RemoveEmptyEntries);
            Assert.All(listed, name => machine.Shell($"cmp /root/cases/{name} {target}/{name}"));
            if (fileSystem.IgnoresCase)
            {
                string kept = Assert.Single(listed);
                CopyProblemRecord refused = Assert.Single(result.Problems, problem => problem.Kind == "refused");
                string other = kept == "name" ? "NAME" : "name";
                Assert.Equal(1, copied.ExitCode);
                string said = $"{target}/{other} is taken for another name";
                Assert.Contains(said, refused.Message, StringComparison.Ordinal);
            }
            else
            {
                Assert.Equal(0, copied.ExitCode);
                Assert.Equal(["NAME", "name"], listed.Order(StringComparer.Ordinal));
            }
        }
    }

    /// <summary>Changed, new and surplus files.</summary>
    public void Mirror()
    {
        (string source, string target) = ($"/root/mirror-{fileSystem.Name}", $"{_place}/mirror");
        machine.Shell($"mkdir -p {source}/gone; cd {source}; "
            + "for i in 1 2 3; do echo $i >$i; echo $i >gone/$i; done; touch -d '2020-01-01' *");
        Assert.Equal((0, ""), Told(machine.Copy($"{source} {target} --quiet", out _)));

        machine.Shell($"cd {source}; rm -r gone 1; echo changed >2; echo new >4; "
            + "touch -d '2020-01-01' 4; touch -d '2020-01-02' 2");
        Command dry = machine.Run($"landspeed copy {source} {target} --update --delete --dry-run --no-color");
        Assert.Equal(0, dry.ExitCode);
        Assert.Contains("remove", dry.Output, StringComparison.Ordinal);
        Assert.Equal("1\n", machine.Shell($"cat {target}/1 {target}/gone/1 | sort -u"));

        Command mirrored = machine.Copy($"{source} {target} --update --delete --yes --quiet", out CopySection result);
        Assert.Equal((0, ""), Told(mirrored));
        Assert.Equal((2L, 1L), (result.Counts.FilesCopied, result.Counts.FilesUpToDate));
        machine.MountAgain(fileSystem);
        Assert.Equal("", machine.Shell($"diff -r {source} {target}"));
        AssertNoOthers(source, target, "");
    }

    /// <summary>A copy that is killed twice, and what another one makes of it.</summary>
    public void CarryOn()
    {
        string target = $"{_place}/carried";
        Kill(target);
        if (fileSystem.KeepsInodes)
        {
            machine.MountAgain(fileSystem);
            Assert.Equal("", machine.Shell($"ls {target}"));
        }

        Command carried = machine.Copy($"/root/long {target}/long --quiet --verify", out _);
        Assert.Equal((0, ""), Told(carried));
        machine.MountAgain(fileSystem);
        Assert.Equal("long\n", machine.Shell($"cmp /root/long {target}/long && ls -A {target}"));
        machine.Shell($"rm -r {target}");
    }

    /// <summary>
    /// A copy that is killed where files get other numbers when they are mounted again: nothing proves then whose the
    /// unfinished file is.
    /// </summary>
    public void RefuseWhatNothingProves()
    {
        string target = $"{_place}/unproven";
        Kill(target);
        machine.MountAgain(fileSystem);
        string before = machine.Shell($"cd {target}; stat -c '%n %s' .*part; md5sum .*part");

        Command refused = machine.Run($"landspeed copy /root/long {target}/long --quiet");
        Assert.Equal(3, refused.ExitCode);
        Assert.Contains($"{target}/.long.landspeed-", refused.Error, StringComparison.Ordinal);
        Assert.Equal(before, machine.Shell($"cd {target}; stat -c '%n %s' .*part; md5sum .*part"));

        machine.Shell($"rm {target}/.long.landspeed-*");
        Assert.Equal((0, ""), Told(machine.Copy($"/root/long {target}/long --quiet --verify", out _)));
        machine.MountAgain(fileSystem);
        Assert.Equal("long\n", machine.Shell($"cmp /root/long {target}/long && ls -A {target}"));
        machine.Shell($"rm -r {target}");
    }

    // Shows no file under the name of the target.
    private void Kill(string target)
    {
        machine.Shell("[ -e /root/long ] || head -c 100000000 /dev/urandom >/root/long");
        MachineCommand killed = machine.Begin(
            $"mkdir -p {target}; landspeed copy /root/long {target}/long --limit 10M --quiet & "
                + "echo $! >/host/number; wait");
        AwaitPart(target);
        Assert.Equal("", machine.Shell($"kill -KILL $(cat /host/number); ls {target}"));
        killed.End();
    }

    private void AwaitPart(string target)
    {
        using var patience = new CancellationTokenSource(s_patience);
        while (machine.Run($"[ $(stat -c %s {target}/.long.landspeed-part) -gt 1000000 ]").ExitCode != 0)
        {
            Assert.False(patience.IsCancellationRequested, "no part of the file is there");
        }
    }

    private void AssertLosses(CopySection result)
    {
        string[] messages = [.. result.Problems.Select(problem => problem.Message)];
        Assert.All(fileSystem.Losses, loss =>
            Assert.Single(messages, said => said.Contains(loss, StringComparison.Ordinal)));
        Assert.Equal(fileSystem.Losses.Count, messages.Length);
    }

    private void AssertNoOthers(string source, string target, string lacking) => Assert.Equal(lacking, machine.Shell(
        $"(cd {source} && find . | sort) >/root/source; (cd {target} && find . | sort) >/root/target; "
            + "comm -23 /root/source /root/target; comm -13 /root/source /root/target | sed 's/^/surplus /'"));

    // What a file system keeps of no file's time is said, and is no failure.
    private static (int Code, string Said) Told(Command command) => (command.ExitCode, string.Join('\n', command.Error
        .Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Where(line => !line.EndsWith("the same is true of other files there", StringComparison.Ordinal))));
}
